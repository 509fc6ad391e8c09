import { expect, it } from 'vitest';
import { parseNotification } from './notification';

const REFERENCE = '0190a2d4-5b7e-7c3a-9f10-2a4b6c8d0e1f';
const query = { 'data.id': 'ORD01KABC', type: 'order' };

it('takes the ids of an order, and nothing else', () => {
  const body = { action: 'order.processed', data: { external_reference: REFERENCE, status: 'processed' } };
  expect(parseNotification({ query, body })).toEqual({
    topic: 'order',
    id: 'ORD01KABC',
    reference: REFERENCE,
  });
});

it.each(['payment', 'subscription_preapproval', 'subscription_authorized_payment'])(
  'takes the id of a notification of the topic %s',
  (type) => {
    expect(parseNotification({ query: { 'data.id': '2c93', type }, body: {} })).toEqual({
      topic: type,
      id: '2c93',
      reference: null,
    });
  },
);

it.each([undefined, null, 'texto', {}, { data: null }, { data: { external_reference: 'x' } }])(
  'does without our reference in the body %j',
  (body) => {
    expect(parseNotification({ query, body })).toEqual({
      topic: 'order',
      id: 'ORD01KABC',
      reference: null,
    });
  },
);

it.each([
  undefined,
  {},
  { type: 'order' },
  { ...query, type: 'subscription_preapproval_plan' },
  { ...query, 'data.id': "x'; --" },
  { topic: 'payment', id: '1' },
])('passes over %j', (other) => {
  expect(parseNotification({ query: other, body: {} })).toBeNull();
});
