import type { Deps } from './core/context';
import { relayPolls } from './features/orders/polling/poll-relay';
import { relayOwedStock } from './features/stock-sync/push-relay';
import { relayReconciliation } from './features/stock-sync/reconcile-relay';
import { forgetNotifications, relayNotifications } from './features/webhooks/relay';

/** Work that looks for something to do again and again, and turns it into jobs. */
export interface Relay {
  /** Milliseconds between the end of one look and the next. */
  every: number;
  /** Safe to run on several servers at once. */
  run: (deps: Deps) => Promise<unknown>;
}

/** Run while some marketplace is real. */
export const RELAYS: Readonly<Record<string, Relay>> = {
  'owed-stock': { every: 1_000, run: relayOwedStock },
  reconciliation: { every: 10 * 60_000, run: relayReconciliation },
  notifications: { every: 1_000, run: relayNotifications },
  'handled-notifications': { every: 60 * 60_000, run: forgetNotifications },
  polls: { every: 30_000, run: relayPolls },
};
