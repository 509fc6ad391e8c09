import { products } from '@esteira/db/schema/products';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobData } from '../../core/job-kinds';
import { takeLease } from '../../core/lease';
import { connectAccount } from '../../testing/accounts';
import { deferred } from '../../testing/deferred';
import { makeProduct, makeUser } from '../../testing/makers';
import { noDeadline } from '../../testing/no-deadline';
import { publishListing } from './jobs/publish-job';
import { RealStand } from './testing/real-stand';

const stand = new RealStand();
beforeAll(() => stand.open());
afterAll(() => stand.close());
beforeEach(() => stand.reset());

describe.each([
  {
    marketplace: 'mercadolivre' as const,
    flag: 'ml' as const,
    queued: 'Produto na fila de publicação no Mercado Livre.',
  },
  {
    marketplace: 'amazon' as const,
    flag: 'amazon' as const,
    queued: 'Produto na fila de publicação na Amazon.',
  },
])('publishing on a real $marketplace', ({ marketplace, flag, queued }) => {
  it('answers at once that the product is in line, and the job puts it on sale', async () => {
    const shop = await stand.makeShop();
    expect(await stand.publish(shop, marketplace)).toEqual({ message: queued, na_fila: true });
    expect(stand.real[marketplace].calls).toEqual([]);
    expect(await stand.stateOf(shop, marketplace)).toMatchObject({ status: 'na_fila' });
    expect((await stand.flagsOf(shop))[flag]).toBe(false);
    expect(await stand.work()).toEqual([]);
    expect(stand.real[marketplace].calls).toEqual(['publish']);
    expect(await stand.stateOf(shop, marketplace)).toMatchObject({
      status: 'publicado',
      motivo: null,
      sincronizado_em: stand.now.toISOString(),
      modo: 'real',
    });
    expect((await stand.flagsOf(shop))[flag]).toBe(true);
  });

  it('is one job and one listing, however often it is asked for', async () => {
    const shop = await stand.makeShop();
    for (const _ of [1, 2, 3]) await stand.publish(shop, marketplace);
    expect(stand.jobs.kinds()).toEqual(['listing-publish']);
    await stand.work();
    const again = await stand.publish(shop, marketplace);
    expect(again.message).toMatch(/^Produto publicado n/);
    expect(stand.jobs.kinds()).toEqual([]);
    expect(stand.real[marketplace].memory.listings.size).toBe(1);
  });
});

it('tells the marketplace the sheet, and no more stock than the safety margin leaves', async () => {
  const shop = await stand.makeShop({ estoque: 10, ficha: { ean: '6925281974397', margem_seguranca: 3 } });
  await stand.publish(shop);
  await stand.work();
  expect([...stand.real.mercadolivre.memory.listings.values()]).toMatchObject([{ estoque: 7 }]);
});

it('owes the stock only when it moved while the listing was being published', async () => {
  const still = await stand.publishedShop();
  expect(await stand.owedOf(still)).toEqual([]);
  const shop = await stand.makeShop();
  await stand.publish(shop);
  const { promise, resolve } = deferred();
  stand.real.mercadolivre.after = () => promise;
  const working = stand.work();
  await expect.poll(() => stand.real.mercadolivre.calls).toContain('publish');
  await stand.edit(shop, { estoque: 4 });
  expect(await stand.owedOf(shop)).toEqual([]);
  resolve();
  await working;
  expect(await stand.owedOf(shop)).toEqual(['mercadolivre']);
});

it('refuses at once what cannot be published, and a seller without an account there', async () => {
  const shop = await stand.makeShop({ estoque: 2, ficha: { margem_seguranca: 2 } });
  const held = await stand.act(shop.user, `mercadolivre/publicar/${shop.product.id}`);
  expect([held.status, held.body.detail]).toEqual([
    409,
    'A margem de segurança retém todo o estoque deste produto.',
  ]);
  const stranger = await makeUser(stand.server);
  const product = await makeProduct(stand.server, stranger);
  const answer = await stand.act(stranger, `amazon/publicar/${product.id}`);
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    'Conecte sua conta Amazon na página Integrações antes de publicar',
  ]);
  await connectAccount(stand.server, stranger, { marketplace: 'amazon', status: 'reconectar' });
  const again = await stand.act(stranger, `amazon/publicar/${product.id}`);
  expect(again.body.detail).toBe('Reconecte sua conta Amazon na página Integrações antes de publicar');
  expect(stand.jobs.kinds()).toEqual([]);
});

it('shows why a product was refused, and tries again when the seller asks', async () => {
  const shop = await stand.makeShop({ nome: 'Caneca SIM-RECUSAR' });
  await stand.publish(shop);
  await stand.work();
  expect(await stand.stateOf(shop)).toMatchObject({
    status: 'erro',
    motivo: 'O atributo Marca (BRAND) é obrigatório nesta categoria.',
  });
  expect(await stand.flagsOf(shop)).toMatchObject({ ml: false });
  await stand.edit(shop, { nome: 'Caneca' });
  await stand.publish(shop);
  await stand.work();
  expect(await stand.stateOf(shop)).toMatchObject({ status: 'publicado', motivo: null });
});

it('an account that may not sell stops everything of its seller that waits, and nobody else', async () => {
  const shop = await stand.makeShop();
  const other = await makeProduct(stand.server, shop.user);
  const stranger = await stand.makeShop();
  await stand.publish(shop);
  await stand.publish({ ...shop, product: other });
  await stand.publish(stranger);
  stand.real.mercadolivre.before = () => {
    stand.real.mercadolivre.before = () => undefined;
    throw new AdapterError('forbidden', 'O Mercado Livre não permite que esta conta anuncie agora.');
  };
  await stand.work();
  for (const product of [shop.product, other]) {
    expect(await stand.stateOf({ ...shop, product })).toMatchObject({
      status: 'erro',
      motivo: 'O Mercado Livre não permite que esta conta anuncie agora.',
    });
  }
  expect(stand.real.mercadolivre.calls).toEqual(['publish', 'publish']);
  expect(await stand.stateOf(stranger)).toMatchObject({ status: 'publicado' });
});

it('says why it waits while the marketplace is down, and goes on waiting', async () => {
  const shop = await stand.makeShop({ nome: 'Caneca SIM-INDISPONIVEL' });
  await stand.publish(shop);
  expect(await stand.work()).toMatchObject([{ kind: 'upstream_unavailable' }]);
  expect(await stand.stateOf(shop)).toMatchObject({
    status: 'na_fila',
    motivo: expect.stringMatching(/\S/),
  });
});

describe('what is accepted is not on sale yet', () => {
  const minutes = async () => {
    const waits = stand.jobs.waiting.map(
      ({ runAt }) => ((runAt?.getTime() ?? 0) - stand.now.getTime()) / 60_000,
    );
    return waits;
  };

  it('is looked at by the plan and goes on sale when the marketplace says so', async () => {
    const shop = await stand.makeShop({ nome: 'Caneca SIM-PROCESSANDO-SEMPRE' });
    await stand.publish(shop);
    await stand.work();
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'processando' });
    expect(await minutes()).toEqual([1]);
    for (const [step, next] of [
      [1, 1],
      [1, 3],
      [3, 5],
    ] as const) {
      stand.later(step);
      await stand.work();
      expect(await minutes()).toEqual([next]);
    }
    expect(await stand.flagsOf(shop)).toMatchObject({ ml: false });
    await stand.server.db.update(products).set({ nome: 'Caneca' }).where(eq(products.id, shop.product.id));
    stand.later(5);
    await stand.work();
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'publicado' });
    expect(await stand.flagsOf(shop)).toMatchObject({ ml: true });
    // Nothing was pushed meanwhile, so what the stock is now is owed.
    expect(await stand.owedOf(shop)).toEqual(['mercadolivre']);
    expect(stand.jobs.waiting).toEqual([]);
  });

  it('counts as stuck after 24 hours, with the marketplace’s reasons', async () => {
    const shop = await stand.makeShop({ nome: 'Caneca SIM-PROCESSANDO-SEMPRE' });
    await stand.publish(shop, 'amazon');
    await stand.work();
    for (let looks = 0; looks < 8 && stand.jobs.waiting.length > 0; looks += 1) {
      stand.later((await minutes())[0] ?? 0);
      await stand.work();
    }
    expect(stand.jobs.waiting).toEqual([]);
    expect(await stand.stateOf(shop, 'amazon')).toMatchObject({
      status: 'erro',
      motivo: expect.stringContaining('Depois de 24 horas o anúncio ainda não está à venda na Amazon.'),
    });
  });

  it('shows a refusal that comes later', async () => {
    const shop = await stand.makeShop({ nome: 'Caneca SIM-RECUSAR-DEPOIS' });
    await stand.publish(shop);
    await stand.work();
    stand.later(1);
    await stand.work();
    expect(await stand.stateOf(shop)).toMatchObject({
      status: 'erro',
      motivo: 'O atributo Marca (BRAND) é obrigatório nesta categoria.',
    });
  });
});

describe('unpublishing', () => {
  it('takes the flag off at once and the listing by a job; publishing brings the same listing back', async () => {
    const shop = await stand.publishedShop();
    const answer = await stand.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    expect(answer.body).toEqual({ message: 'Produto na fila para sair do Mercado Livre.', na_fila: true });
    expect(await stand.flagsOf(shop)).toMatchObject({ ml: false });
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'na_fila', desejado: 'pausado' });
    await stand.work();
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'pausado' });
    await stand.publish(shop);
    await stand.work();
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'publicado' });
    expect(stand.real.mercadolivre.memory.listings.size).toBe(1);
  });

  it('is looked at again, because a push under way can bring the listing back', async () => {
    const shop = await stand.publishedShop();
    await stand.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    await stand.work();
    for (const [key, state] of stand.real.mercadolivre.memory.listings)
      stand.real.mercadolivre.memory.listings.set(key, { ...state, status: 'live' });
    stand.later(1);
    await stand.work();
    expect([...stand.real.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'paused' }]);
  });

  it('of what still waits in line leaves nothing behind and asks the marketplace nothing', async () => {
    const shop = await stand.makeShop();
    await stand.publish(shop);
    const answer = await stand.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    expect(answer.body).toEqual({ message: 'Produto despublicado do Mercado Livre' });
    await stand.work();
    expect(stand.real.mercadolivre.calls).toEqual([]);
    expect(await stand.stateOf(shop)).toBeNull();
  });

  it('is not the end when publishing is asked for while it is under way', async () => {
    const shop = await stand.publishedShop();
    await stand.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    const { promise, resolve } = deferred();
    stand.real.mercadolivre.after = () => promise;
    const working = stand.work();
    await expect.poll(() => stand.real.mercadolivre.calls).toContain('pause');
    await stand.publish(shop);
    resolve();
    await working;
    await stand.work();
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'publicado' });
    expect((await stand.flagsOf(shop)).ml).toBe(true);
  });

  it('asked for while the publication is under way, wins', async () => {
    const shop = await stand.makeShop();
    await stand.publish(shop);
    const { promise, resolve } = deferred();
    stand.real.mercadolivre.after = (operation) => (operation === 'publish' ? promise : undefined);
    const working = stand.work();
    await expect.poll(() => stand.real.mercadolivre.calls).toEqual(['publish']);
    await stand.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    const seen: unknown[] = [];
    stand.real.mercadolivre.before = async (operation) => {
      if (operation === 'pause') seen.push((await stand.stateOf(shop))?.status);
    };
    resolve();
    await working;
    await stand.work();
    expect(seen).toEqual(['na_fila']);
    expect([...stand.real.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'paused' }]);
    expect(await stand.flagsOf(shop)).toMatchObject({ ml: false });
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'pausado' });
  });
});

it('two jobs at once publish once: the other one comes again', async () => {
  const shop = await stand.makeShop();
  await stand.publish(shop);
  const [job] = stand.jobs.waiting.splice(0);
  if (job?.kind !== 'listing-publish') throw new Error('no publication waits');
  const dados = job.data as JobData<'listing-publish'>;
  const { promise, resolve } = deferred();
  stand.real.mercadolivre.before = () => promise;
  const ends = [1, 2].map(() =>
    publishListing(stand.server.deps, dados, noDeadline).catch((error: unknown) => error),
  );
  const first = await Promise.race(ends);
  expect(first).toMatchObject({ kind: 'not_ready', transient: true });
  resolve();
  expect(await Promise.all(ends)).toContain(undefined);
  expect(stand.real.mercadolivre.calls).toEqual(['publish']);
});

describe('a job that was killed', () => {
  it('after the marketplace had published makes no second listing when it is done again', async () => {
    const shop = await stand.makeShop();
    await stand.publish(shop);
    stand.real.mercadolivre.after = () => {
      throw new Error('killed');
    };
    expect(await stand.work()).toHaveLength(1);
    stand.real.mercadolivre.after = () => undefined;
    await stand.publish(shop);
    await stand.work();
    expect(stand.real.mercadolivre.calls).toEqual(['publish', 'publish']);
    expect(stand.real.mercadolivre.memory.listings.size).toBe(1);
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'publicado' });
  });

  it('leaves a listing that unpublishing finds and pauses, though its id was never stored', async () => {
    const shop = await stand.makeShop();
    await stand.publish(shop);
    stand.real.mercadolivre.after = () => {
      throw new Error('killed');
    };
    await stand.work();
    stand.real.mercadolivre.after = () => undefined;
    await stand.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    await stand.work();
    expect([...stand.real.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'paused' }]);
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'pausado' });
  });

  it('keeps others off the listing until its lease has run out', async () => {
    const shop = await stand.makeShop();
    await stand.publish(shop);
    const key = `anuncio:${shop.user.id}:${shop.product.id}:mercadolivre`;
    await takeLease(stand.server.deps, { key, durationMs: 60_000 });
    expect(await stand.work()).toMatchObject([{ kind: 'not_ready', retryAt: expect.any(Date) }]);
    expect(stand.real.mercadolivre.calls).toEqual([]);
    stand.later(1);
    await stand.publish(shop);
    expect(await stand.work()).toEqual([]);
    expect(await stand.stateOf(shop)).toMatchObject({ status: 'publicado' });
  });
});

it('tells states of the seller’s own products only', async () => {
  const shop = await stand.publishedShop();
  const stranger = await makeUser(stand.server);
  expect(await stand.stateOf({ ...shop, user: stranger })).toBeNull();
  expect(await stand.stateOf({ user: stranger, product: { id: 'não é id' } })).toBeNull();
});
