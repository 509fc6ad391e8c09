import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import type { ProductSort } from '@esteira/domain/products/product-sort';
import { marginOf, profitOf } from '@esteira/domain/profit/gross-profit';
import type { Product } from '@esteira/validators/products/product';
import { createColumnHelper, tableFeatures } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { formatPercent } from '../../../lib/format/figures';
import { MarketplaceMark } from '../../../parts/marketplace-mark';
import { CHANNELS } from '../channels/channels';
import { FIELD_LABELS } from './cells/cell-values';

/** Of the table's own features none is needed: the server sorts and filters, the virtualiser cuts. */
export const FEATURES = tableFeatures({});

const helper = createColumnHelper<typeof FEATURES, Product>();

/** How a column stands in the grid. */
interface ColumnLayout {
  id: string;
  label: string;
  /** As a track of CSS grid. */
  track: string;
  /** The least width of the table, in pixels, at which the column is shown. */
  from: number;
  isNumber?: boolean;
  sort?: { up: ProductSort; down?: ProductSort };
}

/** The column of what else can be done to a product. */
export const ROW_ACTS = 'acoes';

/** For those alone who may change something. */
const ACTING = ['selecao', ROW_ACTS];

const LAYOUT: ColumnLayout[] = [
  { id: 'selecao', label: 'Seleção', track: '2.5rem', from: 0 },
  { id: 'nome', label: 'Produto', track: 'minmax(11rem, 1fr)', from: 0, sort: { up: 'nome' } },
  { id: 'sku', label: 'SKU', track: '6.5rem', from: 1345 },
  { id: 'fornecedor', label: 'Fornecedor', track: 'minmax(9rem, 0.4fr)', from: 1240 },
  {
    ...{
      id: 'preco_venda_ml',
      label: FIELD_LABELS.preco_venda_ml,
      track: '6.25rem',
      from: 0,
      isNumber: true,
    },
    sort: { up: 'menor_preco', down: 'maior_preco' },
  },
  {
    ...{ id: 'preco_venda_amazon', label: FIELD_LABELS.preco_venda_amazon, track: '7rem', from: 0 },
    isNumber: true,
  },
  { id: 'preco_fornecedor', label: FIELD_LABELS.preco_fornecedor, track: '5.75rem', from: 0, isNumber: true },
  {
    ...{ id: 'estoque', label: FIELD_LABELS.estoque, track: '6rem', from: 0, isNumber: true },
    sort: { up: 'menor_estoque', down: 'maior_estoque' },
  },
  {
    ...{ id: 'lucro', label: 'Lucro', track: '10.5rem', from: 830, isNumber: true },
    sort: { up: 'menor_margem', down: 'maior_margem' },
  },
  { id: 'liquido', label: 'Líquido estimado', track: '9rem', from: 1095, isNumber: true },
  { id: 'anuncios', label: 'Anúncios', track: '7.5rem', from: 950 },
  { id: ROW_ACTS, label: 'Ações', track: '2.75rem', from: 660 },
];

export type Column = ColumnLayout;

/** The columns that a table of this width has room for. */
export function columnsFor(width: number, mayChange: boolean): Column[] {
  return LAYOUT.filter(({ id, from }) => width >= from && (mayChange || !ACTING.includes(id)));
}

/** What the columns show that neither act nor are edited; the rows draw the others. */
const READ_ONLY: Readonly<Record<string, (product: Product) => React.ReactNode>> = {
  sku: ({ sku }) => <span className="truncate text-muted">{sku}</span>,
  lucro: (product) => <ProfitCell product={product} />,
};

export function toTableColumns(columns: Column[]) {
  return helper.columns(
    columns.map(({ id, label }) =>
      helper.display({ id, header: label, cell: ({ row }) => READ_ONLY[id]?.(row.original) ?? null }),
    ),
  );
}

/** Profit and margin on each marketplace that has a price. */
function ProfitCell({ product }: { product: Product }) {
  const { preco_fornecedor } = product;
  return (
    <span className="grid w-full justify-items-end gap-0.5 leading-tight">
      {CHANNELS.map(({ marketplace, priceOf }) => {
        const preco_venda = priceOf(product);
        if (preco_venda === null) return null;
        const profit = profitOf({ preco_venda, preco_fornecedor });
        const margin = marginOf({ preco_venda, preco_fornecedor });
        return (
          <span
            key={marketplace}
            className="grid w-full grid-cols-[auto_1fr_3.25rem] items-center gap-x-1 whitespace-nowrap"
          >
            <MarketplaceMark marketplace={marketplace} />
            <span className="sr-only">{MARKETPLACE_NAMES[marketplace]} </span>
            <span className={clsx(profit < 0 ? 'font-medium text-danger-text' : 'text-success-text')}>
              {formatMoney(profit)}
            </span>
            <span className="text-muted text-xs">{margin !== null && formatPercent(margin)}</span>
          </span>
        );
      })}
    </span>
  );
}
