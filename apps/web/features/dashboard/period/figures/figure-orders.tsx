import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import { mayBeBilled } from '@esteira/domain/profit/facts/typed-cost';
import { countText } from '@esteira/domain/text/count-text';
import type { PeriodOrder } from '@esteira/validators/dashboards/period-orders';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { formatCount } from '../../../../lib/format/figures';
import { When } from '../../../../lib/format/when';
import { paths } from '../../../../paths';
import { type FigureSource, KNOWN_REVENUE } from './figure-source';

type Summed = FigureSource['figure'];

interface FigureOrdersProps {
  orders: readonly PeriodOrder[];
  source: FigureSource;
  /** Whether there are no more of them. */
  isWhole: boolean;
}

/** Each order with what it brings to the figure, and their sum. */
export function FigureOrders({ orders, source, isWhole }: FigureOrdersProps) {
  const { figure } = source;
  return (
    <section aria-label="Pedidos" className="grid grid-cols-1 gap-1">
      <h3 className="font-semibold text-sm">
        {isWhole
          ? `Pedidos (${formatCount(orders.length)})`
          : `Pedidos (${formatCount(orders.length)} de ${formatCount(source.total.vendas)})`}
      </h3>
      <ol className="divide-y divide-border text-[13px]">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} source={source} />
        ))}
      </ol>
      <p className="tabular flex justify-between gap-4 border-border border-t pt-2 font-semibold text-[13px]">
        {isWhole ? 'Soma' : 'Soma destes pedidos'}
        <span>{sumUp(orders, figure)}</span>
      </p>
    </section>
  );
}

function OrderRow({ order, source }: { order: PeriodOrder; source: FigureSource }) {
  const { figure } = source;
  const amount = amountOf(order, figure);
  return (
    <li className="grid grid-cols-1 gap-0.5 py-2">
      <p className="flex items-baseline justify-between gap-4">
        <span className="truncate">{order.produto_nome}</span>
        <span
          className={clsx(
            'tabular shrink-0 font-semibold',
            amount !== null && amount < 0 && 'text-danger-text',
          )}
        >
          {figure === 'vendas' ? '1' : amount === null ? '—' : formatMoney(amount)}
        </span>
      </p>
      <p className="tabular flex flex-wrap items-baseline justify-between gap-x-4 text-muted">
        <span>
          <Link
            to={paths.orderPage(order.id)}
            className="text-primary-text underline-offset-4 hover:underline [overflow-wrap:anywhere]"
          >
            Pedido #{order.ml_order_id}
          </Link>
          {' · '}
          <When date={order.criado_em} />
        </span>
        <span>{explain(order, source)}</span>
      </p>
    </li>
  );
}

function amountOf(order: PeriodOrder, figure: Summed): number | null {
  if (figure === 'vendas') return 1;
  if (figure === KNOWN_REVENUE) return order.custos === null ? null : order.preco_venda;
  return figure === 'receita' ? order.preco_venda : order[figure];
}

/** How the amount of an order comes about. */
export function explain(
  order: PeriodOrder,
  { figure, filter }: Pick<FigureSource, 'figure' | 'filter'>,
): string {
  const { quantidade, preco_venda, lucro, custos, cobrado } = order;
  const units = countText(quantidade, 'unidade', 'unidades');
  const state = cobrado ? 'cobrado' : 'estimado';
  switch (figure) {
    case 'lucro':
      return `${formatMoney(preco_venda)} − ${formatMoney(fromCents(toCents(preco_venda) - toCents(lucro)))}`;
    case 'custo':
      return custos === null
        ? 'faltam dados dos custos'
        : // What the marketplace does not take is not charged.
          `de ${formatMoney(preco_venda)}${filter.custo && mayBeBilled(filter.custo) ? `, ${state}` : ''}`;
    case 'liquido':
      return custos === null
        ? 'faltam dados dos custos'
        : `${formatMoney(preco_venda)} − ${formatMoney(custos)}, ${state}`;
    case KNOWN_REVENUE:
      return custos === null ? 'faltam dados dos custos' : units;
    default:
      return units;
  }
}

/** In whole cents, as the figure itself. */
export function sumUp(orders: readonly PeriodOrder[], figure: Summed): string {
  if (figure === 'vendas') return formatCount(orders.length);
  const cents = orders.reduce((sum, order) => sum + toCents(amountOf(order, figure) ?? 0), 0);
  return formatMoney(fromCents(cents));
}
