import { describe, expect, it } from 'vitest';
import { parseListingId, parseNotification, parseOrderNumber, parseShipmentNumber } from './notification';

const BODY = {
  _id: '5da8e1a7-0001',
  resource: '/orders/2000003508419013',
  user_id: 123456789,
  topic: 'orders_v2',
  application_id: 2069392825111111,
  attempts: 1,
  sent: '2026-11-20T16:19:20.129Z',
  received: '2026-11-20T16:19:20.106Z',
};

describe('parseNotification', () => {
  it('reads who, what and when', () => {
    expect(parseNotification(BODY)).toEqual({
      id: '5da8e1a7-0001',
      topico: 'orders_v2',
      recurso: '/orders/2000003508419013',
      vendedor_id: '123456789',
      aplicacao_id: '2069392825111111',
      enviada_em: new Date('2026-11-20T16:19:20.129Z'),
    });
  });

  it('knows a notification without _id by what it announces and when', () => {
    const { _id, ...older } = BODY;
    expect(parseNotification(older)?.id).toBe('orders_v2 /orders/2000003508419013 2026-11-20T16:19:20.129Z');
    expect(parseNotification({ ...older, sent: undefined })).toBeNull();
  });

  it.each([
    null,
    undefined,
    'x',
    7,
    [],
    {},
    { ...BODY, user_id: {} },
    { ...BODY, resource: 'x'.repeat(201) },
  ])('answers null for what is none: %j', (body) => {
    expect(parseNotification(body)).toBeNull();
  });
});

describe('resources', () => {
  it.each([
    [parseOrderNumber, '/orders/2000003508419013', '2000003508419013'],
    [parseShipmentNumber, '/shipments/43000000001', '43000000001'],
    [parseListingId, '/items/MLB4000000001', 'MLB4000000001'],
  ])('gives the id (%#)', (read, recurso, id) => {
    expect(read(recurso)).toBe(id);
    expect(read(`${recurso}/feedback`)).toBeNull();
    expect(read(`https://example.com${recurso}`)).toBeNull();
    expect(read('/collections/1')).toBeNull();
  });
});
