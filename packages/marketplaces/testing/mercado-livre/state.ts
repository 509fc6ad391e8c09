import type { Reputation } from '@esteira/domain/profit/rules/fee-rule';

/** A seller of the fake. */
export type FakeSeller = {
  id: string;
  nickname: string;
  site: string;
  modelo: 'user_product' | 'classic';
  /** A collaborator's login, which may not authorise an application. */
  operator: boolean;
  /** Decides what the seller pays of the freight. */
  reputation: Reputation;
  /** Why the account may not list; empty when it may. */
  blocked: string[];
  /** Where the seller keeps stock; null: the account does not manage depots. */
  depots: { store_id: string; network_node_id: string }[] | null;
  refreshToken: string | null;
};

export type FakeItem = {
  id: string;
  seller: string;
  title: string;
  family_name: string | null;
  /** The family of a user product: items of one name and category share it. */
  family_id: number | null;
  category_id: string;
  price: number;
  available_quantity: number;
  sold_quantity: number;
  listing_type_id: string;
  condition: string | null;
  status: string;
  sub_status: string[];
  pictures: { id: string; source: string; failed: boolean }[];
  attributes: Record<string, unknown>[];
  /** An integrator's own field, apart from the attribute SELLER_SKU. */
  seller_custom_field: string | null;
  date_created: string;
  variations: Record<string, unknown>[];
  logistic_type: string;
  /** Its copy in Full, whatever is left of it there. */
  inventory_id: string | null;
  description: string | null;
  /** A price automation owns the price. */
  automated: boolean;
  /** The listing type was changed, which may be done once. */
  retyped: boolean;
};

export type FakeOrderLine = {
  item: string;
  variation: number | null;
  title: string;
  sku: string | null;
  quantity: number;
  unit_price: number;
  /** What Mercado Livre takes of one unit; null while it does not say. */
  sale_fee: number | null;
};

export type FakeOrder = {
  id: string;
  seller: string;
  pack: string | null;
  status: string;
  tags: string[];
  lines: FakeOrderLine[];
  buyer: { first_name: string; last_name: string };
  shipment: string | null;
  created: Date;
  paid: Date | null;
  updated: Date;
};

export type FakeShipment = {
  id: string;
  seller: string;
  pack: string | null;
  status: string;
  substatus: string | null;
  mode: string;
  logistic_type: string;
  /** Until when the shipment is held back. */
  buffered: Date | null;
  receiver: {
    name: string;
    street: string;
    number: string;
    comment: string;
    neighborhood: string;
    city: string;
    uf: string;
    state: string;
    zip: string;
  };
  fiscal_key: string | null;
  tracking: string | null;
  /** What its freight was expected to cost the seller when it was sold. */
  list_cost: number;
  /** What it cost the seller; null while unknown. */
  sender_cost: number | null;
  updated: Date;
};

export type FakeMissed = {
  _id: string;
  resource: string;
  user_id: number;
  topic: string;
  application_id: number;
  attempts: number;
  sent: string;
  received: string;
};

/** `seller` is whose token the call bore; null for none that is known. */
export type FakeCall = { method: string; path: string; query: string; status: number; seller: string | null };

/** Everything that the fake remembers, with what it found wrong in the requests. */
export class FakeState {
  readonly sellers = new Map<string, FakeSeller>();
  readonly accessTokens = new Map<string, { seller: string; expires: Date }>();
  readonly codes = new Map<
    string,
    { seller: string; challenge: string; redirectUri: string; expires: Date }
  >();
  readonly items = new Map<string, FakeItem>();
  /** Units in Full, by inventory. */
  readonly fullStock = new Map<string, number>();
  /** Units at depots, by item. */
  readonly depotStock = new Map<string, { version: number; locations: Record<string, unknown>[] }>();
  readonly orders = new Map<string, FakeOrder>();
  readonly shipments = new Map<string, FakeShipment>();
  /** The same ones by pack. */
  readonly shipmentsOfPacks = new Map<string, FakeShipment>();
  /** What is taken of a sale in a category, in percent of a classic listing's price. */
  readonly commissions = new Map<string, number>();
  readonly missed: FakeMissed[] = [];
  readonly violations: string[] = [];
  readonly calls: FakeCall[] = [];
  readonly #ordersOfSellers = new Map<string, readonly FakeOrder[]>();
  readonly #counters = new Map<string, number>();

  constructor(
    readonly app: { id: string; secret: string; redirectUri: string },
    readonly clock: () => Date,
  ) {}

  /** The next number of a sequence that begins after `base`. */
  next(sequence: string, base = 0): number {
    const number = (this.#counters.get(sequence) ?? base) + 1;
    this.#counters.set(sequence, number);
    return number;
  }

  addOrder(order: FakeOrder): void {
    this.orders.set(order.id, order);
    this.#ordersOfSellers.set(order.seller, [...this.ordersOf(order.seller), order]);
  }

  ordersOf(seller: string): readonly FakeOrder[] {
    return this.#ordersOfSellers.get(seller) ?? [];
  }

  /** Notes that a request broke a documented rule; tests expect that there is none. */
  violate(what: string): void {
    this.violations.push(what);
  }
}
