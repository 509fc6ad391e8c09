import { describe, expect, it } from 'vitest';
import { parseCauses } from './errors';
import { toListingState, toListingStatus } from './listing/item-state';
import { parseNotification } from './notification';
import { parseOrder, parseOrderShipping } from './orders/parse-order';
import { parseShipment, toAddressLine } from './shipping/parse-shipment';

function shipment(status: string, substatus: string | null, more: Record<string, unknown> = {}) {
  return parseShipment({
    id: 43000000001,
    status,
    substatus,
    logistic: { mode: 'me2', type: 'drop_off' },
    ...more,
  });
}

describe('where a parcel stands', () => {
  it.each([
    ['pending', 'buffered', 'aguardando_marketplace', false],
    ['pending', 'waiting_for_payment', 'aguardando_marketplace', false],
    ['handling', 'waiting_for_label_generation', 'aguardando_marketplace', false],
    ['handling', 'invoice_pending', 'aguardando_nota', false],
    ['ready_to_ship', 'invoice_pending', 'aguardando_nota', false],
    ['ready_to_ship', 'ready_to_print', 'etiqueta_pronta', true],
    ['ready_to_ship', 'printed', 'etiqueta_impressa', true],
    ['ready_to_ship', 'ready_for_pickup', 'etiqueta_impressa', true],
    ['ready_to_ship', 'something_new', 'etiqueta_impressa', true],
    ['ready_to_ship', 'picked_up', 'coletado', false],
    ['ready_to_ship', 'in_hub', 'coletado', false],
    ['shipped', 'out_for_delivery', 'enviado', false],
    ['delivered', null, 'entregue', false],
    ['not_delivered', 'returning_to_sender', 'devolvido', false],
    ['cancelled', 'label_expired', 'cancelado', false],
    ['cancelled', 'pack_splitted', 'aguardando_marketplace', false],
    ['a_new_status', 'x', 'aguardando_marketplace', false],
    ['constructor', 'toString', 'aguardando_marketplace', false],
  ])('%s / %s is %s', (status, substatus, situacao, tem_etiqueta) => {
    const reading = shipment(status, substatus);
    expect(reading).toMatchObject({ situacao, tem_etiqueta });
    expect(reading?.motivo === null).toBe(tem_etiqueta);
  });

  it('reads the date of release wherever it stands', () => {
    const date = '2026-11-24T08:00:00.000-04:00';
    const expected = new Date('2026-11-24T12:00:00Z');
    expect(shipment('pending', 'buffered', { buffering: { date } })?.liberado_em).toEqual(expected);
    const nested = { lead_time: { buffering: { date } } };
    expect(shipment('pending', 'buffered', nested)?.liberado_em).toEqual(expected);
  });

  it('reads until when it must be handed over, in either shape, and not where Mercado Livre sends it', () => {
    const limit = { estimated_handling_limit: { date: '2026-11-24T14:00:00.000-03:00' } };
    const expected = new Date('2026-11-24T17:00:00Z');
    const read = (extra: Record<string, unknown>) =>
      shipment('ready_to_ship', 'ready_to_print', extra)?.despachar_ate;
    expect(read({ lead_time: limit })).toEqual(expected);
    expect(read({ shipping_option: limit })).toEqual(expected);
    expect(read({})).toBeNull();
    expect(read({ lead_time: limit, logistic: { type: 'fulfillment' } })).toBeNull();
  });

  it('reads the old shape like the new one', () => {
    const street = { street_name: 'Rua A', street_number: '10', zip_code: '01310-100' };
    const place = { city: { name: 'São Paulo' }, state: { id: 'BR-SP', name: 'São Paulo' } };
    const head = { id: 1, status: 'ready_to_ship', substatus: 'printed' };
    const old = parseShipment({
      ...head,
      mode: 'me2',
      logistic_type: 'drop_off',
      receiver_address: { receiver_name: 'Ana Lima', ...street, ...place },
    });
    const current = parseShipment({
      ...head,
      logistic: { mode: 'me2', type: 'drop_off' },
      destination: { receiver_name: 'Ana Lima', shipping_address: { ...street, ...place } },
    });
    expect(old).toEqual(current);
    expect(old?.endereco).toBe('Rua A, 10, São Paulo - SP, CEP 01310-100');
  });

  it('is none without a status', () => {
    expect(parseShipment({ id: 1 })).toBeNull();
    expect(parseShipment('x')).toBeNull();
  });
});

describe('an address in one line', () => {
  it.each([
    [
      { street_name: 'Rua A', street_number: '5', zip_code: '01310100', city: 'Recife', state: 'Pernambuco' },
      'Rua A, 5, Recife - Pernambuco, CEP 01310-100',
    ],
    [
      { address_line: 'Rua B 7', street_number: '7', zip_code: '01310-100', city_name: 'Natal' },
      'Rua B 7, Natal, CEP 01310-100',
    ],
    [{ street_name: 'Rua A', zip_code: 'XXXXXXX' }, null],
    [null, null],
  ])('%j', (address, line) => {
    expect(toAddressLine(address)).toBe(line);
  });
});

describe('an order', () => {
  const ORDER = {
    id: 2000003508419013,
    pack_id: null,
    status: 'paid',
    date_created: '2026-11-20T12:00:00.000-04:00',
    last_updated: '2026-11-20T12:05:00.000-04:00',
    order_items: [{ item: { id: 'MLB1', title: 'Fone', seller_sku: null }, quantity: 2, unit_price: 249.9 }],
  };

  it.each([
    ['confirmed', 'aguardando_pagamento'],
    ['payment_in_process', 'aguardando_pagamento'],
    ['partially_paid', 'aguardando_pagamento'],
    ['paid', 'pago'],
    ['partially_refunded', 'pago'],
    ['pending_cancel', 'pago'],
    ['cancelled', 'cancelado'],
    ['invalid', 'cancelado'],
    ['a_new_status', 'aguardando_pagamento'],
  ])('%s is %s', (status, situacao) => {
    expect(parseOrder({ ...ORDER, status }, null)?.situacao).toBe(situacao);
  });

  it('blocks while its cancellation is under way', () => {
    expect(parseOrder({ ...ORDER, status: 'pending_cancel' }, null)?.motivo_bloqueio).toContain(
      'cancelamento',
    );
  });

  it('is taken for what is there when the answer is partial, and waits for what it cannot be without', () => {
    expect(parseOrder(ORDER, null)).toMatchObject({
      pacote_id: null,
      cliente_nome: null,
      itens: [{ id_externo: 'MLB1', sku: null, quantidade: 2, preco_unitario_centavos: 24_990 }],
    });
    const variation = { item: { id: 'MLB1', variation_id: 18_100_000_000 }, quantity: 1, unit_price: 1 };
    const read = parseOrder({ ...ORDER, order_items: [variation] }, null);
    expect(read?.itens[0]?.variacao_externa).toBe('18100000000');
    expect(parseOrder({ ...ORDER, order_items: [] }, null)).toBeNull();
    expect(parseOrder({ ...ORDER, order_items: [{ item: { id: 'MLB1' } }] }, null)).toBeNull();
    expect(parseOrder({ ...ORDER, id: null }, null)).toBeNull();
  });
});

describe('whatever is answered', () => {
  const junk: unknown[] = [
    null,
    undefined,
    '',
    'x',
    0,
    -1,
    Number.NaN,
    true,
    [],
    [null],
    {},
    { id: {} },
    [[]],
  ];
  const fields = [
    ...[
      'id',
      'status',
      'substatus',
      'tags',
      'date_created',
      'last_updated',
      'order_items',
      'payments',
      'buyer',
    ],
    ...[
      'logistic',
      'destination',
      'receiver_address',
      'buffering',
      'lead_time',
      'sub_status',
      'city',
      'state',
    ],
    ...[
      'street_name',
      'zip_code',
      'item',
      'quantity',
      'unit_price',
      'topic',
      'resource',
      'user_id',
      'cause',
      'price',
    ],
  ];

  it('no reader throws on a field that holds something else', () => {
    const whole = {
      id: 1,
      status: 'paid',
      order_items: [{}],
      payments: [{}],
      destination: { shipping_address: {} },
    };
    const answers = [
      ...junk,
      ...fields.flatMap((field) => junk.map((value) => ({ ...whole, [field]: value }))),
    ];
    for (const answer of answers) {
      for (const read of [
        (a: unknown) => parseOrder(a, null),
        parseShipment,
        toAddressLine,
        toListingState,
      ]) {
        expect(() => read(answer)).not.toThrow();
      }
      expect(() => [
        parseNotification(answer),
        parseCauses(answer),
        parseOrderShipping(answer),
      ]).not.toThrow();
    }
  });
});

describe('a listing', () => {
  it.each([
    ['active', [], 'live'],
    ['paused', ['paused_by_seller'], 'paused'],
    ['paused', ['out_of_stock'], 'out_of_stock'],
    ['paused', ['out_of_stock', 'paused_by_seller'], 'paused'],
    ['paused', ['picture_download_pending'], 'processing'],
    ['under_review', ['held'], 'processing'],
    ['under_review', ['waiting_for_patch'], 'rejected'],
    ['under_review', ['forbidden'], 'rejected'],
    ['payment_required', [], 'rejected'],
    ['inactive', [], 'rejected'],
    ['closed', ['expired'], 'closed'],
    ['a_new_status', [], 'processing'],
  ])('%s %j is %s', (status, sub_status, expected) => {
    const reading = toListingStatus({ status, sub_status });
    expect(reading.status).toBe(expected);
    expect(reading.motivos.length === 0).toBe(expected === 'live');
  });
});

describe('an order of which units were cancelled', () => {
  const line = (id: string, quantity: number) => ({ item: { id, title: id }, quantity, unit_price: 50 });
  const read = (order_items: object[], address: object = {}) =>
    parseOrder(
      { id: 1, status: 'paid', date_created: '2026-11-20T12:00:00Z', order_items },
      shipment('ready_to_ship', 'ready_to_print', { destination: { receiver_name: 'Ana', ...address } }),
    );

  it('has the items that are left, and is cancelled once none is', () => {
    expect(read([line('MLB1', 0), line('MLB2', 2)])?.itens).toMatchObject([
      { id_externo: 'MLB2', quantidade: 2 },
    ]);
    expect(read([line('MLB1', 0)])).toMatchObject({ situacao: 'cancelado', itens: [{ quantidade: 1 }] });
  });

  it('tells no masked buyer', () => {
    const shipping_address = { street_name: 'XXXXXXX', zip_code: '01310100' };
    const masked = read([line('MLB1', 1)], { receiver_name: 'XXXXXXX', shipping_address });
    expect(masked).toMatchObject({ cliente_nome: null, cliente_endereco: null });
  });

  it('tells when the order itself changed, where its parcel moved later', () => {
    const moved = parseOrder(
      { id: 1, status: 'paid', date_created: '2026-11-20T12:00:00Z', order_items: [line('MLB1', 1)] },
      shipment('shipped', null, { last_updated: '2026-11-21T12:00:00Z' }),
    );
    expect(moved?.itens_mudaram_em).toEqual(new Date('2026-11-20T12:00:00Z'));
    expect(moved?.atualizado_em).toEqual(new Date('2026-11-21T12:00:00Z'));
  });
});
