import { noteRefusedAccount } from './features/connections/refused-account';
import { readCharges } from './features/costs/charges/charge-job';
import { readOrder } from './features/orders/intake/read-job';
import { readMissedOrders } from './features/orders/polling/missed-orders';
import { pollOrders } from './features/orders/polling/poll-job';
import { checkListing } from './features/publication/jobs/check-job';
import { closeListing } from './features/publication/jobs/close-job';
import { pauseListing } from './features/publication/jobs/pause-job';
import { pushPrice } from './features/publication/jobs/price-job';
import { publishListing } from './features/publication/jobs/publish-job';
import { resumeAccount } from './features/publication/resume-account';
import { pushStock } from './features/stock-sync/push-job';
import { reconcile } from './features/stock-sync/reconcile-job';
import { createEngine, type Engine, type EngineOptions } from './jobs/engine';
import type { Handlers } from './jobs/job-handler';
import { RELAYS } from './schedule';

/** Who does which kind of work. */
export const HANDLERS: Handlers = {
  'listing-publish': publishListing,
  'listing-check': checkListing,
  'listing-pause': pauseListing,
  'listing-close': closeListing,
  'listing-price': pushPrice,
  'stock-push': pushStock,
  reconcile,
  'account-resume': resumeAccount,
  'order-read': readOrder,
  'order-charges': readCharges,
  'orders-poll': pollOrders,
  'orders-missed': readMissedOrders,
};

export type Background = Engine;

export type BackgroundOptions = Partial<EngineOptions> & Pick<EngineOptions, 'onFailure'>;

/** The background work of this server, with everything that does it. To be started only where a marketplace is real. */
export function createBackground(options: BackgroundOptions): Background {
  return createEngine({
    handlers: HANDLERS,
    relays: RELAYS,
    onRefusedAccount: noteRefusedAccount,
    ...options,
  });
}
