import { describe, expect, it } from 'vitest';
import { toChangedOrders } from './orders';
import { toExternalOrder } from './parse-order';

/** What the model requires of an order, and no more. */
const LEAST = {
  orderId: '702-1-1',
  createdTime: '2026-11-21T12:00:00Z',
  lastUpdatedTime: '2026-11-21T13:00:00Z',
  salesChannel: { channelName: 'AMAZON' },
  orderItems: [{ orderItemId: '1', quantityOrdered: 2, product: {} }],
};
const ADDRESS = {
  name: 'Maria',
  addressLine1: 'Rua X, 100',
  addressLine2: 'ap 1',
  city: 'São Paulo',
  stateOrRegion: 'SP',
  postalCode: '01310-100',
};
const unshipped = { fulfillmentStatus: 'UNSHIPPED' };

describe('toExternalOrder', () => {
  it('reads an order with nothing but what the model requires, as one that must not be shipped', () => {
    expect(toExternalOrder(LEAST)).toMatchObject({
      situacao: 'aguardando_pagamento',
      itens: [{ id_externo: '1', sku: null, quantidade: 2, preco_unitario_centavos: 0 }],
      cliente_nome: null,
      cliente_endereco: null,
      atualizado_em: new Date('2026-11-21T13:00:00Z'),
    });
  });

  it.each([
    ['PENDING_AVAILABILITY', 'aguardando_pagamento'],
    ['PENDING', 'aguardando_pagamento'],
    ['UNSHIPPED', 'pago'],
    ['PARTIALLY_SHIPPED', 'pago'],
    ['SHIPPED', 'enviado'],
    ['CANCELLED', 'cancelado'],
    ['UNFULFILLABLE', 'cancelado'],
    ['SOMETHING_NEW', 'aguardando_pagamento'],
  ])('%s is %s', (fulfillmentStatus, situacao) => {
    expect(toExternalOrder({ ...LEAST, fulfillment: { fulfillmentStatus } }).situacao).toBe(situacao);
  });

  it('has its texts as Esteira stores texts, and the SKU of its listing as Amazon writes it too', () => {
    const product = { sellerSku: ' CA\u200bFE\u0301\u00a01 ', title: 'Cafe\u0301\u00a0 \u00adforte' };
    const { itens } = toExternalOrder({ ...LEAST, orderItems: [{ quantityOrdered: 1, product }] });
    expect(itens).toMatchObject([
      { id_externo: 'CA\u200bFE\u0301\u00a01', sku: 'CAFÉ 1', titulo: 'Café forte' },
    ]);
    const blank = toExternalOrder({
      ...LEAST,
      orderItems: [{ orderItemId: '7', quantityOrdered: 1, product: { sellerSku: '\u200b' } }],
    });
    expect(blank.itens).toMatchObject([{ id_externo: '7', sku: null }]);
  });

  it('is delivered when every parcel that was not cancelled arrived', () => {
    const parcels = (...states: string[]) => ({
      ...LEAST,
      fulfillment: { fulfillmentStatus: 'SHIPPED' },
      packages: states.map((status) => ({ packageReferenceId: '1', packageStatus: { status } })),
    });
    expect(toExternalOrder(parcels('DELIVERED', 'CANCELLED')).situacao).toBe('entregue');
    expect(toExternalOrder(parcels('DELIVERED', 'IN_TRANSIT')).situacao).toBe('enviado');
    expect(toExternalOrder(parcels('CANCELLED')).situacao).toBe('enviado');
  });

  it('shows the buyer only once the order is paid, also with an address in free lines', () => {
    const order = { ...LEAST, recipient: { deliveryAddress: ADDRESS } };
    expect(toExternalOrder(order)).toMatchObject({ cliente_nome: null, cliente_endereco: null });
    expect(toExternalOrder({ ...order, fulfillment: unshipped })).toMatchObject({
      cliente_nome: 'Maria',
      cliente_endereco: 'Rua X, 100, ap 1, São Paulo - SP, CEP 01310-100',
    });
  });

  it('knows no address without street or CEP, and takes the name from the buyer then', () => {
    const recipient = { deliveryAddress: { city: 'São Paulo', postalCode: '01310-100' } };
    const order = { ...LEAST, fulfillment: unshipped, recipient, buyer: { buyerName: 'Ana' } };
    expect(toExternalOrder(order)).toMatchObject({ cliente_nome: 'Ana', cliente_endereco: null });
  });

  it.each([
    ['299.90', 29_990],
    ['0.29', 29],
    ['1234567.89', 123_456_789],
    ['4.35', 435],
  ])('takes the amount %s to the cent', (amount, cents) => {
    const product = { sellerSku: 'S', price: { unitPrice: { amount, currencyCode: 'BRL' } } };
    const order = { ...LEAST, orderItems: [{ orderItemId: '1', quantityOrdered: 1, product }] };
    expect(toExternalOrder(order).itens[0]?.preco_unitario_centavos).toBe(cents);
  });

  it('shares the proceeds of an item among its units where no unit price is told', () => {
    const breakdowns = [
      { type: 'TAX', subtotal: { amount: '9.00' } },
      { type: 'ITEM', subtotal: { amount: '50.00' } },
    ];
    const item = { orderItemId: '1', quantityOrdered: 2, product: {}, proceeds: { breakdowns } };
    expect(toExternalOrder({ ...LEAST, orderItems: [item] }).itens[0]?.preco_unitario_centavos).toBe(2_500);
  });

  it('leaves out items that were cancelled to nothing, and keeps one when all were', () => {
    const item = (orderItemId: string, quantityOrdered: number) => ({
      orderItemId,
      quantityOrdered,
      product: {},
    });
    const getIds = (orderItems: object[]) =>
      toExternalOrder({ ...LEAST, orderItems }).itens.map(({ id_externo }) => id_externo);
    expect(getIds([item('1', 0), item('2', 3)])).toEqual(['2']);
    expect(getIds([item('1', 0)])).toEqual(['1']);
  });

  it('is blocked by a cancellation that is asked for and not decided, as long as it could be shipped', () => {
    const asked = (extra: object, fulfillment: object = unshipped) =>
      toExternalOrder({
        ...LEAST,
        fulfillment,
        orderItems: [
          { ...LEAST.orderItems[0], cancellation: { cancellationRequest: { requester: 'BUYER' }, ...extra } },
        ],
      }).motivo_bloqueio;
    expect(asked({})).toContain('cancelamento');
    expect(asked({ cancellationExecution: { cancelledBy: 'MERCHANT' } })).toBeNull();
    expect(asked({}, { fulfillmentStatus: 'SHIPPED' })).toBeNull();
    expect(toExternalOrder({ ...LEAST, fulfillment: unshipped }).motivo_bloqueio).toBeNull();
  });
});

describe('toChangedOrders', () => {
  it('leaves out what a search that began earlier finds beside', () => {
    const found = {
      orders: [LEAST, { ...LEAST, orderId: '702-2-2', lastUpdatedTime: '2026-11-21T13:00:01Z' }],
    };
    const since = (desde: string) =>
      toChangedOrders(found, new Date(desde)).map(({ ml_order_id }) => ml_order_id);
    expect(since('2026-11-21T13:00:00Z')).toEqual(['702-1-1', '702-2-2']);
    expect(since('2026-11-21T13:00:01Z')).toEqual(['702-2-2']);
  });
});
