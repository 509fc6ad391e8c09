import type { Order } from '@esteira/validators/orders/order';
import type { OrderDetails } from '@esteira/validators/orders/order-details';
import { useDeferredValue, useRef } from 'react';
import { DeferredPart } from '../../../lib/deferred-part';
import { When } from '../../../lib/format/when';
import { lazyPart } from '../../../lib/lazy-part';
import { AccountBadge } from '../../../parts/account-badge';
import { MarketplaceMark } from '../../../parts/marketplace-mark';
import { CopyButton } from '../../../ui/copy-button';
import { Panel } from '../../../ui/panel';
import { Attention } from '../actions/attention';
import { OrderActions } from '../actions/order-actions';
import { useClickGuard } from '../actions/step-pause';
import { UndoStep } from '../actions/undo-step';
import { DispatchDeadline } from '../list/dispatch-deadline';
import { OrderStatusBadge, OrderTrack } from '../list/order-status';
import { SentBadge } from '../list/sent-badge';
import { cardIdOf } from '../list/use-load-to-order';
import { StepAnnouncement } from '../stable-list/step-announcement';
import { BuyerPanel } from './buyer-panel';
import { OrderTimeline } from './order-timeline';
import { ProductPanel } from './product-panel';
import { SupplierPanel } from './supplier-panel';

// The page is read before its costs are asked for.
const CostPanel = lazyPart(() => import('./costs/cost-panel'), 'CostPanel');
// Only orders of real marketplaces have a parcel.
const OrderParcel = lazyPart(() => import('../shipping/order-parcel'), 'OrderParcel');

export function OrderView({ details }: { details: OrderDetails }) {
  const { pedido: order, produto, fornecedor } = details;
  // What is seen after scrolling is drawn right after the beginning of the page was painted.
  const isTime = useDeferredValue(true, false);
  return (
    <>
      <Head order={order} />
      <StepAnnouncement counts={undefined} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_340px] xl:grid-cols-[minmax(0,1fr)_400px]">
        {/* What is done and with whom, then what was sold and what it leaves: two columns of about one height. */}
        <div className="grid grid-cols-1 gap-5">
          <Progress order={order} mates={details.mesmo_pacote} />
          <div className="@container">
            <div className="grid grid-cols-1 gap-5 @xl:grid-cols-2">
              <BuyerPanel details={details} />
              <SupplierPanel order={order} supplier={fornecedor} />
            </div>
          </div>
          {isTime && <OrderTimeline details={details} />}
        </div>
        <div className="grid grid-cols-1 gap-5">
          <ProductPanel order={order} product={produto} />
          {isTime && (
            <DeferredPart failure="Não foi possível carregar os custos.">
              <CostPanel order={order} />
            </DeferredPart>
          )}
        </div>
      </div>
    </>
  );
}

function Head({ order }: { order: Order }) {
  return (
    <header className="grid gap-1">
      <div className="flex items-center gap-2">
        <h1 className="tabular min-w-0 font-semibold text-xl tracking-tight [overflow-wrap:anywhere] max-sm:text-lg">
          Pedido #{order.ml_order_id}
        </h1>
        <CopyButton text={order.ml_order_id} label="Copiar número do pedido" />
      </div>
      <p className="flex flex-wrap items-center gap-1.5 text-muted">
        <MarketplaceMark marketplace={order.marketplace} />
        <span>
          Recebido <When date={order.criado_em} />
        </span>
        <AccountBadge conta={order.conta} />
      </p>
    </header>
  );
}

/** Where the order stands, and its next step: taken as on the card, with the same pause and the same way back. */
function Progress({ order, mates }: { order: Order; mates: readonly string[] }) {
  const area = useRef<HTMLDivElement>(null);
  useClickGuard(area);
  return (
    <div ref={area} data-order={order.id}>
      <Panel
        id={cardIdOf(order.id)}
        aria-label="Andamento"
        tabIndex={-1}
        className="@container overflow-hidden not-focus-visible:outline-none"
      >
        <OrderTrack order={order} />
        {order.requer_atencao && <Attention order={order} />}
        <div className="grid grid-cols-1 gap-4 p-4 @md:grid-cols-[minmax(0,1fr)_200px]">
          <div className="grid content-start justify-items-start gap-1.5">
            <h2 className="text-[13px] text-muted">Status</h2>
            <div className="flex min-h-6 flex-wrap items-center gap-1.5">
              <OrderStatusBadge order={order} />
              <SentBadge order={order} />
              <UndoStep order={order} />
            </div>
            <DispatchDeadline order={order} />
          </div>
          <OrderActions order={order} />
        </div>
        {order.envio && (
          <DeferredPart className="px-4 pb-4" failure="Não foi possível carregar o envio.">
            <OrderParcel order={order} mates={mates} />
          </DeferredPart>
        )}
      </Panel>
    </div>
  );
}
