import { readOrder } from './features/orders/intake/read-job';
import { pollOrders } from './features/orders/polling/poll-job';
import { checkListing } from './features/publication/jobs/check-job';
import { closeListing } from './features/publication/jobs/close-job';
import { pauseListing } from './features/publication/jobs/pause-job';
import { pushPrice } from './features/publication/jobs/price-job';
import { publishListing } from './features/publication/jobs/publish-job';
import { pushStock } from './features/stock-sync/push-job';
import { reconcile } from './features/stock-sync/reconcile-job';
import type { Handlers } from './jobs/worker';

/** Who does which kind of work. */
export const HANDLERS: Handlers = {
  'listing-publish': publishListing,
  'listing-check': checkListing,
  'listing-pause': pauseListing,
  'listing-close': closeListing,
  'listing-price': pushPrice,
  'stock-push': pushStock,
  reconcile,
  'order-read': readOrder,
  'orders-poll': pollOrders,
};
