import { formatMoney } from '@esteira/domain/money';
import { nameOrder, nameSuppliers } from '@esteira/domain/orders/order-name';
import type { Order } from '@esteira/validators/orders/order';
import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { DeferredPart } from '../../../lib/deferred-part';
import { When } from '../../../lib/format/when';
import { lazyPart } from '../../../lib/lazy-part';
import { AccountBadge } from '../../../parts/account-badge';
import { MarketplaceMark } from '../../../parts/marketplace-mark';
import { ProductPicture } from '../../../parts/product-picture';
import { paths } from '../../../paths';
import { CopyButton } from '../../../ui/copy-button';
import { Panel } from '../../../ui/panel';
import { Attention } from '../actions/attention';
import { OrderActions } from '../actions/order-actions';
import { useRecentStep } from '../actions/recent-steps';
import { UndoStep } from '../actions/undo-step';
import { DispatchDeadline } from './dispatch-deadline';
import { OrderStatusBadge, OrderTrack } from './order-status';
import { OrderTick } from './order-tick';
import { SentBadge } from './sent-badge';
import { cardIdOf } from './use-load-to-order';

// Histories are opened seldom, and only orders of real marketplaces have a parcel.
const OrderHistory = lazyPart(() => import('./order-history'), 'OrderHistory');
const OrderPayment = lazyPart(() => import('../payment/order-payment'), 'OrderPayment');
const OrderParcel = lazyPart(() => import('../shipping/order-parcel'), 'OrderParcel');

export interface OrderCardProps {
  order: Order;
  /** Whoever came for one order finds it marked. */
  wanted: boolean;
  historyOpen: boolean;
  onToggleHistory: (id: string) => void;
  selected: boolean;
  onSelect: (id: string, ticked: boolean) => void;
  /** Numbers of the orders that travel in the same parcel. */
  mates: readonly string[];
}

/** Memoised: a step of one order must not draw the other cards again. */
export const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, wanted, historyOpen, onToggleHistory, selected, onSelect, mates } = props;
  return (
    <Panel
      id={cardIdOf(order.id)}
      aria-label={`Pedido ${order.ml_order_id}`}
      aria-current={wanted || undefined}
      tabIndex={-1}
      className={clsx(
        'overflow-hidden not-focus-visible:outline-none',
        wanted && 'border-primary ring-2 ring-primary',
        selected && 'border-primary ring-1 ring-primary ring-inset',
      )}
    >
      <OrderTrack order={order} />
      {order.requer_atencao && <Attention order={order} />}
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 p-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,1.6fr)_208px_minmax(0,1fr)_244px]">
        <ProductBlock order={order} selected={selected} onSelect={onSelect} />
        <FiguresBlock order={order} />
        <CustomerBlock order={order} />
        <OrderActions
          order={order}
          historyOpen={historyOpen}
          onToggleHistory={() => onToggleHistory(order.id)}
        />
      </div>
      <DeferredPart className="px-4 pb-4" failure="Não foi possível carregar o pagamento e o envio.">
        <Payment order={order} />
        {order.envio && <OrderParcel order={order} mates={mates} />}
      </DeferredPart>
      {historyOpen && (
        <div id={`historico-${order.id}`} className="border-border border-t bg-background px-4 py-3">
          <DeferredPart failure="Não foi possível carregar o histórico.">
            <OrderHistory id={order.id} />
          </DeferredPart>
        </div>
      )}
    </Panel>
  );
});

function Payment({ order }: { order: Order }) {
  return usePaymentShown(order) ? <OrderPayment order={order} /> : null;
}

function ProductBlock({
  order,
  selected,
  onSelect,
}: Pick<OrderCardProps, 'order' | 'selected' | 'onSelect'>) {
  return (
    <div className="grid grid-cols-1 content-start justify-items-start gap-1.5">
      <div className="flex min-h-12 items-start gap-2">
        <OrderTick order={order} selected={selected} onSelect={onSelect} className="-mt-1 -mr-1 -ml-1" />
        <ProductPicture url={order.imagem_url} className="size-12 rounded-lg" />
        <div className="min-w-0">
          <h2 className="font-semibold [overflow-wrap:anywhere]">{nameOrder(order)}</h2>
          {order.produto_sku && (
            <p className="text-[13px] text-muted [overflow-wrap:anywhere]">{order.produto_sku}</p>
          )}
        </div>
      </div>
      <div className="flex min-h-6 items-center gap-1.5">
        <OrderStatusBadge order={order} />
        <SentBadge order={order} />
        <AccountBadge conta={order.conta} />
        <UndoStep order={order} />
      </div>
      <p className="tabular flex min-w-0 max-w-full items-center gap-1.5 text-[13px] text-muted">
        <MarketplaceMark marketplace={order.marketplace} />
        <span className="truncate">
          {order.marketplace === 'amazon' ? 'Pedido Amazon: #' : 'Pedido ML: #'}
          <Link
            to={paths.orderPage(order.id)}
            className="underline decoration-border underline-offset-4 hover:decoration-current"
          >
            {order.ml_order_id}
          </Link>
        </span>
      </p>
      <p className="text-[13px] text-muted [overflow-wrap:anywhere]">Fornecedor: {nameSuppliers(order)}</p>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        <p className="text-[13px] text-muted">
          Recebido <When date={order.criado_em} />
        </p>
        <DispatchDeadline order={order} />
      </div>
    </div>
  );
}

function FiguresBlock({ order }: { order: Order }) {
  return (
    <dl className="tabular grid content-start gap-y-1">
      <Figure label="Quantidade">{order.quantidade}x</Figure>
      <Figure label="Valor Venda">{formatMoney(order.preco_venda)}</Figure>
      <Figure label="Custo Fornecedor">{formatMoney(order.preco_fornecedor)}</Figure>
      <Figure
        label="Lucro"
        className={clsx('font-semibold', order.lucro < 0 ? 'text-danger-text' : 'text-success-text')}
      >
        {formatMoney(order.lucro)}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  label: string;
  className?: string;
  children: ReactNode;
}

function Figure({ label, className, children }: FigureProps) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className={clsx('ml-auto whitespace-nowrap', className)}>{children}</dd>
    </div>
  );
}

function CustomerBlock({ order }: { order: Order }) {
  return (
    <div className="grid content-start gap-1">
      <h3 className="text-[13px] text-muted">Dados do Cliente</h3>
      <p className="font-medium">
        <Copyable text={order.cliente_nome} label="Copiar nome" />
      </p>
      <p className="text-muted">
        <Copyable text={order.cliente_endereco} label="Copiar endereço" />
      </p>
    </div>
  );
}

/**
 * Its button stands in the line, so that it makes no line higher. It takes the room of the text's padding and adds none:
 * it never wraps onto a line of its own.
 */
function Copyable({ text, label }: { text: string; label: string }) {
  return (
    <>
      <span className="max-sm:pr-10.5 pr-8.5 [overflow-wrap:anywhere]">{text}</span>
      <span className="[&>button]:-my-2 max-sm:-ml-10 -ml-8 inline-block align-middle [&_svg]:size-3.5">
        <CopyButton text={text} label={label} />
      </span>
    </>
  );
}

/** Whether an order waits for its payment, or was just paid: until the list moves on, its card keeps its height. */
function usePaymentShown({ id, status }: Order): boolean {
  const step = useRecentStep(id);
  return status === 'enviado_fornecedor' || (status === 'pago' && step?.action === 'pay');
}
