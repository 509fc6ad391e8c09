import { describe, expect, it } from 'vitest';
import { FAILURES } from '../../testing/amazon/failures';
import {
  failureOf,
  listingRefOf,
  orderRefOf,
  prepareTestHarness,
  putOnSale,
  type TestHarness,
} from '../../testing/amazon/test-harness';
import { feeQuestion } from '../../testing/fee-question';
import { readOrder, readParcel } from '../../testing/readings';
import type { CallLimiter, CallRate } from '../call-limiter';

const setUp = prepareTestHarness();

describe('the access token', () => {
  it('is renewed once when it expired, and the call is repeated', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake } = harness;
    const anuncio = listingRefOf(await putOnSale(harness));
    fake.expireAccessTokens();
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({ status: 'live' });
    expect(fake.renewals).toBe(1);
  });

  it('is renewed for a bare 401 as well', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake } = harness;
    const anuncio = listingRefOf(await putOnSale(harness));
    fake.fail({ operation: 'getListingsItem', failure: { status: 401, body: {} } });
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({ status: 'live' });
    expect(fake.renewals).toBe(1);
  });

  it('is not renewed without end when the new one is refused as well', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake } = harness;
    const anuncio = listingRefOf(await putOnSale(harness));
    fake.fail({ operation: 'getListingsItem', times: 2, failure: FAILURES.tokenExpired });
    expect(await failureOf(adapter.getListing(ctx, anuncio))).toMatchObject({ kind: 'auth_expired' });
    expect(fake.renewals).toBe(1);
  });

  it('cannot be renewed after the seller withdrew the authorisation', async () => {
    const { adapter, ctx, fake, seller } = await setUp();
    fake.revoke(seller.vendedor_id);
    fake.expireAccessTokens();
    expect((await failureOf(readOrder({ adapter, ctx }, '702-1-1'))).kind).toBe('reconnect_required');
  });

  it('is not renewed for a missing role', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake } = harness;
    const anuncio = listingRefOf(await putOnSale(harness));
    fake.fail({ operation: 'patchListingsItem', failure: FAILURES.roleMissing });
    expect(await failureOf(adapter.updateStock(ctx, anuncio, 1))).toMatchObject({ kind: 'forbidden' });
    expect(fake.renewals).toBe(0);
  });
});

describe('answers that do not follow the models', () => {
  const REST = [
    [],
    'texto',
    7,
    { orders: {}, items: 1, restrictions: 'x', order: [], status: {}, sku: null },
  ];
  it.each<[string, (harness: TestHarness) => Promise<unknown>]>([
    ['searchCatalogItems', ({ adapter, ctx, product }) => adapter.publish(ctx, product())],
    ['getListingsRestrictions', ({ adapter, ctx, product }) => adapter.publish(ctx, product())],
    ['putListingsItem', ({ adapter, ctx, product }) => adapter.publish(ctx, product())],
    ['getListingsItem', ({ adapter, ctx }) => adapter.getListing(ctx, listingRefOf('FONE 1/A'))],
    ['patchListingsItem', ({ adapter, ctx }) => adapter.updateStock(ctx, listingRefOf('FONE 1/A'), 1)],
    [
      'getMyFeesEstimateForSKU',
      ({ adapter, ctx }) => adapter.quoteFees(ctx, feeQuestion('dba', { id_externo: 'FONE 1/A' })),
    ],
    ['searchOrders', ({ adapter, ctx }) => adapter.listOrdersChangedSince(ctx, { desde: new Date(0) })],
    ['getOrder', ({ adapter, ctx }) => readParcel({ adapter, ctx }, orderRefOf('702-1-1'))],
  ])('%s: nothing is concluded, the call is tried again later', async (operation, call) => {
    const harness = await setUp();
    await putOnSale(harness);
    for (const body of [{}, ...REST]) {
      harness.fake.fail({ operation, failure: { status: 200, body } });
      expect(await failureOf(call(harness))).toMatchObject({ kind: 'upstream_unavailable' });
    }
  });
});

describe('429: one operation of one account slows down', () => {
  it('pauses the operation for the account on each 429 and does not repeat by itself', async () => {
    const pauses: [string, Date][] = [];
    const limiter: CallLimiter = {
      take: async () => undefined,
      pause: async (_ctx, operation, until) => void pauses.push([operation, until]),
    };
    const harness = await setUp({}, limiter);
    const { adapter, ctx, fake } = harness;
    const anuncio = listingRefOf(await putOnSale(harness));
    fake.fail({
      operation: 'patchListingsItem',
      failure: { ...FAILURES.quotaExceeded, headers: { 'retry-after': '7' } },
    });
    fake.fail({ operation: 'patchListingsItem', times: 2, failure: FAILURES.quotaExceeded });
    const errors = [];
    for (let attempt = 0; attempt < 3; attempt += 1)
      errors.push(await failureOf(adapter.updateStock(ctx, anuncio, 3)));
    expect(errors.map(({ kind, retryAt }) => [kind, retryAt])).toEqual([
      ['rate_limited', new Date('2026-11-21T15:00:07Z')],
      // Without Retry-After: until one call of the plan (5 per second) is earned.
      ['rate_limited', new Date('2026-11-21T15:00:00.200Z')],
      ['rate_limited', new Date('2026-11-21T15:00:00.200Z')],
    ]);
    expect(pauses.map(([operation]) => operation)).toEqual(Array(3).fill('patchListingsItem'));
    await adapter.updateStock(ctx, anuncio, 3);
    expect(await adapter.getListing(ctx, anuncio)).toMatchObject({ estoque: 3 });
  });

  it('spends nothing of the budget on a call that was given up before', async () => {
    const taken: string[] = [];
    const take: CallLimiter['take'] = async (_ctx, operation) => void taken.push(operation);
    const { adapter, ctx } = await setUp({}, { take, pause: async () => undefined });
    const call = adapter.readOrder({ ...ctx, signal: AbortSignal.abort() }, '702-1-1');
    expect((await failureOf(call)).kind).toBe('upstream_unavailable');
    expect(taken).toEqual([]);
  });

  it('asks for the rate that Amazon told for the account', async () => {
    const taken: CallRate[] = [];
    const limiter: CallLimiter = {
      take: async (_ctx, operation, rate) => void (operation === 'getOrder' && taken.push(rate)),
      pause: async () => undefined,
    };
    const harness = await setUp({}, limiter);
    const { adapter, ctx, fake, seller } = harness;
    const { orderId } = fake.createPaidOrder(seller.vendedor_id, { sku: await putOnSale(harness) });
    const headers = { 'x-amzn-ratelimit-limit': '0.1' };
    fake.fail({ operation: 'getOrder', failure: { status: 404, body: {}, headers } });
    await failureOf(readOrder({ adapter, ctx }, orderId));
    await readOrder({ adapter, ctx }, orderId);
    expect(taken).toEqual([
      { perSecond: 0.5, burst: 30 },
      { perSecond: 0.1, burst: 30 },
    ]);
  });
});

describe('an outage fails nothing for good', () => {
  it.each([
    ['500', FAILURES.internalFailure],
    ['503', { status: 503 }],
    ['a dropped connection', 'drop'],
  ] as const)('%s is transient, so the queue keeps the job', async (_name, failure) => {
    const harness = await setUp();
    const { adapter, ctx, fake } = harness;
    const anuncio = listingRefOf(await putOnSale(harness));
    fake.fail({ operation: 'patchListingsItem', failure });
    const error = await failureOf(adapter.updateStock(ctx, anuncio, 2));
    expect(error).toMatchObject({ kind: 'upstream_unavailable', transient: true });
    await adapter.updateStock(ctx, anuncio, 2);
  });

  it('publishes once when the answer to the first PUT was lost', async () => {
    const harness = await setUp();
    const { adapter, ctx, fake, product, seller } = harness;
    const produto = product();
    // The first PUT is the preview; the second one stores.
    fake.fail({ operation: 'putListingsItem', failure: { delayMs: 0 } });
    fake.fail({ operation: 'putListingsItem', failure: 'lose_answer' });
    expect((await failureOf(adapter.publish(ctx, produto))).transient).toBe(true);
    expect(fake.listingsOf(seller.vendedor_id)).toHaveLength(1);
    await adapter.publish(ctx, produto);
    expect(fake.listingsOf(seller.vendedor_id)).toHaveLength(1);
  });
});
