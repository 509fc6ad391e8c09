import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { takeLease } from '../../core/lease';
import { checkListing } from './jobs/check-job';
import { publishListing } from './jobs/publish-job';
import { RealStand } from './testing/real-stand';

const stand = new RealStand();
beforeAll(() => stand.open());
afterAll(() => stand.close());
beforeEach(() => stand.reset());

const { signal } = new AbortController();

it('operations on one listing never overlap, though every call of them takes 59 seconds', async () => {
  const shop = await stand.makeShop();
  const { mercadolivre } = stand.real;
  mercadolivre.before = () => stand.later(59 / 60);
  mercadolivre.after = () => {
    throw new Error('killed');
  };
  await stand.publish(shop);
  expect(await stand.work()).toHaveLength(1);
  mercadolivre.after = () => undefined;

  // Taking it off has to find it first, which is a call of its own.
  await stand.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
  const data = {
    usuario_id: shop.user.id,
    produto_id: shop.product.id,
    marketplace: 'mercadolivre',
  } as const;
  let others: unknown[] = [];
  mercadolivre.before = async (operation) => {
    stand.later(59 / 60);
    if (operation !== 'pause') return;
    const attempts = [publishListing, checkListing].map((job) =>
      job(stand.server.deps, data, signal).catch((error: unknown) => error),
    );
    others = await Promise.all(attempts);
  };
  expect(await stand.work()).toEqual([]);
  expect(others).toMatchObject([{ kind: 'not_ready' }, { kind: 'not_ready' }]);
  expect(mercadolivre.calls).toEqual(['publish', 'publish', 'pause']);
  expect(await stand.stateOf(shop)).toMatchObject({ status: 'pausado' });
});

it('what is found out after the lease ran out is not written over what the next one found', async () => {
  const shop = await stand.publishedShop();
  const data = {
    usuario_id: shop.user.id,
    produto_id: shop.product.id,
    marketplace: 'mercadolivre',
  } as const;
  const key = `anuncio:${shop.user.id}:${shop.product.id}:mercadolivre`;
  stand.real.mercadolivre.after = async () => {
    stand.later(3);
    expect(await takeLease(stand.server.deps, { key, durationMs: 60_000 })).not.toBeNull();
  };
  const before = await stand.stateOf(shop);
  await expect(publishListing(stand.server.deps, data, signal)).rejects.toThrow('lease ran out');
  expect(await stand.stateOf(shop)).toEqual(before);
});
