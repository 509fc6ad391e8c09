import {
  GREEN_SINCE_AUGUST,
  ORANGE_SINCE_AUGUST,
  YELLOW_SINCE_AUGUST,
} from '@esteira/domain/profit/rules/mercado-livre/shipping-august';
import { MATRIX_BANDS, ML_CARRIED } from '@esteira/domain/profit/rules/mercado-livre/shipping-matrix';
import { type FakeReply, type FakeRequest, refuse } from './exchange';
import type { FakeSeller, FakeState } from './state';

type Body = Record<string, unknown>;

/** Percent of the price of a classic listing where the test set none; the others are told by the kind of listing. */
const USUAL_PERCENT = 13;
const KINDS: Readonly<Record<string, { name: string; more: number | null }>> = {
  gold_special: { name: 'Clássico', more: 0 },
  gold_pro: { name: 'Premium', more: 5 },
  gold_premium: { name: 'Diamante', more: null },
  silver: { name: 'Prata', more: null },
  bronze: { name: 'Bronze', more: null },
  free: { name: 'Grátis', more: null },
};

/** Logistics in which the seller brings the parcel: they alone have a fixed fee. */
const BROUGHT_BY_SELLER = new Set(['self_service', 'default', 'custom', 'not_specified']);

/** GET /sites/MLB/listing_prices: one kind of listing, or the list of all of them. */
export function listingPrices(state: FakeState, { query }: FakeRequest): FakeReply {
  const price = query.get('price') ?? '';
  if (!/^\d+(\.\d{1,2})?$/.test(price)) return refuse(400, 'bad_request', 'price is no amount');
  if ((query.get('currency_id') ?? 'BRL') !== 'BRL') return refuse(400, 'bad_request', 'currency_id');
  const category = query.get('category_id');
  if (category !== null && !/^MLB\d+$/.test(category)) return refuse(404, 'not_found', 'Category not found');
  const asked = query.get('listing_type_id');
  if (asked !== null && !Object.hasOwn(KINDS, asked)) return refuse(400, 'bad_request', 'listing_type_id');
  const fixed = fixedFee(Number(price), query);
  const percent = state.commissions.get(category ?? '') ?? USUAL_PERCENT;
  const prices = Object.entries(KINDS).map(([id, { name, more }]) =>
    priceBody({ id, name }, more === null ? null : { price: Number(price), percent: percent + more, fixed }),
  );
  const found = prices.find(({ listing_type_id }) => listing_type_id === asked);
  return { status: 200, body: asked === null ? prices : found };
}

/** Only told right where the logistics were sent. */
function fixedFee(price: number, query: URLSearchParams): number {
  const type = query.get('logistic_type');
  if (type === null || query.get('shipping_mode') === null) return 0;
  if (!BROUGHT_BY_SELLER.has(type) || price >= 79) return 0;
  if (price < 19) return 6.25;
  return price < 49 ? 6.65 : 7.75;
}

function priceBody(
  { id, name }: { id: string; name: string },
  fee: { price: number; percent: number; fixed: number } | null,
): Body & { listing_type_id: string } {
  const { price, percent, fixed } = fee ?? { price: 0, percent: 0, fixed: 0 };
  const amount = (Math.round(price * percent) + Math.round(fixed * 100)) / 100;
  return {
    listing_type_id: id,
    listing_type_name: name,
    currency_id: 'BRL',
    listing_fee_amount: 0,
    listing_fee_details: { fixed_fee: 0, gross_amount: 0 },
    sale_fee_amount: amount,
    sale_fee_details: {
      percentage_fee: percent,
      meli_percentage_fee: percent,
      financing_add_on_fee: 0,
      fixed_fee: fixed,
      gross_amount: amount,
    },
  };
}

const MATRICES = {
  green: { matrix: GREEN_SINCE_AUGUST, below: 0.3, above: 0.5 },
  yellow: { matrix: YELLOW_SINCE_AUGUST, below: 0.2, above: 0.4 },
  orange_red: { matrix: ORANGE_SINCE_AUGUST, below: 0, above: 0 },
} as const;

/** GET /users/{id}/shipping_options/free: the freight that this account pays. */
export function freeShipping(state: FakeState, { ids, query }: FakeRequest, seller: FakeSeller): FakeReply {
  if (ids[0] !== seller.id) return refuse(403, 'forbidden', 'caller.id.not.authorized');
  const parcel = readParcel(state, query, seller);
  if ('status' in parcel) return parcel;
  const { grams, price } = parcel;
  // Without its price and kind of listing an offer is not known.
  if (price === null) return coverage({ list_cost: 0, billable_weight: grams });
  if (query.get('mode') !== 'me2' || !CARRIED.has(query.get('logistic_type') ?? '')) {
    state.violate('the freight was asked of a parcel that the seller brings');
  }
  const { matrix, below, above } = MATRICES[seller.reputation];
  const column = MATRIX_BANDS.findIndex(({ toCents }) => toCents === null || price <= toCents);
  const row = matrix.rows.find(([upToG]) => upToG === null || (upToG ?? 0) >= grams);
  const table = row?.[column + 1] ?? 0;
  const cents = price < 1900 ? Math.min(table, Math.floor(price / 2)) : table;
  const rate = price < 7900 ? below : above;
  return coverage({
    list_cost: cents / 100,
    billable_weight: grams,
    free_shipping_by_meli: price >= 1900 && price < 7900,
    ...(rate > 0 && {
      discount: { rate, type: 'mandatory', promoted_amount: Math.round(cents / (1 - rate)) / 100 },
    }),
  });
}

const CARRIED: ReadonlySet<string> = new Set(ML_CARRIED);

/** What the parcel counts as, and the price in cents where the offer is known. */
function readParcel(
  state: FakeState,
  query: URLSearchParams,
  seller: FakeSeller,
): FakeReply | { grams: number; price: number | null } {
  const item = query.get('item_id');
  if (item !== null) {
    const found = state.items.get(item);
    if (found?.seller !== seller.id || found.status !== 'active') {
      return refuse(404, 'not_found', `Item with id ${item} not found`);
    }
    return { grams: 300, price: Math.round(found.price * 100) };
  }
  const sent = query.get('dimensions');
  if (sent === null) return refuse(400, 'bad_request', 'item_id or dimensions must have a value!');
  const measures = /^(\d+)x(\d+)x(\d+),(\d+)$/.exec(sent)?.slice(1).map(Number);
  if (measures === undefined) return refuse(400, 'bad_request', 'dimensions are whole numbers');
  const [height = 0, width = 0, length = 0, weight = 0] = measures;
  const price = query.get('item_price');
  return {
    grams: Math.max(weight, Math.ceil((height * width * length) / 6)),
    price: price === null || query.get('listing_type_id') === null ? null : Math.round(Number(price) * 100),
  };
}

function coverage(of: Body): FakeReply {
  return { status: 200, body: { coverage: { all_country: { currency_id: 'BRL', ...of } } } };
}
