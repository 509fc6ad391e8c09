import type { Order } from '@esteira/validators/orders/order';
import { useCallback, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/lazy-part';
import { usePhone } from '../../../lib/use-media';
import { useClickGuard } from '../actions/step-pause';
import type { OrderSelection } from '../bulk/use-order-selection';
import { packMates } from '../shipping/parcel-labels';
import { useNextStep } from '../stable-list/use-next-step';
import { OrderCard } from './order-card';
import { useOrderWindow } from './use-order-window';
import { useScrollToOrder } from './use-scroll-to-order';

export interface OrderListProps {
  orders: Order[];
  /** How many there are with those not loaded yet; unknown while the server counts. */
  total: number | undefined;
  /** The order that the URL names. */
  wanted: string | null;
  busy: boolean;
  selection: Pick<OrderSelection, 'ids' | 'toggle'>;
}

// Wide windows do without.
const OrderPhoneRow = lazyPart(() => import('./order-phone-row'), 'OrderPhoneRow', {
  fallback: <div className="h-28" />,
});

const ALONE: readonly string[] = [];

/** Only the cards near the window are in the document, however many orders there are. */
export function OrderList({ orders, total, wanted, busy, selection }: OrderListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { virtualizer, top, positions, focus } = useOrderWindow(list, orders);
  const [openHistories, toggleHistory] = useOpenHistories();
  const mates = useMemo(() => packMates(orders), [orders]);
  const wantedIndex = wanted === null ? undefined : positions.get(wanted);
  useScrollToOrder(wanted, wantedIndex, virtualizer);
  useNextStep(orders, (index) => virtualizer.scrollToIndex(index, { align: 'auto' }));
  useClickGuard(list);
  const Card = usePhone() ? OrderPhoneRow : OrderCard;

  return (
    <ul
      ref={list}
      data-orders
      aria-busy={busy}
      tabIndex={-1}
      className="relative focus:outline-none"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const order = orders[index];
        return (
          order && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-item={order.id}
              aria-setsize={total ?? -1}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <Card
                order={order}
                wanted={order.id === wanted}
                historyOpen={openHistories.has(order.id)}
                onToggleHistory={toggleHistory}
                selected={selection.ids.has(order.id)}
                onSelect={selection.toggle}
                mates={mates.get(order.id) ?? ALONE}
              />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Kept here: a card that scrolls away and comes back is as it was left. */
function useOpenHistories() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string) => {
    setOpen((current) => {
      const next = new Set(current);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  return [open, toggle] as const;
}
