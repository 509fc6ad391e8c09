import { type FakeReply, type FakeRequest, refuse } from './exchange';
import { freeShipping, listingPrices } from './fees';
import { CATEGORIES, categoryBody, discover } from './items/catalogue';
import { readFamily, renameFamily } from './items/families';
import { changeListingType } from './items/item-revision';
import {
  changeItem,
  createItem,
  describeItem,
  pictureErrors,
  readItem,
  searchItems,
  validateItem,
} from './items/items';
import { fullStock, readStock, searchStores, writeStock } from './items/stock';
import { revokeApplication, tokenEndpoint, userOf } from './oauth';
import { missedFeeds, readOrder, readShipment, searchOrders, shipmentCosts } from './orders';
import { invoiceData, labels, sellerNotification } from './parcels';
import type { FakeSeller, FakeState } from './state';

type Handler = (state: FakeState, request: FakeRequest, seller: FakeSeller) => FakeReply;

type Route = {
  method: string;
  path: RegExp;
  /** The query parameters that the call may have; `!` marks one that it must have. */
  query: readonly string[];
  handle: Handler;
};

const ORDER_SEARCH = ['seller!', 'order.date_last_updated.from!', 'sort', 'offset', 'limit'];

const LISTING_PRICES = '/sites/MLB/listing_prices';
const PRICED_BY = [
  'category_id',
  'listing_type_id',
  'currency_id',
  'logistic_type',
  'shipping_mode',
  'billable_weight',
];
const FREIGHT_BY = [
  ...['item_id', 'dimensions', 'item_price', 'listing_type_id', 'mode', 'condition', 'logistic_type'],
  ...['free_shipping', 'verbose'],
];

const ROUTES: readonly Route[] = [
  route('GET /users/me', [], (_state, _request, seller) => ({ status: 200, body: userOf(seller) })),
  route('DELETE /users/:id/applications/:id', [], revokeApplication),
  route('GET /users/:id/items/search', ['seller_sku', 'sku'], searchItems),
  route('GET /users/:id/shipping_options/free', FREIGHT_BY, freeShipping),
  route(`GET ${LISTING_PRICES}`, ['price!', ...PRICED_BY], listingPrices),
  route('GET /sites/MLB/domain_discovery/search', ['q!', 'limit'], (_state, { query }) => ({
    status: 200,
    body: discover(query.get('q') ?? '').slice(0, Number(query.get('limit') ?? 1)),
  })),
  route('GET /categories/:id', [], (_state, { ids }) => category(ids[0], categoryBody)),
  route('GET /categories/:id/attributes', [], (_state, { ids }) =>
    category(ids[0], (found) => found.attributes),
  ),
  route('POST /items/validate', [], (_state, request, seller) => validateItem(request, seller)),
  route('POST /items', [], createItem),
  route('POST /items/multiwarehouse', [], createItem),
  route('GET /inventories/:id/stock/fulfillment', [], fullStock),
  route('GET /users/:id/stores/search', ['tags!'], searchStores),
  route('GET /user-products/:id/stock', [], readStock),
  route('PUT /user-products/:id/stock/type/seller_warehouse', [], writeStock),
  route('GET /items/:id', ['include_attributes'], readItem),
  route('PUT /items/:id', [], changeItem),
  route('POST /items/:id/listing_type', [], changeListingType),
  route('GET /sites/MLB/user-products-families/:id', [], readFamily),
  route('PUT /user-products-families/:id', [], renameFamily),
  route('POST /items/:id/description', [], describeItem),
  route('PUT /items/:id/description', ['api_version!'], describeItem),
  route('GET /pictures/:id/errors', [], (state, { ids }) => pictureErrors(state, ids)),
  route('GET /orders/search', ORDER_SEARCH, searchOrders),
  route('GET /orders/:id', [], (state, { ids }, seller) => readOrder(state, ids, seller)),
  route('GET /shipments/:id', [], readShipment),
  route('GET /shipments/:id/costs', [], shipmentCosts),
  route('POST /shipments/:id/invoice_data/', ['siteId!'], invoiceData),
  route('GET /shipments/:id/invoice_data', ['siteId!'], invoiceData),
  route('POST /shipments/:id/seller_notifications', [], sellerNotification),
  route('GET /shipment_labels', ['shipment_ids!', 'response_type!'], labels),
  route('GET /missed_feeds', ['app_id!', 'topic!', 'offset', 'limit'], (state, request) =>
    missedFeeds(state, request),
  ),
];

/** The headers that a caller may send; Mercado Livre itself asks for no others in these calls. */
const HEADERS = new Set([
  ...['host', 'connection', 'accept', 'accept-language', 'accept-encoding', 'user-agent', 'sec-fetch-mode'],
  ...['content-type', 'content-length', 'transfer-encoding', 'authorization', 'x-format-new', 'x-version'],
]);

/** Answers a request as Mercado Livre would, and notes every rule that it breaks. */
export function answerTo(state: FakeState, request: FakeRequest): FakeReply {
  const strange = Object.keys(request.headers).filter((header) => !HEADERS.has(header));
  if (strange.length > 0) state.violate(`${request.method} ${request.path}: headers ${strange.join(', ')}`);
  if (request.query.has('access_token')) state.violate(`${request.path}: the token is in the address`);
  if (request.method === 'POST' && request.path === '/oauth/token') {
    if (request.query.size > 0) state.violate('/oauth/token has fields in its address');
    return tokenEndpoint(state, request);
  }
  const found = findRoute(request);
  if (!found) {
    state.violate(`${request.method} ${request.path}: there is no such resource`);
    return refuse(404, 'resource not found', 'Si quieres conocer los recursos de la API');
  }
  const mistake = requestMistake(found, request);
  if (mistake) {
    state.violate(`${request.method} ${request.path}: ${mistake}`);
    return refuse(400, 'bad_request', mistake);
  }
  const seller = sellerOf(state, request);
  if (!seller) {
    const isRefused = request.path === LISTING_PRICES && request.headers.authorization === undefined;
    return refuse(isRefused ? 403 : 401, 'unauthorized', 'invalid access token');
  }
  return found.handle(state, request, seller);
}

/** `GET /items/:id` with its parameters. */
function route(call: string, query: readonly string[], handle: Handler): Route {
  const [method = '', path = ''] = call.split(' ');
  return { method, path: new RegExp(`^${path.replaceAll(/:id/g, '([\\w-]+)')}$`), query, handle };
}

function findRoute(request: FakeRequest): Route | null {
  for (const candidate of ROUTES) {
    const match = candidate.method === request.method ? candidate.path.exec(request.path) : null;
    if (!match) continue;
    request.ids = match.slice(1);
    return candidate;
  }
  return null;
}

function requestMistake({ query }: Route, request: FakeRequest): string | null {
  const names = query.map((name) => name.replace('!', ''));
  const unknown = [...request.query.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0) return `unknown parameters ${unknown.join(', ')}`;
  const missing = query.filter((name) => name.endsWith('!') && !request.query.get(name.slice(0, -1)));
  if (missing.length > 0) return `parameters ${missing.join(', ')} are missing`;
  const json = !['GET', 'DELETE'].includes(request.method) && !request.path.includes('invoice_data');
  if (json && request.headers['content-type'] !== 'application/json') return 'the body is no JSON';
  return request.method === 'GET' && request.body.length > 0 ? 'a GET with a body' : null;
}

function sellerOf(state: FakeState, request: FakeRequest): FakeSeller | null {
  const token = tokenIn(request);
  if (!token) {
    state.violate('a call without a bearer token');
    return null;
  }
  const known = state.accessTokens.get(token);
  return known && known.expires > state.clock() ? (state.sellers.get(known.seller) ?? null) : null;
}

function tokenIn({ headers }: Pick<FakeRequest, 'headers'>): string | undefined {
  return /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
}

/** The id of the seller whose token the request bears; null for none that is known. */
export function callerOf(state: FakeState, request: Pick<FakeRequest, 'headers'>): string | null {
  return state.accessTokens.get(tokenIn(request) ?? '')?.seller ?? null;
}

type Category = NonNullable<ReturnType<typeof CATEGORIES.get>>;

function category(id: string | undefined, show: (found: Category) => unknown): FakeReply {
  const found = CATEGORIES.get(id ?? '');
  return found ? { status: 200, body: show(found) } : refuse(404, 'not_found', 'Category not found');
}
