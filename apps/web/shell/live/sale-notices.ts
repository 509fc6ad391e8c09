import type { LiveChange } from '@esteira/validators/live';

export type NewSale = Extract<LiveChange, { tipo: 'pedido' }>;

interface NoticeOptions {
  showOne: (sale: NewSale) => void;
  /** Takes the place of the notices of these sales, and of an earlier count. */
  showCount: (count: number, instead: readonly NewSale[]) => void;
  /** Whether this tab has made the sale itself and said so; undefined while that is not known. */
  isOwn: (sale: NewSale) => boolean | undefined;
}

const GATHER_MS = 300;
/** As long as a toast is seen, and as many as are seen at once (docs/product-rules/web-app.md#toasts). */
const SEEN_MS = 4000;
const MAX_NAMED = 3;

/** Tells of new sales: by name while they are few, by number when many arrive at once. */
export function createSaleNotices({ showOne, showCount, isOwn }: NoticeOptions) {
  let waiting: NewSale[] = [];
  let named: { sale: NewSale; at: number }[] = [];
  let crowd = { count: 0, at: 0 };
  let timer: number | undefined;

  function flush() {
    timer = undefined;
    const now = Date.now();
    const arrived = waiting.filter((sale) => isOwn(sale) === false);
    waiting = waiting.filter((sale) => isOwn(sale) === undefined);
    if (waiting.length > 0) schedule();
    if (arrived.length === 0) return;
    named = named.filter(({ at }) => now - at < SEEN_MS);
    if (now - crowd.at >= SEEN_MS) crowd = { count: 0, at: 0 };
    if (crowd.count === 0 && named.length + arrived.length <= MAX_NAMED) {
      for (const sale of arrived) showOne(sale);
      named.push(...arrived.map((sale) => ({ sale, at: now })));
      return;
    }
    crowd = { count: crowd.count + named.length + arrived.length, at: now };
    const instead = named.map(({ sale }) => sale);
    named = [];
    showCount(crowd.count, instead);
  }

  function schedule() {
    timer ??= window.setTimeout(flush, GATHER_MS);
  }

  return {
    arrived(sale: NewSale) {
      waiting.push(sale);
      schedule();
    },
    stop: () => window.clearTimeout(timer),
  };
}
