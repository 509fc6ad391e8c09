import { centsAt } from '../../src/http/json';
import { priceOf, quantityOf } from './handlers/listing-handlers';
import { finishInvoices, touch } from './handlers/shipping-handlers';
import { draw, type FakeOrder, type FakeSeller, type InvoiceStatus, type World } from './world';

/** What a test may choose about an order; it is of a seller's listing. */
export type OrderChoice = {
  sku: string;
  quantidade?: number;
  /** True: the order still waits for its payment. */
  pendente?: boolean;
  /** False: the seller ships with an own carrier. Otherwise Amazon carries it. */
  entregueAmazon?: boolean;
  /** True: Amazon sends it from its own warehouse, where the units are. */
  fba?: boolean;
  nota?: InvoiceStatus;
  etiquetaAPartirDe?: Date;
  /** True: the application may not read the buyer's data. */
  semDadosPessoais?: boolean;
};

/** A new seller's account; `participa` false sells elsewhere than on the marketplace. */
export function addSeller(
  world: World,
  { nome, participa = true }: { nome: string; participa?: boolean },
): FakeSeller {
  const vendedor_id = `A${draw(world, 13)}`;
  const seller: FakeSeller = {
    vendedor_id,
    nome,
    refresh_token: `Atzr|${vendedor_id}`,
    participa,
    listings: new Map(),
    orders: new Map(),
  };
  world.sellers.set(vendedor_id, seller);
  return seller;
}

/** A listing that the seller made another way and has for sale; `attributes` beside those of an offer, or in their place. */
export type ListingChoice = { sku: string; asin: string; attributes?: Record<string, unknown> };

export function addListing(world: World, seller: FakeSeller, { sku, asin, attributes }: ListingChoice): void {
  const { marketplaceId: marketplace_id } = world;
  const price = [{ schedule: [{ value_with_tax: 100 }] }];
  const offer = {
    merchant_suggested_asin: [{ value: asin, marketplace_id }],
    condition_type: [{ value: 'new_new', marketplace_id }],
    fulfillment_availability: [{ fulfillment_channel_code: 'DEFAULT', quantity: 5 }],
    purchasable_offer: [{ marketplace_id, currency: 'BRL', audience: 'ALL', our_price: price }],
  };
  const made = { criado_em: world.clock(), atualizado_em: world.clock() };
  const listing = {
    sku,
    asin,
    attributes: { ...offer, ...attributes },
    processed: true,
    readings: 0,
    ...made,
  };
  seller.listings.set(sku, structuredClone(listing));
}

/** Lets a buyer order from a listing: its stock goes down, as on Amazon. */
export function addOrder(world: World, seller: FakeSeller, choice: OrderChoice): FakeOrder {
  const listing = seller.listings.get(choice.sku);
  if (!listing) throw new Error(`the seller has no listing ${choice.sku}`);
  const { quantidade = 1, fba = false, entregueAmazon = !fba } = choice;
  const now = world.clock();
  const number = draw(world, 7);
  const order: FakeOrder = {
    orderId: `702-${number}-${number}`,
    orderItemId: `1719876543${number}`,
    sku: listing.sku,
    asin: listing.asin,
    titulo: world.catalog.find(({ asin }) => asin === listing.asin)?.titulo ?? listing.sku,
    quantidade,
    preco_centavos: centsAt(priceOf(listing)) ?? 0,
    status: choice.pendente ? 'PENDING' : 'UNSHIPPED',
    fulfilledBy: fba ? 'AMAZON' : 'MERCHANT',
    programs: entregueAmazon ? ['DELIVERY_BY_AMAZON'] : [],
    invoiceStatus: choice.nota ?? (entregueAmazon ? 'ACCEPTED' : 'NOT_REQUIRED'),
    labelFrom: choice.etiquetaAPartirDe ?? null,
    withRecipient: !choice.semDadosPessoais,
    cancellationRequested: false,
    packages: [],
    transactions: [],
    criado_em: now,
    atualizado_em: now,
  };
  seller.orders.set(order.orderId, order);
  if (!fba) setQuantity(listing.attributes, Math.max(0, quantityOf(listing) - quantidade));
  return order;
}

function setQuantity(attributes: Record<string, unknown>, quantity: number): void {
  const current = attributes['fulfillment_availability'];
  const first = Array.isArray(current) ? (current[0] as object | undefined) : undefined;
  attributes['fulfillment_availability'] = [{ fulfillment_channel_code: 'DEFAULT', ...first, quantity }];
}

/** Finds an order of any seller and marks it as changed now. */
export function changeOrder(world: World, orderId: string, changes: Partial<FakeOrder>): void {
  const order = [...world.sellers.values()].map(({ orders }) => orders.get(orderId)).find((found) => found);
  if (!order) throw new Error(`there is no order ${orderId}`);
  Object.assign(touch(world, order), changes);
}

/** Lets everything that Amazon is working on finish: submissions and invoices. */
export function finishAll(world: World): void {
  for (const seller of world.sellers.values()) {
    for (const listing of seller.listings.values()) listing.processed = true;
    finishInvoices(world, seller);
  }
}
