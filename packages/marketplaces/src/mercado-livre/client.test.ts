import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestHarness, type TestHarness } from '../../testing/mercado-livre/test-harness';
import { readOrder } from '../../testing/readings';
import { AdapterError } from '../adapter-error';
import type { CallLimiter } from '../call-limiter';

let harness: TestHarness;

beforeEach(async () => {
  harness = await openTestHarness();
});

afterEach(async () => {
  await harness.fake.close();
  expect(harness.fake.violations).toEqual([]);
});

/** Remembers the rests that the marketplace asked for, and refuses calls until they are over. */
class RestingLimiter implements CallLimiter {
  readonly taken: string[] = [];
  readonly #rests = new Map<string, Date>();

  constructor(readonly clock: () => Date) {}

  async take({ usuarioId }: { usuarioId: string }, operacao: string): Promise<void> {
    const until = this.#rests.get(`${usuarioId} ${operacao}`);
    if (until && until > this.clock()) throw new AdapterError('rate_limited', 'Aguarde.', { retryAt: until });
    this.taken.push(operacao);
  }

  async pause({ usuarioId }: { usuarioId: string }, operacao: string, ate: Date): Promise<void> {
    this.#rests.set(`${usuarioId} ${operacao}`, ate);
  }
}

describe('tokens', () => {
  it('an expired token is renewed once for twenty calls at a time', async () => {
    const { ml_order_id } = await harness.sale();
    harness.fake.expireTokens(harness.seller.vendedor_id);
    const reads = Array.from({ length: 20 }, () => readOrder(harness, ml_order_id));
    expect(new Set((await Promise.all(reads)).map((order) => order.ml_order_id)).size).toBe(1);
    expect(harness.fake.calls('POST', /oauth\/token/)).toHaveLength(1);
  });

  it('asks to connect again when the renewed token is refused too', async () => {
    const { ml_order_id } = await harness.sale();
    harness.fake.fail({ path: /^\/orders\//, times: 2, failure: { status: 401 } });
    await expect(readOrder(harness, ml_order_id)).rejects.toMatchObject({
      kind: 'reconnect_required',
    });
    expect(harness.fake.calls('GET', /^\/orders\//)).toHaveLength(2);
  });

  it('asks to connect again when the seller withdrew the consent', async () => {
    harness.fake.revoke(harness.seller.vendedor_id);
    await expect(harness.listing()).rejects.toMatchObject({ kind: 'reconnect_required' });
  });
});

describe('too many calls', () => {
  it('three 429 and then an answer: every server waits, no call is wasted, the order is read', async () => {
    const limiter = new RestingLimiter(() => harness.time.now);
    await harness.fake.close();
    harness = await openTestHarness({ limiter });
    const { ml_order_id } = await harness.sale();
    const failure = { status: 429, headers: { 'retry-after': '30' } };
    harness.fake.fail({ path: /^\/orders\//, times: 3, failure });
    for (let time = 0; time < 3; time += 1) {
      const retryAt = new Date(harness.time.now.getTime() + 30_000);
      const refused = { kind: 'rate_limited', retryAt };
      await expect(readOrder(harness, ml_order_id)).rejects.toMatchObject(refused);
      await expect(readOrder(harness, ml_order_id)).rejects.toMatchObject(refused);
      harness.advance(30_000);
    }
    expect((await readOrder(harness, ml_order_id)).ml_order_id).toBe(ml_order_id);
    expect(harness.fake.calls('GET', /^\/orders\//)).toHaveLength(4);
  });

  it('rests for a while when no time is named, and lets other operations go on', async () => {
    const limiter = new RestingLimiter(() => harness.time.now);
    await harness.fake.close();
    harness = await openTestHarness({ limiter });
    const { ml_order_id } = await harness.sale();
    harness.fake.fail({ path: /^\/orders\//, failure: { status: 429 } });
    await expect(readOrder(harness, ml_order_id)).rejects.toMatchObject({
      retryAt: new Date(harness.time.now.getTime() + 10_000),
    });
    await expect(harness.adapter.listMissedOrders(harness.ctx)).resolves.toEqual([]);
  });

  it('takes one call of the budget for each call that is made', async () => {
    const limiter = new RestingLimiter(() => harness.time.now);
    await harness.fake.close();
    harness = await openTestHarness({ limiter });
    await harness.listing(harness.product({ descricao: 'Som limpo' }));
    expect(limiter.taken).toHaveLength(harness.fake.calls().length);
    expect(limiter.taken).toContain('ml.items.create');
  });
});

describe('changes that collide (409)', () => {
  it('are repeated after reading the listing again', async () => {
    const anuncio = await harness.listing();
    harness.fake.fail({ method: 'PUT', times: 2, failure: { status: 409 } });
    await harness.adapter.updateStock(harness.ctx, anuncio, 3);
    expect(harness.fake.item(anuncio.id_externo).available_quantity).toBe(3);
  });

  it('are left for later after three tries: they tell nothing of the listing', async () => {
    const anuncio = await harness.listing();
    harness.fake.fail({ method: 'PUT', times: 5, failure: { status: 409 } });
    await expect(harness.adapter.updateStock(harness.ctx, anuncio, 3)).rejects.toMatchObject({
      kind: 'not_ready',
    });
    expect(harness.fake.calls('PUT')).toHaveLength(3);
  });
});

describe('listings', () => {
  it('says that a closed listing is closed, whatever is changed', async () => {
    const anuncio = await harness.listing();
    harness.fake.item(anuncio.id_externo).status = 'closed';
    const { adapter, ctx } = harness;
    for (const call of [
      () => adapter.updateStock(ctx, anuncio, 1),
      () => adapter.updatePrice(ctx, anuncio, 100),
      () => adapter.pause(ctx, anuncio),
    ]) {
      await expect(call()).rejects.toMatchObject({ kind: 'conflict' });
    }
  });

  it('does not take a listing that it may not read for gone', async () => {
    const anuncio = await harness.listing();
    harness.fake.fail({ path: /^\/items\/MLB/, times: 2, failure: { status: 403 } });
    const read = harness.adapter.getListing(harness.ctx, anuncio);
    await expect(read).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('writes nothing when it is paused already', async () => {
    const anuncio = await harness.listing();
    await harness.adapter.pause(harness.ctx, anuncio);
    await harness.adapter.pause(harness.ctx, anuncio);
    expect(harness.fake.calls('PUT')).toHaveLength(1);
  });

  it('brings a listing back that ran out of stock while it was paused', async () => {
    const produto = harness.product();
    const anuncio = await harness.listing(produto);
    await harness.adapter.pause(harness.ctx, anuncio);
    await harness.adapter.updateStock(harness.ctx, anuncio, 0);
    await harness.adapter.updateStock(harness.ctx, anuncio, 4);
    expect((await harness.adapter.getListing(harness.ctx, anuncio)).status).toBe('paused');
    await harness.listing({ ...produto, id_externo: anuncio.id_externo, estoque: 4 });
    expect(await harness.adapter.getListing(harness.ctx, anuncio)).toMatchObject({
      status: 'live',
      estoque: 4,
    });
  });

  it('activates a paused listing first where its stock cannot be changed', async () => {
    const produto = harness.product();
    const anuncio = await harness.listing(produto);
    await harness.adapter.pause(harness.ctx, anuncio);
    harness.fake.fail({
      method: 'PUT',
      failure: { status: 400, body: { error: 'field_not_updatable', cause: [] } },
    });
    await harness.listing({ ...produto, id_externo: anuncio.id_externo, estoque: 6 });
    expect(harness.fake.item(anuncio.id_externo)).toMatchObject({ status: 'active', available_quantity: 6 });
  });

  it('keeps a listing of a sold-out product off sale when it is paused', async () => {
    const anuncio = await harness.listing(harness.product({ estoque: 1 }));
    await harness.sale({ anuncio });
    expect((await harness.adapter.getListing(harness.ctx, anuncio)).status).toBe('out_of_stock');
    await harness.adapter.pause(harness.ctx, anuncio);
    await harness.adapter.updateStock(harness.ctx, anuncio, 2);
    expect((await harness.adapter.getListing(harness.ctx, anuncio)).status).toBe('paused');
  });
});
