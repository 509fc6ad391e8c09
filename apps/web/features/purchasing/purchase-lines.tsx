import { formatMoney } from '@esteira/domain/money';
import { countUnits, toPurchaseLines } from '@esteira/domain/purchasing/purchase-list';
import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import { formatCount } from '../../lib/format/figures';

interface PurchaseLinesProps {
  orders: PurchaseOrder[];
  total: number;
  label: string;
}

/** What is to be bought, product by product. On a phone SKU and unit cost stand below the name. */
export function PurchaseLines({ orders, total, label }: PurchaseLinesProps) {
  return (
    <table aria-label={label} className="tabular w-full border-collapse text-left">
      <thead className="text-[13px] text-muted">
        <tr className="border-border border-b">
          <th scope="col" className="py-1.5 pr-3 font-normal">
            Produto
          </th>
          <th scope="col" className="hidden py-1.5 pr-3 font-normal sm:table-cell">
            SKU
          </th>
          <th scope="col" className="py-1.5 pr-3 text-right font-normal">
            Qtd.
          </th>
          <th
            scope="col"
            className="hidden whitespace-nowrap py-1.5 pr-3 text-right font-normal sm:table-cell"
          >
            Custo unitário
          </th>
          <th scope="col" className="py-1.5 text-right font-normal">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {toPurchaseLines(orders.flatMap(({ itens }) => itens)).map((line) => {
          const unit = line.custo_unitario === null ? '–' : formatMoney(line.custo_unitario);
          return (
            <tr
              key={JSON.stringify([line.produto_nome, line.produto_sku, line.custo_unitario])}
              className="border-border border-b align-top"
            >
              <th scope="row" className="py-1.5 pr-3 font-normal [overflow-wrap:anywhere]">
                {line.produto_nome}
                <span className="block text-[13px] text-muted sm:hidden">
                  {[line.produto_sku, `${unit} cada`].filter(Boolean).join(' · ')}
                </span>
              </th>
              <td className="hidden py-1.5 pr-3 text-muted [overflow-wrap:anywhere] sm:table-cell">
                {line.produto_sku ?? '–'}
              </td>
              <td className="py-1.5 pr-3 text-right">{formatCount(line.quantidade)}</td>
              <td className="hidden whitespace-nowrap py-1.5 pr-3 text-right sm:table-cell">{unit}</td>
              <td className="whitespace-nowrap py-1.5 text-right">{formatMoney(line.total)}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className="py-1.5 pr-3 font-semibold">
            Total
          </th>
          <td className="hidden sm:table-cell" />
          <td className="py-1.5 pr-3 text-right">{formatCount(countUnits(orders))}</td>
          <td className="hidden sm:table-cell" />
          <td className="whitespace-nowrap py-1.5 text-right">{formatMoney(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
