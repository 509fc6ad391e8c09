import { at, listAt, numberAt, textAt } from '../../../src/http/json';
import { causeOf, type FakeReply, type FakeRequest, invalid, jsonObject, refuse } from '../exchange';
import type { FakeItem, FakeSeller, FakeState } from '../state';
import { userProductOf } from './families';

type Body = Record<string, unknown>;

/** Why stock, price or variations are not changed this way; null where they are. */
export function refusedStock(seller: FakeSeller, item: FakeItem, body: Body): FakeReply | null {
  const fixed = (field: string) =>
    invalid(causeOf(0, `item.${field}.not_modifiable`, `${field} is not modifiable.`));
  if (item.variations.length > 0 && 'price' in body) return fixed('price');
  if (!('available_quantity' in body) && !('variations' in body)) return null;
  if (seller.depots !== null) return invalidField('available_quantity');
  if (item.logistic_type === 'fulfillment') return fixed('available_quantity');
  if ('variations' in body) return refusedVariations(item, body['variations']);
  return item.variations.length > 0 ? fixed('available_quantity') : null;
}

/** What a warehouse seller's item may not have. */
export function invalidField(field: string): FakeReply {
  return refuse(400, `The fields [${field}] are invalid for requested call.`, 'body.invalid_fields');
}

function refusedVariations(item: FakeItem, list: unknown): FakeReply | null {
  const known = new Set(item.variations.map(({ id }) => id));
  const isKnown = Array.isArray(list) && list.every((each) => known.has(at(each, 'id')));
  return isKnown ? null : invalid(causeOf(0, 'item.variations.invalid', 'A variation is unknown.'));
}

/** Variations that are not named are deleted; the item has the sum of what is left. */
export function setVariations(item: FakeItem, list: unknown): void {
  item.variations = listAt(list).map((named) => ({
    ...item.variations.find(({ id }) => id === at(named, 'id')),
    ...(named as Body),
  }));
  sumVariations(item);
}

/** Zero takes an item off sale; stock brings it back unless the seller paused it. */
export function setQuantity(item: FakeItem, quantity: number): void {
  item.available_quantity = quantity;
  item.sub_status = item.sub_status.filter((each) => each !== 'out_of_stock');
  if (quantity === 0) item.sub_status.push('out_of_stock');
  item.status = item.sub_status.length > 0 ? 'paused' : 'active';
}

/** Makes the item's stock the sum of its variations'. */
export function sumVariations(item: FakeItem): void {
  const sum = item.variations.reduce((total, each) => total + (numberAt(each, 'available_quantity') ?? 0), 0);
  setQuantity(item, sum);
}

/** GET /inventories/{id}/stock/fulfillment: what is in Full. */
export function fullStock(state: FakeState, { ids }: FakeRequest): FakeReply {
  const total = state.fullStock.get(ids[0] ?? '');
  if (total === undefined) return refuse(404, 'not_found', 'Inventory not found');
  return { status: 200, body: { inventory_id: ids[0], total, available_quantity: total } };
}

/** GET /users/{id}/stores/search?tags=stock_location. */
export function searchStores(_state: FakeState, { ids }: FakeRequest, seller: FakeSeller): FakeReply {
  if (ids[0] !== seller.id) return refuse(403, 'forbidden', 'caller.id.not.authorized');
  const depots = seller.depots ?? [];
  const results = depots.map(({ store_id: id, network_node_id }) => ({
    id,
    network_node_id,
    status: 'active',
  }));
  return { status: 200, body: { paging: { limit: 50, total: results.length }, results } };
}

/** GET /user-products/{id}/stock. */
export function readStock(state: FakeState, { ids }: FakeRequest, seller: FakeSeller): FakeReply {
  const item = itemOf(state, ids[0], seller);
  if (!item) return refuse(404, 'not_found', 'User product not found');
  const { version, locations } = stockOf(state, item);
  const headers = { 'x-version': String(version) };
  return { status: 200, headers, body: { id: ids[0], user_id: Number(seller.id), locations } };
}

/** PUT /user-products/{id}/stock/type/seller_warehouse, of the version that was read. */
export function writeStock(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  const item = itemOf(state, request.ids[0], seller);
  if (!item) return refuse(404, 'not_found', 'User product not found');
  const given = request.headers['x-version'];
  if (given === undefined) return refuse(400, 'bad_request', 'Header x-version is required');
  const stock = stockOf(state, item);
  if (given !== String(stock.version)) return refuse(409, 'conflict', 'Version mismatch');
  const named = listAt(jsonObject(request), 'locations');
  const isOwn = (one: unknown) =>
    (seller.depots ?? []).some(
      ({ store_id, network_node_id }) =>
        textAt(one, 'store_id') === store_id && textAt(one, 'network_node_id') === network_node_id,
    );
  if (named.length === 0 || !named.every(isOwn)) return refuse(400, 'bad_request', 'Unknown location');
  putAtDepots(state, item, named);
  return { status: 200, body: { locations: stockOf(state, item).locations } };
}

/** Puts units at depots, as a new version. */
export function putAtDepots(state: FakeState, item: FakeItem, named: readonly unknown[]): void {
  const { version } = stockOf(state, item);
  const locations = named.map((one) => ({ ...(one as Body), type: 'seller_warehouse' }));
  state.depotStock.set(item.id, { version: version + 1, locations });
  const sum = named.reduce<number>((total, one) => total + (numberAt(one, 'quantity') ?? 0), 0);
  setQuantity(item, sum);
}

const stockOf = (state: FakeState, item: FakeItem) =>
  state.depotStock.get(item.id) ?? { version: 1, locations: [] };

function itemOf(state: FakeState, id: string | undefined, seller: FakeSeller): FakeItem | undefined {
  return [...state.items.values()].find((item) => item.seller === seller.id && userProductOf(item) === id);
}
