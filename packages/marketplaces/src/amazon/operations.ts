import type { CallRate } from '../call-limiter';

type Operation = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; rate: CallRate };

const LISTING = '/listings/2021-08-01/items/{sellerId}/{sku}';
const ORDERS = '/orders/2026-01-01/orders';
const INVOICE = '/delivery/2022-07-01/invoice';

/**
 * The operations of the SP-API that are used, by their names in the official models, with Amazon's default usage
 * plan for each (marketplaces.md §2.3). `{sellerId}` is filled in from the account of the call.
 */
export const OPERATIONS = {
  getMarketplaceParticipations: {
    method: 'GET',
    path: '/sellers/v1/marketplaceParticipations',
    rate: { perSecond: 0.016, burst: 15 },
  },
  searchCatalogItems: {
    method: 'GET',
    path: '/catalog/2022-04-01/items',
    rate: { perSecond: 2, burst: 2 },
  },
  getListingsRestrictions: {
    method: 'GET',
    path: '/listings/2021-08-01/restrictions',
    rate: { perSecond: 5, burst: 10 },
  },
  searchListingsItems: {
    method: 'GET',
    path: '/listings/2021-08-01/items/{sellerId}',
    rate: { perSecond: 5, burst: 5 },
  },
  putListingsItem: { method: 'PUT', path: LISTING, rate: { perSecond: 5, burst: 10 } },
  getListingsItem: { method: 'GET', path: LISTING, rate: { perSecond: 5, burst: 10 } },
  patchListingsItem: { method: 'PATCH', path: LISTING, rate: { perSecond: 5, burst: 5 } },
  deleteListingsItem: { method: 'DELETE', path: LISTING, rate: { perSecond: 5, burst: 5 } },
  searchOrders: { method: 'GET', path: ORDERS, rate: { perSecond: 0.0056, burst: 20 } },
  getOrder: { method: 'GET', path: `${ORDERS}/{orderId}`, rate: { perSecond: 0.5, burst: 30 } },
  confirmShipment: {
    method: 'POST',
    path: '/orders/v0/orders/{orderId}/shipmentConfirmation',
    rate: { perSecond: 2, burst: 10 },
  },
  createScheduledPackageBulk: {
    method: 'POST',
    path: '/easyShip/2022-03-23/packages/bulk',
    rate: { perSecond: 1, burst: 5 },
  },
  submitInvoice: { method: 'POST', path: INVOICE, rate: { perSecond: 1.133, burst: 25 } },
  getInvoiceStatus: { method: 'GET', path: `${INVOICE}/status`, rate: { perSecond: 1.133, burst: 25 } },
} as const satisfies Record<string, Operation>;

/** The model's operationId. */
export type OperationName = keyof typeof OPERATIONS;
