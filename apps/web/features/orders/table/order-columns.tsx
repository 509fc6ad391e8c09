import { formatMoney } from '@esteira/domain/money';
import { findDeadline } from '@esteira/domain/orders/dispatch-deadline';
import { nameOrder, nameSuppliers } from '@esteira/domain/orders/order-name';
import type { Order } from '@esteira/validators/orders/order';
import { createColumnHelper, tableFeatures } from '@tanstack/react-table';
import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { formatDeadline, isNear } from '../../../lib/format/deadline';
import { useMinute } from '../../../lib/format/minute-clock';
import { When } from '../../../lib/format/when';
import { MarketplaceMark } from '../../../parts/marketplace-mark';
import { ProductPicture } from '../../../parts/product-picture';
import { paths } from '../../../paths';
import { StepButton } from '../actions/order-actions';
import { UndoStep } from '../actions/undo-step';
import { OrderStatusBadge } from '../list/order-status';
import { findState } from './buyer-state';

/** Rows come as the server sorts and pages them. */
export const ORDER_TABLE_FEATURES = tableFeatures({});

const column = createColumnHelper<typeof ORDER_TABLE_FEATURES, Order>();
const number = 'tabular block truncate text-right text-[13px]';

/** What a row says of its order, from left to right. */
export const ORDER_COLUMNS = column.columns([
  column.display({ id: 'pedido', header: 'Pedido', cell: ({ row }) => <NumberCell order={row.original} /> }),
  column.display({
    id: 'produto',
    header: 'Produto',
    cell: ({ row }) => <ProductCell order={row.original} />,
  }),
  column.display({
    id: 'comprador',
    header: 'Comprador',
    cell: ({ row }) => <BuyerCell order={row.original} />,
  }),
  column.accessor('fornecedor_nome', {
    id: 'fornecedor',
    header: 'Fornecedor',
    cell: ({ getValue }) => <Line text={getValue()} />,
  }),
  column.accessor('preco_venda', {
    id: 'valor',
    header: 'Valor',
    cell: ({ getValue }) => <span className={number}>{formatMoney(getValue())}</span>,
  }),
  column.accessor('lucro', {
    id: 'lucro',
    header: 'Lucro',
    cell: ({ getValue }) => (
      <span className={clsx(number, getValue() < 0 ? 'text-danger-text' : 'text-success-text')}>
        {formatMoney(getValue())}
      </span>
    ),
  }),
  column.display({ id: 'idade', header: 'Idade', cell: ({ row }) => <DueCell order={row.original} /> }),
  column.display({ id: 'status', header: 'Status', cell: ({ row }) => <StatusCell order={row.original} /> }),
  column.display({
    id: 'acao',
    header: 'Ação',
    cell: ({ row }) => <StepButton order={row.original} isDense />,
  }),
]);

function Line({ text, title = text, className }: { text: string; title?: string; className?: string }) {
  return (
    <span title={title} className={clsx('block truncate text-[13px] leading-4', className)}>
      {text}
    </span>
  );
}

function NumberCell({ order }: { order: Order }) {
  return (
    <span className="flex items-center gap-1">
      <MarketplaceMark marketplace={order.marketplace} />
      <span className="grid">
        <Link
          to={paths.orderPage(order.id)}
          title={order.conta === null ? order.ml_order_id : `${order.ml_order_id} · ${order.conta.nome}`}
          className="tabular whitespace-nowrap text-xs underline decoration-border underline-offset-4 hover:decoration-current"
        >
          <span aria-hidden>{toShortNumber(order.ml_order_id)}</span>
          <span className="sr-only">{order.ml_order_id}</span>
        </Link>
        {/* Where there is no room for its column. */}
        <span className="tabular text-[11px] text-muted leading-3.5 @min-[860px]:hidden">
          {formatMoney(order.preco_venda)}
        </span>
      </span>
      {order.requer_atencao && (
        <span title={`Requer atenção: ${order.motivo_atencao}`} className="shrink-0 text-warning-text">
          <TriangleAlert aria-hidden className="size-4" />
          <span className="sr-only">Requer atenção: {order.motivo_atencao}</span>
        </span>
      )}
    </span>
  );
}

const SHOWN_DIGITS = 6;

/** Its end, which tells one order from another. */
function toShortNumber(number: string): string {
  return number.length > SHOWN_DIGITS + 1 ? `…${number.slice(-SHOWN_DIGITS)}` : number;
}

function ProductCell({ order }: { order: Order }) {
  const { quantidade, itens, produto_nome, produto_sku, cliente_nome } = order;
  const [name, supplier] = [nameOrder(order), nameSuppliers(order)];
  return (
    <span className="flex min-w-0 items-center gap-2">
      <ProductPicture url={order.imagem_url} className="size-7 rounded @max-[860px]:hidden" />
      <span className="min-w-0">
        <span className="flex items-baseline gap-1 text-[13px] leading-4">
          <Line
            title={itens.length > 1 ? name : undefined}
            text={itens.length === 1 && quantidade > 1 ? `${quantidade}x ${name}` : produto_nome}
            className="min-w-0 font-medium"
          />
          {itens.length > 1 && (
            // Beside the name, which may be cut.
            <span className="shrink-0 text-muted">
              <span aria-hidden>+{itens.length - 1}</span>
              <span className="sr-only">{name.slice(produto_nome.length)}</span>
            </span>
          )}
        </span>
        <span className="block truncate text-[11px] text-muted leading-3.5">
          {produto_sku && <span>{produto_sku}</span>}
          {/* Where there is no room for columns of their own. */}
          <span className="@min-[960px]:hidden">
            {produto_sku && ' · '}
            {cliente_nome}
          </span>
          <span className="@max-[960px]:hidden @min-[1400px]:hidden">
            {produto_sku && ' · '}
            <span title={supplier}>{supplier}</span>
          </span>
        </span>
      </span>
    </span>
  );
}

function BuyerCell({ order: { cliente_nome, cliente_endereco } }: { order: Order }) {
  const state = findState(cliente_endereco);
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <Line text={cliente_nome} className="min-w-0" />
      {state && <span className="shrink-0 text-[11px] text-muted">{state}</span>}
    </span>
  );
}

function StatusCell({ order }: { order: Order }) {
  return (
    <span className="grid grid-cols-1 justify-items-start">
      <OrderStatusBadge
        order={order}
        className="py-0! text-[11px]! leading-4 @max-[860px]:whitespace-normal! @max-[860px]:rounded-md! @max-[860px]:leading-3.5! [&>svg]:shrink-0"
      />
      <UndoStep order={order} isDense />
    </span>
  );
}

/** How old an order is, and until when it must be dispatched; once that is past only that, in red. */
function DueCell({ order }: { order: Order }) {
  useMinute();
  const now = new Date();
  const deadline = findDeadline(order);
  const isLate = deadline !== null && deadline <= now;
  return (
    <span className="grid text-[13px] leading-4">
      {isLate ? (
        <span className="flex items-center gap-0.5 font-semibold text-danger-text">
          <TriangleAlert aria-hidden className="size-3 shrink-0" />
          Atrasado
        </span>
      ) : (
        <When date={order.criado_em} />
      )}
      {deadline && (
        <span
          className={clsx(
            'tabular block truncate text-[11px] leading-3.5',
            isLate ? 'text-danger-text' : isNear(deadline, now) ? 'text-warning-text' : 'text-muted',
          )}
          title={`Despachar até ${formatDeadline(deadline, now)}`}
        >
          <span className="sr-only">Despachar </span>
          até {formatDeadline(deadline, now)}
        </span>
      )}
    </span>
  );
}
