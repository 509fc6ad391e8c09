import { products } from '@esteira/db/schema/products/products';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { PublishResult } from '@esteira/marketplaces/port';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobData } from '../../core/job-kinds';
import { takeLease } from '../../core/time/lease';
import { connectAccount } from '../../testing/accounts/accounts';
import { deferred } from '../../testing/deferred';
import { makeProduct, makeUser } from '../../testing/makers';
import { noDeadline } from '../../testing/no-deadline';
import { publishListing } from './jobs/publish-job';
import { PublicationHarness } from './testing/publication-harness';

const harness = new PublicationHarness();
beforeAll(() => harness.open());
afterAll(() => harness.close());
beforeEach(() => harness.reset());

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
    const shop = await harness.makeShop();
    expect(await harness.publish(shop, marketplace)).toEqual({ message: queued, na_fila: true });
    expect(harness.markets[marketplace].operations).toEqual([]);
    expect(await harness.stateOf(shop, marketplace)).toMatchObject({ status: 'na_fila' });
    expect((await harness.flagsOf(shop))[flag]).toBe(false);
    expect(await harness.work()).toEqual([]);
    expect(harness.markets[marketplace].operations).toEqual(['publish']);
    expect(await harness.stateOf(shop, marketplace)).toMatchObject({
      status: 'publicado',
      motivo: null,
      sincronizado_em: harness.now.toISOString(),
      modo: 'real',
    });
    expect((await harness.flagsOf(shop))[flag]).toBe(true);
  });

  it('is one job and one listing, however often it is asked for', async () => {
    const shop = await harness.makeShop();
    for (const _ of [1, 2, 3]) await harness.publish(shop, marketplace);
    expect(harness.jobs.kinds()).toEqual(['listing-publish']);
    await harness.work();
    const again = await harness.publish(shop, marketplace);
    expect(again.message).toMatch(/^Produto publicado n/);
    expect(harness.jobs.kinds()).toEqual([]);
    expect(harness.markets[marketplace].memory.listings.size).toBe(1);
  });

  it('never sends an example picture, which no marketplace could fetch, and says what is needed', async () => {
    const { user, product } = await harness.makeShop({ imagem_url: '/exemplos/tec-001.webp' });
    const answer = await harness.act(user, `${marketplace}/publicar/${product.id}`);
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'A imagem de exemplo só existe na Esteira. Informe o endereço público de uma foto do produto antes de publicar',
    ]);
    expect(harness.jobs.kinds()).toEqual([]);
  });
});

it('tells the marketplace the attributes, and no more stock than the safety margin leaves', async () => {
  const shop = await harness.makeShop({ estoque: 10, ficha: { ean: '6925281974397', margem_seguranca: 3 } });
  await harness.publish(shop);
  await harness.work();
  expect([...harness.markets.mercadolivre.memory.listings.values()]).toMatchObject([{ estoque: 7 }]);
});

it.each<{ result: PublishResult }>([
  { result: { status: 'live', id_externo: 'MLB1', url: null, avisos: [] } },
  { result: { status: 'processing', id_externo: 'MLB1', avisos: [] } },
  { result: { status: 'rejected', id_externo: 'MLB1', motivos: ['Falta a marca.'] } },
])(
  'enqueues the stock only when it moved while the listing was being published, which is $result.status',
  async ({ result }) => {
    harness.markets.mercadolivre.answers.publish = async () => result;
    const still = await harness.publishedShop();
    expect(await harness.pendingPushesOf(still)).toEqual([]);
    const shop = await harness.makeShop();
    await harness.publish(shop);
    const { promise, resolve } = deferred();
    harness.markets.mercadolivre.calls.length = 0;
    harness.markets.mercadolivre.after = () => promise;
    const working = harness.work();
    await expect.poll(() => harness.markets.mercadolivre.operations).toContain('publish');
    await harness.edit(shop, { estoque: 4 });
    expect(await harness.pendingPushesOf(shop)).toEqual([]);
    resolve();
    await working;
    expect(await harness.pendingPushesOf(shop)).toEqual(['mercadolivre']);
  },
);

it('refuses at once what cannot be published, and a seller without an account there', async () => {
  const shop = await harness.makeShop({ estoque: 2, ficha: { margem_seguranca: 2 } });
  const held = await harness.act(shop.user, `mercadolivre/publicar/${shop.product.id}`);
  expect([held.status, held.body.detail]).toEqual([
    409,
    'O estoque de segurança retém todas as unidades deste produto.',
  ]);
  const stranger = await makeUser(harness.server);
  const product = await makeProduct(harness.server, stranger);
  const answer = await harness.act(stranger, `amazon/publicar/${product.id}`);
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    'Conecte sua conta Amazon na página Integrações antes de publicar',
  ]);
  await connectAccount(harness.server, stranger, { marketplace: 'amazon', status: 'reconectar' });
  const again = await harness.act(stranger, `amazon/publicar/${product.id}`);
  expect(again.body.detail).toBe('Reconecte sua conta Amazon na página Integrações antes de publicar');
  expect(harness.jobs.kinds()).toEqual([]);
});

it('shows why a product was refused, and tries again when the seller asks', async () => {
  const shop = await harness.makeShop({ nome: 'Caneca SIM-RECUSAR' });
  await harness.publish(shop);
  await harness.work();
  expect(await harness.stateOf(shop)).toMatchObject({
    status: 'erro',
    motivo: 'O atributo Marca (BRAND) é obrigatório nesta categoria.',
  });
  expect(await harness.flagsOf(shop)).toMatchObject({ ml: false });
  await harness.edit(shop, { nome: 'Caneca' });
  await harness.publish(shop);
  await harness.work();
  expect(await harness.stateOf(shop)).toMatchObject({ status: 'publicado', motivo: null });
});

it('an account that may not sell stops everything of its seller that waits, and of no other seller', async () => {
  const shop = await harness.makeShop();
  const other = await makeProduct(harness.server, shop.user);
  const stranger = await harness.makeShop();
  await harness.publish(shop);
  await harness.publish({ ...shop, product: other });
  await harness.publish(stranger);
  harness.markets.mercadolivre.before = () => {
    harness.markets.mercadolivre.before = () => undefined;
    throw new AdapterError('forbidden', 'O Mercado Livre não permite que esta conta anuncie agora.');
  };
  await harness.work();
  for (const product of [shop.product, other]) {
    expect(await harness.stateOf({ ...shop, product })).toMatchObject({
      status: 'erro',
      motivo: 'O Mercado Livre não permite que esta conta anuncie agora.',
    });
  }
  expect(harness.markets.mercadolivre.operations).toEqual(['publish', 'publish']);
  expect(await harness.stateOf(stranger)).toMatchObject({ status: 'publicado' });
});

it('says why it waits while the marketplace is down, and goes on waiting', async () => {
  const shop = await harness.makeShop({ nome: 'Caneca SIM-INDISPONIVEL' });
  await harness.publish(shop);
  expect(await harness.work()).toMatchObject([{ kind: 'upstream_unavailable' }]);
  expect(await harness.stateOf(shop)).toMatchObject({
    status: 'na_fila',
    motivo: expect.stringMatching(/\S/),
  });
});

describe('what is accepted is not on sale yet', () => {
  const minutes = async () => {
    const waits = harness.jobs.waiting.map(
      ({ runAt }) => ((runAt?.getTime() ?? 0) - harness.now.getTime()) / 60_000,
    );
    return waits;
  };

  it('is looked at by the plan and goes on sale when the marketplace says so', async () => {
    const shop = await harness.makeShop({ nome: 'Caneca SIM-PROCESSANDO-SEMPRE' });
    await harness.publish(shop);
    await harness.work();
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'processando' });
    expect(await minutes()).toEqual([1]);
    for (const [step, next] of [
      [1, 1],
      [1, 3],
      [3, 5],
    ] as const) {
      harness.later(step);
      await harness.work();
      expect(await minutes()).toEqual([next]);
    }
    expect(await harness.flagsOf(shop)).toMatchObject({ ml: false });
    await harness.server.db.update(products).set({ nome: 'Caneca' }).where(eq(products.id, shop.product.id));
    harness.later(5);
    await harness.work();
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'publicado' });
    expect(await harness.flagsOf(shop)).toMatchObject({ ml: true });
    // Nothing was pushed meanwhile, so the current stock is in the outbox.
    expect(await harness.pendingPushesOf(shop)).toEqual(['mercadolivre']);
    expect(harness.jobs.waiting).toEqual([]);
  });

  it('counts as stuck after 24 hours, with the marketplace’s reasons', async () => {
    const shop = await harness.makeShop({ nome: 'Caneca SIM-PROCESSANDO-SEMPRE' });
    await harness.publish(shop, 'amazon');
    await harness.work();
    for (let looks = 0; looks < 8 && harness.jobs.waiting.length > 0; looks += 1) {
      harness.later((await minutes())[0] ?? 0);
      await harness.work();
    }
    expect(harness.jobs.waiting).toEqual([]);
    expect(await harness.stateOf(shop, 'amazon')).toMatchObject({
      status: 'erro',
      motivo: expect.stringContaining('Depois de 24 horas o anúncio ainda não está à venda na Amazon.'),
    });
  });

  it('shows a refusal that comes later', async () => {
    const shop = await harness.makeShop({ nome: 'Caneca SIM-RECUSAR-DEPOIS' });
    await harness.publish(shop);
    await harness.work();
    harness.later(1);
    await harness.work();
    expect(await harness.stateOf(shop)).toMatchObject({
      status: 'erro',
      motivo: 'O atributo Marca (BRAND) é obrigatório nesta categoria.',
    });
  });
});

describe('unpublishing', () => {
  it('takes the flag off at once and the listing by a job; publishing brings the same listing back', async () => {
    const shop = await harness.publishedShop();
    const answer = await harness.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    expect(answer.body).toEqual({ message: 'Produto na fila para sair do Mercado Livre.', na_fila: true });
    expect(await harness.flagsOf(shop)).toMatchObject({ ml: false });
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'na_fila', desejado: 'pausado' });
    await harness.work();
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'pausado' });
    await harness.publish(shop);
    await harness.work();
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'publicado' });
    expect(harness.markets.mercadolivre.memory.listings.size).toBe(1);
  });

  it('is looked at again, because a push under way can bring the listing back', async () => {
    const shop = await harness.publishedShop();
    await harness.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    await harness.work();
    for (const [key, state] of harness.markets.mercadolivre.memory.listings)
      harness.markets.mercadolivre.memory.listings.set(key, { ...state, status: 'live' });
    harness.later(1);
    await harness.work();
    expect([...harness.markets.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'paused' }]);
  });

  it('of what still waits in line leaves nothing behind and asks the marketplace nothing', async () => {
    const shop = await harness.makeShop();
    await harness.publish(shop);
    const answer = await harness.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    expect(answer.body).toEqual({ message: 'Produto despublicado do Mercado Livre' });
    await harness.work();
    expect(harness.markets.mercadolivre.operations).toEqual([]);
    expect(await harness.stateOf(shop)).toBeNull();
  });

  it('is not the end when publishing is asked for while it is under way', async () => {
    const shop = await harness.publishedShop();
    await harness.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    const { promise, resolve } = deferred();
    harness.markets.mercadolivre.after = () => promise;
    const working = harness.work();
    await expect.poll(() => harness.markets.mercadolivre.operations).toContain('pause');
    await harness.publish(shop);
    resolve();
    await working;
    await harness.work();
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'publicado' });
    expect((await harness.flagsOf(shop)).ml).toBe(true);
  });

  it('asked for while the publication is under way, wins', async () => {
    const shop = await harness.makeShop();
    await harness.publish(shop);
    const { promise, resolve } = deferred();
    harness.markets.mercadolivre.after = ({ operation }) => (operation === 'publish' ? promise : undefined);
    const working = harness.work();
    await expect.poll(() => harness.markets.mercadolivre.operations).toEqual(['publish']);
    await harness.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    const seen: unknown[] = [];
    harness.markets.mercadolivre.before = async ({ operation }) => {
      if (operation === 'pause') seen.push((await harness.stateOf(shop))?.status);
    };
    resolve();
    await working;
    await harness.work();
    expect(seen).toEqual(['na_fila']);
    expect([...harness.markets.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'paused' }]);
    expect(await harness.flagsOf(shop)).toMatchObject({ ml: false });
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'pausado' });
  });
});

it('two jobs at once publish once: the other one comes again', async () => {
  const shop = await harness.makeShop();
  await harness.publish(shop);
  const [job] = harness.jobs.waiting.splice(0);
  if (job?.kind !== 'listing-publish') throw new Error('no publication waits');
  const data = job.data as JobData<'listing-publish'>;
  const { promise, resolve } = deferred();
  harness.markets.mercadolivre.before = () => promise;
  const ends = [1, 2].map(() =>
    publishListing(harness.server.deps, data, noDeadline).catch((error: unknown) => error),
  );
  const first = await Promise.race(ends);
  expect(first).toMatchObject({ kind: 'not_ready', transient: true });
  resolve();
  expect(await Promise.all(ends)).toContain(undefined);
  expect(harness.markets.mercadolivre.operations).toEqual(['publish']);
});

describe('a job that was killed', () => {
  it('after the marketplace had published makes no second listing when it is done again', async () => {
    const shop = await harness.makeShop();
    await harness.publish(shop);
    harness.markets.mercadolivre.after = () => {
      throw new Error('killed');
    };
    expect(await harness.work()).toHaveLength(1);
    harness.markets.mercadolivre.after = () => undefined;
    await harness.publish(shop);
    await harness.work();
    expect(harness.markets.mercadolivre.operations).toEqual(['publish', 'publish']);
    expect(harness.markets.mercadolivre.memory.listings.size).toBe(1);
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'publicado' });
  });

  it('leaves a listing that unpublishing finds and pauses, though its id was never stored', async () => {
    const shop = await harness.makeShop();
    await harness.publish(shop);
    harness.markets.mercadolivre.after = () => {
      throw new Error('killed');
    };
    await harness.work();
    harness.markets.mercadolivre.after = () => undefined;
    await harness.act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    await harness.work();
    expect([...harness.markets.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'paused' }]);
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'pausado' });
  });

  it('keeps others off the listing until its lease has run out', async () => {
    const shop = await harness.makeShop();
    await harness.publish(shop);
    const key = `anuncio:${shop.user.id}:${shop.product.id}:mercadolivre:1`;
    await takeLease(harness.server.deps, { key, durationMs: 60_000 });
    expect(await harness.work()).toMatchObject([{ kind: 'not_ready', retryAt: expect.any(Date) }]);
    expect(harness.markets.mercadolivre.operations).toEqual([]);
    harness.later(1);
    await harness.publish(shop);
    expect(await harness.work()).toEqual([]);
    expect(await harness.stateOf(shop)).toMatchObject({ status: 'publicado' });
  });
});

it('tells states of the seller’s own products only', async () => {
  const shop = await harness.publishedShop();
  const stranger = await makeUser(harness.server);
  expect(await harness.stateOf({ ...shop, user: stranger })).toBeNull();
  expect(await harness.stateOf({ user: stranger, product: { id: 'não é id' } })).toBeNull();
});
