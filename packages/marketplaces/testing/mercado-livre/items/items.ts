import { causeOf, type FakeReply, type FakeRequest, invalid, jsonObject, refuse } from '../exchange';
import type { FakeItem, FakeSeller, FakeState } from '../state';
import { familyFor, titleIn, userProductOf } from './families';
import { DESCRIPTIVE, newPictures, reviseItem } from './item-revision';
import { checkItem, warningsOf } from './item-rules';
import { invalidField, putAtDepots, refusedStock, setQuantity, setVariations } from './stock';

type Body = Record<string, unknown>;

const NOT_FOUND = refuse(404, 'not_found', 'Item not found');
const FIELDS = new Set(['price', 'available_quantity', 'variations', 'status', ...DESCRIPTIVE]);
const STATUSES = new Set(['active', 'paused', 'closed']);

/** POST /items/validate. */
export function validateItem(request: FakeRequest, seller: FakeSeller): FakeReply {
  const body = jsonObject(request);
  if (!body) return refuse(400, 'bad_request', 'the body is no JSON object');
  return checkItem(body, seller) ?? { status: 204 };
}

/** POST /items, and POST /items/multiwarehouse where the seller keeps depots. */
export function createItem(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  const body = jsonObject(request);
  if (!body) return refuse(400, 'bad_request', 'the body is no JSON object');
  const isForDepots = request.path.endsWith('/multiwarehouse');
  if (isForDepots && !seller.depots) return refuse(400, 'bad_request', 'the seller has no warehouses');
  if (!isForDepots && seller.depots) return invalidField('available_quantity');
  const refused = checkItem(body, seller);
  if (refused) return refused;
  const item = newItem(state, body, seller);
  state.items.set(item.id, item);
  if (seller.depots) putAtDepots(state, item, body['stock_locations'] as Body[]);
  return { status: 201, body: { ...itemBody(item), warnings: warningsOf(body) } };
}

function newItem(state: FakeState, body: Body, seller: FakeSeller): FakeItem {
  const id = `MLB${state.next('item', 4_000_000_000)}`;
  const family = body['family_name'] === undefined ? null : String(body['family_name']);
  const pictures = newPictures(state, body['pictures'] as Body[]);
  const quantity = Number(body['available_quantity'] ?? 0);
  // A host that answers slowly keeps the item waiting for its picture.
  const pending = pictures.some(({ source }) => source.includes('lenta'));
  // One with this in its name is taken, and held back until the seller mends it.
  const blocked = pictures.some(({ source }) => source.includes('a-corrigir'));
  const sub_status = blocked
    ? ['waiting_for_patch']
    : pending
      ? ['picture_downloading_pending']
      : quantity === 0
        ? ['out_of_stock']
        : [];
  return {
    id,
    seller: seller.id,
    title: family === null ? String(body['title']) : titleIn(family),
    family_name: family,
    family_id:
      family === null
        ? null
        : familyFor(state, { seller: seller.id, family, category: String(body['category_id']) }),
    category_id: String(body['category_id']),
    price: Number(body['price']),
    available_quantity: quantity,
    sold_quantity: 0,
    listing_type_id: String(body['listing_type_id']),
    condition: body['condition'] === undefined ? null : String(body['condition']),
    status: blocked ? 'under_review' : sub_status.length > 0 ? 'paused' : 'active',
    sub_status,
    pictures,
    attributes: body['attributes'] as Body[],
    seller_custom_field: null,
    date_created: state.clock().toISOString(),
    variations: [],
    logistic_type: 'xd_drop_off',
    inventory_id: null,
    description: null,
    automated: false,
    retyped: false,
  };
}

/** A listing that the seller made some other way, of headphones unless told. Prices in cents. */
export type FakeListing = { titulo?: string; sku?: string | null; preco_centavos?: number; estoque?: number };

/** Puts a listing up without any call of the API. */
export function seedItem(state: FakeState, seller: FakeSeller, about: FakeListing): FakeItem {
  const { titulo = 'Fone de ouvido', sku = null, preco_centavos = 10_000, estoque = 10 } = about;
  const attributes = sku === null ? [] : [{ id: 'SELLER_SKU', value_name: sku }];
  const offer = { price: preco_centavos / 100, available_quantity: estoque, listing_type_id: 'gold_special' };
  const named = seller.modelo === 'user_product' ? { family_name: titulo } : { title: titulo };
  const body = { ...named, ...offer, category_id: 'MLB196208', condition: 'new', pictures: [], attributes };
  const item = newItem(state, body, seller);
  state.items.set(item.id, item);
  return item;
}

/** An item as it is read: by anybody, its owner or not. */
export function itemBody(item: FakeItem): Body {
  const { seller, automated, retyped, description, pictures, logistic_type, ...shown } = item;
  return {
    ...shown,
    site_id: 'MLB',
    seller_id: Number(seller),
    currency_id: 'BRL',
    shipping: { mode: 'me2', logistic_type },
    user_product_id: userProductOf(item),
    permalink: `https://produto.mercadolivre.com.br/MLB-${item.id.slice(3)}`,
    pictures: pictures.map(({ id }) => ({ id, secure_url: `https://http2.mlstatic.com/${id}.jpg` })),
    warnings: [],
  };
}

/** GET /items/{id}. */
export function readItem(state: FakeState, { ids: [id], query }: FakeRequest): FakeReply {
  const item = state.items.get(id ?? '');
  if (!item) return NOT_FOUND;
  if (query.get('include_attributes') === 'all') return { status: 200, body: itemBody(item) };
  // Attributes of variations come only when they are asked for.
  const variations = item.variations.map(({ attributes, ...shown }) => shown);
  return { status: 200, body: { ...itemBody(item), variations } };
}

/** GET /users/{id}/items/search. */
export function searchItems(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  if (request.ids[0] !== seller.id) return refuse(403, 'forbidden', 'caller.id.not.authorized');
  const [sku, custom] = [request.query.get('seller_sku'), request.query.get('sku')];
  // Two fields that know nothing of each other.
  const isWanted = (item: FakeItem) =>
    (sku === null || skusOf(item).includes(sku)) && (custom === null || item.seller_custom_field === custom);
  const mine = [...state.items.values()].filter((item) => item.seller === seller.id);
  const found = mine.filter(isWanted).map(({ id }) => id);
  return {
    status: 200,
    body: {
      seller_id: seller.id,
      results: found.slice(0, 50),
      paging: { total: found.length, offset: 0, limit: 50 },
    },
  };
}

function skusOf(item: FakeItem): string[] {
  const carriers = [item, ...item.variations] as { attributes?: Body[] }[];
  const attributes = carriers.flatMap((carrier) => carrier.attributes ?? []);
  return attributes.filter(({ id }) => id === 'SELLER_SKU').map(({ value_name }) => String(value_name));
}

/** PUT /items/{id}. */
export function changeItem(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  const item = state.items.get(request.ids[0] ?? '');
  if (!item) return NOT_FOUND;
  if (item.seller !== seller.id) return refuse(403, 'forbidden', 'caller.id.not.authorized');
  const body = jsonObject(request);
  if (!body || Object.keys(body).length === 0)
    return refuse(400, 'bad_request', 'the body is no JSON object');
  const strange = Object.keys(body).filter((field) => !FIELDS.has(field));
  if (strange.length > 0) {
    return refuse(
      400,
      `The fields [${strange.join(', ')}] are invalid for requested call.`,
      'body.invalid_fields',
    );
  }
  const alone = ['price', 'available_quantity'].find((field) => field in body);
  if (alone !== undefined && Object.keys(body).length > 1)
    state.violate(`${alone} and another field changed in one PUT`);
  if (item.status === 'closed' || item.status === 'under_review') {
    const message = `Cannot update item ${item.id} [status:${item.status}]`;
    return invalid(causeOf(0, 'field_not_updatable', message));
  }
  return refusedStock(seller, item, body) ?? reviseItem(state, item, body) ?? applyChange(item, body);
}

function applyChange(item: FakeItem, body: Body): FakeReply {
  const warnings: Body[] = [];
  if ('price' in body && item.automated) {
    const message = 'Cannot modify price on items with dynamic pricing';
    if (Object.keys(body).length === 1) return refuse(400, 'item.price.not_modifiable', message);
    warnings.push({ code: 'item.price.not_modifiable', message });
  } else if ('price' in body) {
    if (typeof body['price'] !== 'number' || body['price'] <= 0) {
      return invalid(causeOf(108, 'item.price.invalid', 'The price is invalid.'));
    }
    item.price = body['price'];
  }
  if ('available_quantity' in body) {
    const quantity = body['available_quantity'];
    if (!Number.isInteger(quantity) || Number(quantity) < 0) {
      return invalid(causeOf(111, 'item.available_quantity.invalid', 'The quantity is invalid.'));
    }
    setQuantity(item, Number(quantity));
  }
  if ('variations' in body) setVariations(item, body['variations']);
  const refused = 'status' in body ? setStatus(item, body['status']) : null;
  return refused ?? { status: 200, body: { ...itemBody(item), warnings } };
}

function setStatus(item: FakeItem, status: unknown): FakeReply | null {
  if (!STATUSES.has(String(status)))
    return invalid(causeOf(0, 'item.status.invalid', `Status ${status} is invalid.`));
  if (status === 'active') {
    if (item.available_quantity === 0) {
      return invalid(causeOf(0, 'item.available_quantity.invalid', 'The item has no stock.'));
    }
    item.sub_status = item.sub_status.filter((each) => each === 'picture_downloading_pending');
    item.status = item.sub_status.length > 0 ? 'paused' : 'active';
    return null;
  }
  item.status = String(status);
  if (status === 'paused' && !item.sub_status.includes('paused_by_seller'))
    item.sub_status.push('paused_by_seller');
  if (status === 'closed') item.sub_status = [];
  return null;
}

/** POST and PUT /items/{id}/description: one makes it, the other changes it. */
export function describeItem(state: FakeState, request: FakeRequest, seller: FakeSeller): FakeReply {
  const item = state.items.get(request.ids[0] ?? '');
  if (!item || item.seller !== seller.id) return NOT_FOUND;
  const text = jsonObject(request)?.['plain_text'];
  if (typeof text !== 'string' || /<\/?[a-z]+[^>]*>|\p{Emoji_Presentation}/iu.test(text)) {
    return refuse(400, 'item.description.type.invalid', 'The description must be plain text');
  }
  const exists = item.description !== null;
  if (request.method === 'POST' && exists)
    return refuse(400, 'bad_request', 'The description already exists');
  if (request.method === 'PUT' && !exists) return refuse(404, 'not_found', 'The item has no description');
  if (request.method === 'PUT' && request.query.get('api_version') !== '2') {
    state.violate('a description was changed without api_version=2');
  }
  item.description = text;
  return { status: request.method === 'POST' ? 201 : 200, body: { plain_text: text } };
}

/** GET /pictures/{id}/errors. */
export function pictureErrors(state: FakeState, [id]: string[]): FakeReply {
  const picture = [...state.items.values()]
    .flatMap(({ pictures }) => pictures)
    .find((each) => each.id === id);
  if (!picture) return refuse(404, 'not_found', 'Picture not found');
  return { status: 200, body: picture.failed ? [{ error: 'download_failed', source: picture.source }] : [] };
}
