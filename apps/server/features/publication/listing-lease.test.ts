import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { takeLease } from '../../core/time/lease';
import { checkListing } from './jobs/check-job';
import { publishListing } from './jobs/publish-job';
import { PublicationHarness } from './testing/publication-harness';

const harness = new PublicationHarness();
beforeAll(() => harness.open());
afterAll(() => harness.close());
beforeEach(() => harness.reset());

const { signal } = new AbortController();

it('operations on one listing never overlap, though every call of them takes 59 seconds', async () => {
  const shop = await harness.makeShop();
  const { mercadolivre } = harness.markets;
  mercadolivre.before = () => harness.later(59 / 60);
  mercadolivre.after = () => {
    throw new Error('killed');
  };
  await harness.publish(shop);
  expect(await harness.work()).toHaveLength(1);
  mercadolivre.after = () => undefined;

  // Taking it off has to find it first, which is a call of its own.
  await harness.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
  const data = {
    conta_id: 1,
    usuario_id: shop.user.id,
    produto_id: shop.product.id,
    marketplace: 'mercadolivre',
  } as const;
  let others: unknown[] = [];
  mercadolivre.before = async ({ operation }) => {
    harness.later(59 / 60);
    if (operation !== 'pause') return;
    const attempts = [publishListing, checkListing].map((job) =>
      job(harness.server.deps, data, signal).catch((error: unknown) => error),
    );
    others = await Promise.all(attempts);
  };
  expect(await harness.work()).toEqual([]);
  expect(others).toMatchObject([{ kind: 'not_ready' }, { kind: 'not_ready' }]);
  expect(mercadolivre.operations).toEqual(['publish', 'publish', 'pause']);
  expect(await harness.stateOf(shop)).toMatchObject({ status: 'pausado' });
});

it('what is found out after the lease ran out is not written over what the next one found', async () => {
  const shop = await harness.publishedShop();
  const data = {
    conta_id: 1,
    usuario_id: shop.user.id,
    produto_id: shop.product.id,
    marketplace: 'mercadolivre',
  } as const;
  const key = `anuncio:${shop.user.id}:${shop.product.id}:mercadolivre:1`;
  harness.markets.mercadolivre.after = async () => {
    harness.later(3);
    expect(await takeLease(harness.server.deps, { key, durationMs: 60_000 })).not.toBeNull();
  };
  const before = await harness.stateOf(shop);
  await expect(publishListing(harness.server.deps, data, signal)).rejects.toThrow('lease ran out');
  expect(await harness.stateOf(shop)).toEqual(before);
});

it.each([
  ['publish it again', 'publicar', ['publish', 'publish']],
  ['take it off sale', 'despublicar', ['publish', 'publish', 'pause']],
])(
  'nothing is asked before a creation without a response can be found, though the seller asks to %s',
  async (_, act, then) => {
    const shop = await harness.makeShop();
    const { mercadolivre } = harness.markets;
    mercadolivre.after = () => {
      const retryAt = new Date(harness.now.getTime() + 3 * 60_000);
      throw new AdapterError('upstream_unavailable', 'Sem resposta.', { retryAt, mayHaveCreated: true });
    };
    await harness.publish(shop);
    expect(await harness.work()).toMatchObject([{ kind: 'upstream_unavailable' }]);
    mercadolivre.after = () => undefined;

    const ask = () => harness.act(shop.user, `mercadolivre/${act}/${shop.product.id}`);
    await ask();
    harness.later(2.9);
    expect(await harness.work()).toMatchObject([{ kind: 'not_ready' }]);
    expect(mercadolivre.operations).toEqual(['publish']);
    await ask();
    harness.later(0.1);
    expect(await harness.work()).toEqual([]);
    expect(mercadolivre.operations).toEqual(then);
  },
);
