import { pollOrders } from '../features/orders/poll-job';
import { readOrder } from '../features/orders/read-job';
import { checkListing } from '../features/publication/listing-check-job';
import { closeListing } from '../features/publication/listing-close-job';
import { pauseListing } from '../features/publication/listing-pause-job';
import { pushPrice } from '../features/publication/listing-price-job';
import { publishListing } from '../features/publication/listing-publish-job';
import { pushStock } from '../features/stock-sync/push-job';
import { reconcile } from '../features/stock-sync/reconcile-job';
import type { Handlers } from './worker';

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
