import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import type { DashboardPeriod } from '@esteira/validators/dashboard-period';
import { formatCount } from '../../../lib/format/figures';
import { toShareAddress } from './figure-source';

interface Row {
  /** What its dialog is asked for by. */
  key: string;
  nome: string;
  vendas: number;
  receita: number;
  lucro: number;
  liquido: number | null;
}

interface ShareTablesProps {
  data: DashboardPeriod;
  /** Opens what makes the figures of a row. */
  onAsk: (address: string) => void;
}

/** The period by marketplace, product and supplier. */
export function ShareTables({ data, onAsk }: ShareTablesProps) {
  const marketplaces = data.marketplaces.map(({ marketplace, total }) => ({
    ...total,
    key: toShareAddress('marketplace', marketplace),
    nome: MARKETPLACE_NAMES[marketplace],
  }));
  const withKey = (kind: 'produto' | 'fornecedor') => (row: DashboardPeriod['produtos'][number]) => ({
    ...row,
    key: toShareAddress(kind, row.id),
  });
  return (
    <div className="grid grid-cols-1 gap-5 xl:grid-cols-2">
      <ShareTable title="Por marketplace" rows={marketplaces} onAsk={onAsk} />
      <ShareTable title="Por fornecedor" rows={data.fornecedores.map(withKey('fornecedor'))} onAsk={onAsk} />
      <div className="xl:col-span-2">
        <ShareTable title="Por produto" rows={data.produtos.map(withKey('produto'))} onAsk={onAsk} />
      </div>
    </div>
  );
}

interface ShareTableProps extends Pick<ShareTablesProps, 'onAsk'> {
  title: string;
  rows: readonly Row[];
}

function ShareTable({ title, rows, onAsk }: ShareTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is scrolled with the keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label={title}>
      <table className="tabular w-full text-[13px]">
        <caption className="pb-1.5 text-left font-semibold text-sm">{title}</caption>
        <thead>
          <tr className="border-border border-b text-muted">
            <th scope="col" className="w-full min-w-32 py-1.5 pr-3 text-left font-medium">
              Nome
            </th>
            {['Vendas', 'Receita', 'Lucro', 'Líquido'].map((label) => (
              <th key={label} scope="col" className="px-2 py-1.5 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, nome, vendas, receita, lucro, liquido }) => (
            <tr key={key} className="border-border border-b last:border-0">
              <th scope="row" className="max-w-0 py-1.5 pr-3 text-left font-normal">
                <button
                  type="button"
                  title={`${nome}: por que estes números?`}
                  onClick={() => onAsk(key)}
                  className="block max-w-full truncate text-left underline-offset-4 hover:underline"
                >
                  {nome}
                </button>
              </th>
              {[
                formatCount(vendas),
                formatMoney(receita),
                formatMoney(lucro),
                liquido === null ? '—' : formatMoney(liquido),
              ].map((text, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns stand where they are.
                <td key={index} className="whitespace-nowrap px-2 py-1.5 text-right">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
