import { expect, it } from 'vitest';
import { toShippingState } from './parcel';

const NOW = new Date('2026-11-21T12:00:00Z');
const SHIP_BY = '2026-11-23T02:59:59Z';

const read = (fulfillmentStatus: string, programs: string[] = []) =>
  toShippingState(
    { programs, fulfillment: { fulfillmentStatus, shipByWindow: { latestDateTime: SHIP_BY } } },
    NOW,
  ).despachar_ate;

it.each([['DELIVERY_BY_AMAZON'], []])(
  'tells until when an order must be shipped, whoever carries it (%s)',
  (...programs) => {
    expect(read('UNSHIPPED', programs)).toEqual(new Date(SHIP_BY));
  },
);

it.each(['SHIPPED', 'CANCELLED', 'PENDING'])('tells no deadline of an order that is %s', (status) => {
  expect(read(status)).toBeUndefined();
});
