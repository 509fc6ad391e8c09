import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStand, type Stand } from '../../testing/mercado-livre/stand';
import { readOrder } from '../../testing/readings';
import { AdapterError } from '../adapter-error';
import type { CallLimiter } from '../call-limiter';

let stand: Stand;

beforeEach(async () => {
  stand = await openStand();
});

afterEach(async () => {
  await stand.fake.close();
  expect(stand.fake.violations).toEqual([]);
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
  it('complaint 1: an expired token is renewed once for twenty calls at a time', async () => {
    const { ml_order_id } = await stand.sale();
    stand.fake.expireTokens(stand.seller.vendedor_id);
    const reads = Array.from({ length: 20 }, () => readOrder(stand, ml_order_id));
    expect(new Set((await Promise.all(reads)).map((order) => order.ml_order_id)).size).toBe(1);
    expect(stand.fake.calls('POST', /oauth\/token/)).toHaveLength(1);
  });

  it('asks to connect again when the renewed token is refused too', async () => {
    const { ml_order_id } = await stand.sale();
    stand.fake.fail({ caminho: /^\/orders\//, vezes: 2, falha: { status: 401 } });
    await expect(readOrder(stand, ml_order_id)).rejects.toMatchObject({
      kind: 'reconnect_required',
    });
    expect(stand.fake.calls('GET', /^\/orders\//)).toHaveLength(2);
  });

  it('asks to connect again when the seller withdrew the consent', async () => {
    stand.fake.revoke(stand.seller.vendedor_id);
    await expect(stand.listing()).rejects.toMatchObject({ kind: 'reconnect_required' });
  });
});

describe('complaint 14: too many calls', () => {
  it('three 429 and then an answer: every server waits, no call is wasted, the order is read', async () => {
    const limiter = new RestingLimiter(() => stand.time.now);
    await stand.fake.close();
    stand = await openStand({ limiter });
    const { ml_order_id } = await stand.sale();
    const falha = { status: 429, headers: { 'retry-after': '30' } };
    stand.fake.fail({ caminho: /^\/orders\//, vezes: 3, falha });
    for (let time = 0; time < 3; time += 1) {
      const retryAt = new Date(stand.time.now.getTime() + 30_000);
      const refused = { kind: 'rate_limited', retryAt };
      await expect(readOrder(stand, ml_order_id)).rejects.toMatchObject(refused);
      await expect(readOrder(stand, ml_order_id)).rejects.toMatchObject(refused);
      stand.advance(30_000);
    }
    expect((await readOrder(stand, ml_order_id)).ml_order_id).toBe(ml_order_id);
    expect(stand.fake.calls('GET', /^\/orders\//)).toHaveLength(4);
  });

  it('rests for a while when no time is named, and lets other operations go on', async () => {
    const limiter = new RestingLimiter(() => stand.time.now);
    await stand.fake.close();
    stand = await openStand({ limiter });
    const { ml_order_id } = await stand.sale();
    stand.fake.fail({ caminho: /^\/orders\//, falha: { status: 429 } });
    await expect(readOrder(stand, ml_order_id)).rejects.toMatchObject({
      retryAt: new Date(stand.time.now.getTime() + 10_000),
    });
    await expect(stand.adapter.listMissedOrders(stand.ctx)).resolves.toEqual([]);
  });

  it('takes one call of the budget for each call that is made', async () => {
    const limiter = new RestingLimiter(() => stand.time.now);
    await stand.fake.close();
    stand = await openStand({ limiter });
    await stand.listing(stand.product({ descricao: 'Som limpo' }));
    expect(limiter.taken).toHaveLength(stand.fake.calls().length);
    expect(limiter.taken).toContain('ml.items.create');
  });
});

describe('changes that collide (409)', () => {
  it('are repeated after reading the listing again', async () => {
    const anuncio = await stand.listing();
    stand.fake.fail({ metodo: 'PUT', vezes: 2, falha: { status: 409 } });
    await stand.adapter.updateStock(stand.ctx, anuncio, 3);
    expect(stand.fake.item(anuncio.id_externo).available_quantity).toBe(3);
  });

  it('end in a conflict after three tries', async () => {
    const anuncio = await stand.listing();
    stand.fake.fail({ metodo: 'PUT', vezes: 5, falha: { status: 409 } });
    await expect(stand.adapter.updateStock(stand.ctx, anuncio, 3)).rejects.toMatchObject({
      kind: 'conflict',
    });
    expect(stand.fake.calls('PUT')).toHaveLength(3);
  });
});

describe('listings', () => {
  it('says that a closed listing is closed, whatever is changed', async () => {
    const anuncio = await stand.listing();
    stand.fake.item(anuncio.id_externo).status = 'closed';
    const { adapter, ctx } = stand;
    for (const call of [
      () => adapter.updateStock(ctx, anuncio, 1),
      () => adapter.updatePrice(ctx, anuncio, 100),
      () => adapter.pause(ctx, anuncio),
    ]) {
      await expect(call()).rejects.toMatchObject({ kind: 'conflict' });
    }
  });

  it('writes nothing when it is paused already', async () => {
    const anuncio = await stand.listing();
    await stand.adapter.pause(stand.ctx, anuncio);
    await stand.adapter.pause(stand.ctx, anuncio);
    expect(stand.fake.calls('PUT')).toHaveLength(1);
  });

  it('brings a listing back that ran out of stock while it was paused', async () => {
    const produto = stand.product();
    const anuncio = await stand.listing(produto);
    await stand.adapter.pause(stand.ctx, anuncio);
    await stand.adapter.updateStock(stand.ctx, anuncio, 0);
    await stand.adapter.updateStock(stand.ctx, anuncio, 4);
    expect((await stand.adapter.getListing(stand.ctx, anuncio)).status).toBe('paused');
    await stand.listing({ ...produto, estoque: 4 });
    expect(await stand.adapter.getListing(stand.ctx, anuncio)).toMatchObject({ status: 'live', estoque: 4 });
  });

  it('activates a paused listing first where its stock cannot be changed', async () => {
    const produto = stand.product();
    const anuncio = await stand.listing(produto);
    await stand.adapter.pause(stand.ctx, anuncio);
    stand.fake.fail({
      metodo: 'PUT',
      falha: { status: 400, body: { error: 'field_not_updatable', cause: [] } },
    });
    await stand.listing({ ...produto, estoque: 6 });
    expect(stand.fake.item(anuncio.id_externo)).toMatchObject({ status: 'active', available_quantity: 6 });
  });

  it('keeps a listing of a sold-out product off sale when it is paused', async () => {
    const anuncio = await stand.listing(stand.product({ estoque: 1 }));
    await stand.sale({ anuncio });
    expect((await stand.adapter.getListing(stand.ctx, anuncio)).status).toBe('out_of_stock');
    await stand.adapter.pause(stand.ctx, anuncio);
    await stand.adapter.updateStock(stand.ctx, anuncio, 2);
    expect((await stand.adapter.getListing(stand.ctx, anuncio)).status).toBe('paused');
  });
});
