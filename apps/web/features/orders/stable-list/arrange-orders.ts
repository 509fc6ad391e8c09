import type { Order } from '@esteira/validators/orders/order';

export interface Arrangement {
  /** Which list it is of: another filter starts with its own orders. */
  list: string | null;
  orders: Order[];
  /** How many new orders wait above. */
  waiting: number;
  /** How many orders are shown that the list no longer has. */
  kept: number;
}

export const NOTHING_YET: Arrangement = { list: null, orders: [], waiting: 0, kept: 0 };

interface Incoming {
  /** Null while the orders are still those of the list before. */
  list: string | null;
  orders: Order[];
  /** Orders that just took a step keep their place. */
  steps: ReadonlyMap<string, { order: Order }>;
  /** Whether new orders would move what is being read. */
  isScrolled: boolean;
  /** The order that was asked for is shown at once. */
  wanted: string | null;
}

/** Shows the orders of a list so that nothing moves under the pointer. */
export function arrangeOrders(before: Arrangement, incoming: Incoming): Arrangement {
  const { orders, steps } = incoming;
  const list = incoming.list ?? before.list;
  if (before.list !== list) return { list, orders, waiting: 0, kept: 0 };
  const waiting = incoming.isScrolled ? findWaiting(before, incoming) : new Set<string>();
  const shown = waiting.size === 0 ? orders : orders.filter(({ id }) => !waiting.has(id));
  const present = new Set(orders.map(({ id }) => id));
  const kept = before.orders.filter(({ id }) => steps.has(id) && !present.has(id));
  return {
    list,
    orders: kept.length === 0 ? shown : insertInPlace(before.orders, shown, steps),
    waiting: waiting.size,
    kept: kept.length,
  };
}

/** Orders that were not shown before and stand above one that was; those below are the next page. */
function findWaiting({ orders: known }: Arrangement, { orders, wanted }: Incoming): ReadonlySet<string> {
  const ids = new Set(known.map(({ id }) => id));
  const last = orders.findLastIndex(({ id }) => ids.has(id));
  const arrived = orders.slice(0, Math.max(last, 0)).filter(({ id }) => !ids.has(id));
  return new Set(arrived.some(({ id }) => id === wanted) ? [] : arrived.map(({ id }) => id));
}

/** Puts what the list no longer has behind the order that it followed. */
function insertInPlace(before: Order[], shown: Order[], steps: Incoming['steps']): Order[] {
  const present = new Set(shown.map(({ id }) => id));
  const first: Order[] = [];
  const followers = new Map<string, Order[]>();
  let behind = first;
  for (const { id } of before) {
    const kept = present.has(id) ? undefined : steps.get(id);
    if (kept) behind.push(kept.order);
    if (!present.has(id)) continue;
    behind = [];
    followers.set(id, behind);
  }
  return [...first, ...shown.flatMap((order) => [order, ...(followers.get(order.id) ?? [])])];
}
