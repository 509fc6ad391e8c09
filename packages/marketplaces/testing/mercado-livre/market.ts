import { listAt, textAt } from '../../src/http/json';
import { setQuantity, sumVariations } from './items/stock';
import type { FakeOrder, FakeOrderLine, FakeShipment, FakeState } from './state';

/** What a buyer takes: units of a listing of the seller. */
export type FakePurchaseLine = { anuncio: string; variacao?: number; quantidade: number };

/** What the tests may say about a purchase; the rest is ordinary. */
export type FakePurchase = {
  vendedor_id: string;
  itens: readonly FakePurchaseLine[];
  comprador?: { nome: string; sobrenome: string };
  /** Joins an earlier order's pack: the cart of one buyer, with one shipment. */
  pacote_id?: string;
  /** False: ordered and not paid yet. */
  pago?: boolean;
  envio?: Partial<Pick<FakeShipment, 'status' | 'substatus' | 'mode' | 'logistic_type' | 'buffered'>>;
  /** True: the payment is there and the shipment is not, as for some seconds in reality. */
  sem_envio_ainda?: boolean;
  tags?: readonly string[];
};

/** The numbers of a purchase, as notifications and the adapter name them. */
export type FakePurchased = { ml_order_id: string; pacote_id: string; envio_id: string | null };

/** Lets a buyer order, and pay unless told otherwise: stock goes down as it does there. */
export function purchase(state: FakeState, compra: FakePurchase): FakePurchased {
  const now = state.clock();
  const paid = compra.pago !== false;
  const pack = compra.pacote_id ?? String(state.next('pack', 2_000_002_345_000_000));
  const ml_order_id = String(state.next('order', 2_000_003_508_000_000));
  const lines = compra.itens.map((line) => sell(state, compra.vendedor_id, line));
  const shipment = compra.sem_envio_ainda ? null : shipmentFor(state, compra, pack);
  const { nome: first_name, sobrenome: last_name } = compra.comprador ?? {
    nome: 'Marina',
    sobrenome: 'Souza',
  };
  state.addOrder({
    id: ml_order_id,
    seller: compra.vendedor_id,
    pack,
    status: paid ? 'paid' : 'payment_required',
    tags: ['not_delivered', ...(compra.tags ?? [])],
    lines,
    buyer: { first_name, last_name },
    shipment: shipment?.id ?? null,
    created: now,
    paid: paid ? now : null,
    updated: now,
  });
  return { ml_order_id, pacote_id: pack, envio_id: shipment?.id ?? null };
}

/** 'Clássico' of most categories. */
const SALE_FEE_PERCENT = 11.5;

function sell(
  state: FakeState,
  seller: string,
  { anuncio, variacao, quantidade }: FakePurchaseLine,
): FakeOrderLine {
  const item = state.items.get(anuncio);
  if (!item || item.seller !== seller) throw new Error(`the seller has no listing ${anuncio}`);
  if (item.status !== 'active' || item.available_quantity < quantidade)
    throw new Error(`${anuncio} is not for sale`);
  const variation = item.variations.find(({ id }) => id === variacao);
  if (variation) {
    variation['available_quantity'] = Number(variation['available_quantity']) - quantidade;
    sumVariations(item);
  } else setQuantity(item, item.available_quantity - quantidade);
  item.sold_quantity += quantidade;
  return {
    ...{ item: item.id, variation: variacao ?? null, title: item.title, sku: skuOf(variation ?? item) },
    ...{ quantity: quantidade, unit_price: item.price },
    sale_fee: Math.round(item.price * SALE_FEE_PERCENT) / 100,
  };
}

function skuOf(carrier: unknown): string | null {
  return textAt(
    listAt(carrier, 'attributes').find((each) => textAt(each, 'id') === 'SELLER_SKU'),
    'value_name',
  );
}

/** Orders of one pack travel in one shipment. */
function shipmentFor(state: FakeState, compra: FakePurchase, pack: string): FakeShipment {
  const shared = state.shipmentsOfPacks.get(pack);
  if (shared) return shared;
  const nome = compra.comprador ? `${compra.comprador.nome} ${compra.comprador.sobrenome}` : 'Marina Souza';
  const shipment: FakeShipment = {
    id: String(state.next('shipment', 43_000_000_000)),
    seller: compra.vendedor_id,
    pack,
    status: 'ready_to_ship',
    substatus: 'ready_to_print',
    mode: 'me2',
    logistic_type: 'xd_drop_off',
    buffered: null,
    ...compra.envio,
    receiver: {
      name: nome,
      street: 'Avenida Paulista',
      number: '1000',
      comment: 'ap 12',
      neighborhood: 'Bela Vista',
      city: 'São Paulo',
      uf: 'SP',
      state: 'São Paulo',
      zip: '01310100',
    },
    fiscal_key: null,
    tracking: null,
    list_cost: 14.45,
    sender_cost: null,
    updated: state.clock(),
  };
  state.shipments.set(shipment.id, shipment);
  state.shipmentsOfPacks.set(pack, shipment);
  return shipment;
}

/** Makes the shipment of an order that was paid without one; answers its number. */
export function ship(state: FakeState, ml_order_id: string): string {
  const order = orderOf(state, ml_order_id);
  const { seller: vendedor_id, pack } = order;
  const shipment = shipmentFor(state, { vendedor_id, itens: [] }, pack ?? ml_order_id);
  order.shipment = shipment.id;
  return shipment.id;
}

/** The order, or an error that names what the test asked for. */
export function orderOf(state: FakeState, ml_order_id: string): FakeOrder {
  const order = state.orders.get(ml_order_id);
  if (!order) throw new Error(`there is no order ${ml_order_id}`);
  return order;
}

/** Cancels an order and its shipment; Mercado Livre gives the units back to the listing. */
export function cancel(state: FakeState, ml_order_id: string): void {
  const order = orderOf(state, ml_order_id);
  if (order.status === 'cancelled') return;
  order.status = 'cancelled';
  order.updated = state.clock();
  for (const { item: id, quantity } of order.lines) {
    const item = state.items.get(id);
    if (item && item.status !== 'closed') setQuantity(item, item.available_quantity + quantity);
  }
  const shipment = state.shipments.get(order.shipment ?? '');
  if (!shipment) return;
  shipment.status = 'cancelled';
  shipment.substatus = 'cancelled_manually';
  shipment.updated = state.clock();
}
