import type { CallRate } from '../call-limiter';

/**
 * What one seller's account may spend per operation. Mercado Livre publishes no numbers, only that the limit is per
 * application and endpoint (marketplaces.md §1.12); these stay under 10 calls per second for a busy account.
 */
export const RATES = {
  'ml.users.read': { perSecond: 1, burst: 5 },
  'ml.items.search': { perSecond: 3, burst: 10 },
  'ml.items.read': { perSecond: 5, burst: 20 },
  'ml.items.validate': { perSecond: 2, burst: 10 },
  'ml.items.create': { perSecond: 2, burst: 10 },
  'ml.items.update': { perSecond: 5, burst: 20 },
  'ml.items.description': { perSecond: 2, burst: 10 },
  'ml.items.listing_type': { perSecond: 1, burst: 5 },
  'ml.families.read': { perSecond: 2, burst: 10 },
  'ml.families.update': { perSecond: 1, burst: 5 },
  'ml.pictures.read': { perSecond: 2, burst: 10 },
  'ml.categories.read': { perSecond: 3, burst: 20 },
  'ml.orders.search': { perSecond: 2, burst: 10 },
  'ml.orders.read': { perSecond: 5, burst: 20 },
  'ml.shipments.read': { perSecond: 5, burst: 20 },
  'ml.shipments.notify': { perSecond: 2, burst: 10 },
  'ml.invoices.read': { perSecond: 2, burst: 10 },
  'ml.invoices.send': { perSecond: 2, burst: 10 },
  'ml.labels.read': { perSecond: 2, burst: 10 },
  // The list is read from its beginning, of as many pages as orders.ts allows: a reading must fit into the burst.
  'ml.missed_feeds.read': { perSecond: 1, burst: 60 },
} as const satisfies Record<string, CallRate>;

export type Operation = keyof typeof RATES;
