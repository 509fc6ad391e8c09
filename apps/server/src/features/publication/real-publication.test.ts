import { listings } from '@esteira/db/schema/listings';
import { products } from '@esteira/db/schema/products';
import { stockPushes } from '@esteira/db/schema/stock-pushes';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobData } from '../../jobs/job-kinds';
import { connectAccount } from '../../testing/accounts';
import { deferred } from '../../testing/deferred';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { createRealAdapter, type RealAdapter } from '../../testing/real-adapter';
import { createTestServer, type TestServer } from '../../testing/server';
import { TestJobs } from '../../testing/test-jobs';
import { publishListing } from './listing-publish-job';

let server: TestServer;
let real: Record<Marketplace, RealAdapter>;
let jobs: TestJobs;
let now = new Date('2026-11-21T12:00:00Z');
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

beforeAll(async () => {
  const clock = () => now;
  jobs = new TestJobs();
  real = {
    mercadolivre: createRealAdapter('mercadolivre', clock),
    amazon: createRealAdapter('amazon', clock),
  };
  const marketplaces = { mercadolivre: real.mercadolivre.adapter, amazon: real.amazon.adapter };
  server = await createTestServer({ deps: { marketplaces, jobs, clock } });
});
afterAll(() => server.close());
beforeEach(() => {
  jobs.waiting.length = 0;
  for (const { calls, memory } of Object.values(real)) {
    calls.length = 0;
    memory.listings.clear();
  }
  for (const adapter of Object.values(real)) {
    adapter.before = () => undefined;
    adapter.after = () => undefined;
  }
});

async function makeSeller() {
  const user = await makeUser(server);
  for (const marketplace of MARKETPLACES) await connectAccount(server, user, { marketplace });
  return user;
}

/** A connected seller with one product. */
async function makeShop(fields: Record<string, unknown> = {}) {
  const user = await makeSeller();
  return { user, product: await makeProduct(server, user, fields) };
}

const act = (user: TestUser, path: string, body?: object) =>
  server.call('POST', `/api/${path}`, { token: user.token, ...(body === undefined ? {} : { body }) });

const work = () => jobs.work(server.deps);

async function stateOf(user: TestUser, { id }: { id: string }, marketplace: Marketplace = 'mercadolivre') {
  const input = encodeURIComponent(JSON.stringify({ ids: [id] }));
  const { body } = await server.call('GET', `/trpc/publication.states?input=${input}`, { token: user.token });
  const itens: { marketplace: Marketplace; status: string; motivo: string | null }[] = body.result.data.itens;
  return itens.find((item) => item.marketplace === marketplace) ?? null;
}

async function flagOf({ id }: { id: string }) {
  const [row] = await server.db
    .select({ ml: products.publicado_ml, amazon: products.publicado_amazon })
    .from(products)
    .where(eq(products.id, id));
  return row;
}

const pushesOf = ({ id }: { id: string }) =>
  server.db
    .select({ marketplace: stockPushes.marketplace })
    .from(stockPushes)
    .where(eq(stockPushes.produto_id, id));

async function publish(shop: Awaited<ReturnType<typeof makeShop>>, path = 'mercadolivre') {
  const answer = await act(shop.user, `${path}/publicar/${shop.product.id}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function publishedShop(fields: Record<string, unknown> = {}) {
  const shop = await makeShop(fields);
  await publish(shop);
  expect(await work()).toEqual([]);
  return shop;
}

async function edit({ user, product }: Awaited<ReturnType<typeof makeShop>>, fields: object) {
  const [stored] = (await server.call('GET', '/api/produtos', { token: user.token })).body;
  const body = { ...stored, ...fields };
  return server.call('PUT', `/api/produtos/${product.id}`, { token: user.token, body });
}

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
    const shop = await makeShop();
    expect(await publish(shop, marketplace)).toEqual({ message: queued, na_fila: true });
    expect(real[marketplace].calls).toEqual([]);
    expect(await stateOf(shop.user, shop.product, marketplace)).toMatchObject({ status: 'na_fila' });
    expect((await flagOf(shop.product))?.[flag]).toBe(false);
    expect(await work()).toEqual([]);
    expect(real[marketplace].calls).toEqual(['publish']);
    expect(await stateOf(shop.user, shop.product, marketplace)).toMatchObject({
      status: 'publicado',
      motivo: null,
      sincronizado_em: now.toISOString(),
      modo: 'real',
    });
    expect((await flagOf(shop.product))?.[flag]).toBe(true);
  });

  it('is one job and one listing, however often it is asked for', async () => {
    const shop = await makeShop();
    for (const _ of [1, 2, 3]) await publish(shop, marketplace);
    expect(jobs.kinds()).toEqual(['listing-publish']);
    await work();
    const again = await publish(shop, marketplace);
    expect(again.message).toMatch(/^Produto publicado n/);
    expect(jobs.kinds()).toEqual([]);
    expect(real[marketplace].memory.listings.size).toBe(1);
  });
});

it('tells the marketplace the sheet, and no more stock than the safety margin leaves', async () => {
  const shop = await makeShop({ estoque: 10, ficha: { ean: '6925281974397', margem_seguranca: 3 } });
  await publish(shop);
  await work();
  expect([...real.mercadolivre.memory.listings.values()]).toMatchObject([{ estoque: 7 }]);
});

it('refuses at once what cannot be published, and a seller without an account there', async () => {
  const shop = await makeShop({ estoque: 2, ficha: { margem_seguranca: 2 } });
  const held = await act(shop.user, `mercadolivre/publicar/${shop.product.id}`);
  expect([held.status, held.body.detail]).toEqual([
    409,
    'A margem de segurança retém todo o estoque deste produto.',
  ]);
  const stranger = await makeUser(server);
  const product = await makeProduct(server, stranger);
  const answer = await act(stranger, `amazon/publicar/${product.id}`);
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    'Conecte sua conta Amazon na página Integrações antes de publicar',
  ]);
  await connectAccount(server, stranger, { marketplace: 'amazon', status: 'reconectar' });
  const again = await act(stranger, `amazon/publicar/${product.id}`);
  expect(again.body.detail).toBe('Reconecte sua conta Amazon na página Integrações antes de publicar');
  expect(jobs.kinds()).toEqual([]);
});

it('complaint 10: shows why a product was refused, and tries again when the seller asks', async () => {
  const shop = await makeShop({ nome: 'Caneca SIM-RECUSAR' });
  await publish(shop);
  await work();
  expect(await stateOf(shop.user, shop.product)).toMatchObject({
    status: 'erro',
    motivo: 'O atributo Marca (BRAND) é obrigatório nesta categoria.',
  });
  expect(await flagOf(shop.product)).toMatchObject({ ml: false });
  await edit(shop, { nome: 'Caneca' });
  await publish(shop);
  await work();
  expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'publicado', motivo: null });
});

it('complaint 27: an account that may not sell stops everything of its seller that waits, and nobody else', async () => {
  const shop = await makeShop();
  const other = await makeProduct(server, shop.user);
  const stranger = await makeShop();
  await publish(shop);
  await publish({ ...shop, product: other });
  await publish(stranger);
  real.mercadolivre.before = () => {
    real.mercadolivre.before = () => undefined;
    throw new AdapterError('forbidden', 'O Mercado Livre não permite que esta conta anuncie agora.');
  };
  await work();
  for (const product of [shop.product, other]) {
    expect(await stateOf(shop.user, product)).toMatchObject({
      status: 'erro',
      motivo: 'O Mercado Livre não permite que esta conta anuncie agora.',
    });
  }
  expect(real.mercadolivre.calls).toEqual(['publish', 'publish']);
  expect(await stateOf(stranger.user, stranger.product)).toMatchObject({ status: 'publicado' });
});

it('says why it waits while the marketplace is down, and goes on waiting', async () => {
  const shop = await makeShop({ nome: 'Caneca SIM-INDISPONIVEL' });
  await publish(shop);
  expect(await work()).toMatchObject([{ kind: 'upstream_unavailable' }]);
  expect(await stateOf(shop.user, shop.product)).toMatchObject({
    status: 'na_fila',
    motivo: expect.stringMatching(/\S/),
  });
});

describe('complaint 15: what is accepted is not on sale yet', () => {
  const minutes = async () => {
    const waits = jobs.waiting.map(({ em }) => ((em?.getTime() ?? 0) - now.getTime()) / 60_000);
    return waits;
  };

  it('is looked at by the plan and goes on sale when the marketplace says so', async () => {
    const shop = await makeShop({ nome: 'Caneca SIM-PROCESSANDO-SEMPRE' });
    await publish(shop);
    await work();
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'processando' });
    expect(await minutes()).toEqual([1]);
    for (const [step, next] of [
      [1, 1],
      [1, 3],
      [3, 5],
    ] as const) {
      later(step);
      await work();
      expect(await minutes()).toEqual([next]);
    }
    expect(await flagOf(shop.product)).toMatchObject({ ml: false });
    await server.db.update(products).set({ nome: 'Caneca' }).where(eq(products.id, shop.product.id));
    later(5);
    await work();
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'publicado' });
    expect(await flagOf(shop.product)).toMatchObject({ ml: true });
    // Nothing was pushed meanwhile, so what the stock is now is owed.
    expect(await pushesOf(shop.product)).toEqual([{ marketplace: 'mercadolivre' }]);
    expect(jobs.waiting).toEqual([]);
  });

  it('counts as stuck after 24 hours, with the marketplace’s reasons', async () => {
    const shop = await makeShop({ nome: 'Caneca SIM-PROCESSANDO-SEMPRE' });
    await publish(shop, 'amazon');
    await work();
    for (let looks = 0; looks < 8 && jobs.waiting.length > 0; looks += 1) {
      later((await minutes())[0] ?? 0);
      await work();
    }
    expect(jobs.waiting).toEqual([]);
    expect(await stateOf(shop.user, shop.product, 'amazon')).toMatchObject({
      status: 'erro',
      motivo: expect.stringContaining('Depois de 24 horas o anúncio ainda não está à venda na Amazon.'),
    });
  });

  it('shows a refusal that comes later', async () => {
    const shop = await makeShop({ nome: 'Caneca SIM-RECUSAR-DEPOIS' });
    await publish(shop);
    await work();
    later(1);
    await work();
    expect(await stateOf(shop.user, shop.product)).toMatchObject({
      status: 'erro',
      motivo: 'O atributo Marca (BRAND) é obrigatório nesta categoria.',
    });
  });
});

describe('unpublishing', () => {
  it('takes the flag off at once and the listing by a job; publishing brings the same listing back', async () => {
    const shop = await publishedShop();
    const answer = await act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    expect(answer.body).toEqual({ message: 'Produto na fila para sair do Mercado Livre.', na_fila: true });
    expect(await flagOf(shop.product)).toMatchObject({ ml: false });
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'na_fila', desejado: 'pausado' });
    await work();
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'pausado' });
    await publish(shop);
    await work();
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'publicado' });
    expect(real.mercadolivre.memory.listings.size).toBe(1);
  });

  it('is looked at again, because a push under way can bring the listing back', async () => {
    const shop = await publishedShop();
    await act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    await work();
    for (const [key, state] of real.mercadolivre.memory.listings)
      real.mercadolivre.memory.listings.set(key, { ...state, status: 'live' });
    later(1);
    await work();
    expect([...real.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'paused' }]);
  });

  it('of what still waits in line leaves nothing behind and asks the marketplace nothing', async () => {
    const shop = await makeShop();
    await publish(shop);
    const answer = await act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    expect(answer.body).toEqual({ message: 'Produto despublicado do Mercado Livre' });
    await work();
    expect(real.mercadolivre.calls).toEqual([]);
    expect(await stateOf(shop.user, shop.product)).toBeNull();
  });

  it('asked for while the publication is under way, wins', async () => {
    const shop = await makeShop();
    await publish(shop);
    const { promise, resolve } = deferred();
    real.mercadolivre.after = (operation) => (operation === 'publish' ? promise : undefined);
    const working = work();
    await expect.poll(() => real.mercadolivre.calls).toEqual(['publish']);
    await act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    resolve();
    await working;
    await work();
    expect([...real.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'paused' }]);
    expect(await flagOf(shop.product)).toMatchObject({ ml: false });
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'pausado' });
  });
});

it('two jobs at once publish once: the other one comes again', async () => {
  const shop = await makeShop();
  await publish(shop);
  const [job] = jobs.waiting.splice(0);
  if (job?.kind !== 'listing-publish') throw new Error('no publication waits');
  const dados = job.dados as JobData<'listing-publish'>;
  const { promise, resolve } = deferred();
  real.mercadolivre.before = () => promise;
  const ends = [1, 2].map(() => publishListing(server.deps, dados).catch((error: unknown) => error));
  const first = await Promise.race(ends);
  expect(first).toMatchObject({ kind: 'not_ready', transient: true });
  resolve();
  expect(await Promise.all(ends)).toContain(undefined);
  expect(real.mercadolivre.calls).toEqual(['publish']);
});

describe('a job that was killed', () => {
  it('after the marketplace had published makes no second listing when it is done again', async () => {
    const shop = await makeShop();
    await publish(shop);
    real.mercadolivre.after = () => {
      throw new Error('killed');
    };
    expect(await work()).toHaveLength(1);
    real.mercadolivre.after = () => undefined;
    await publish(shop);
    await work();
    expect(real.mercadolivre.calls).toEqual(['publish', 'publish']);
    expect(real.mercadolivre.memory.listings.size).toBe(1);
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'publicado' });
  });

  it('leaves a listing that unpublishing finds and pauses, though its id was never stored', async () => {
    const shop = await makeShop();
    await publish(shop);
    real.mercadolivre.after = () => {
      throw new Error('killed');
    };
    await work();
    real.mercadolivre.after = () => undefined;
    await act(shop.user, `mercadolivre/despublicar/${shop.product.id}`);
    await work();
    expect([...real.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'paused' }]);
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'pausado' });
  });

  it('keeps others off the listing until its lease has run out', async () => {
    const shop = await makeShop();
    await publish(shop);
    const ocupado_ate = new Date(now.getTime() + 60_000).toISOString();
    await server.db.update(listings).set({ ocupado_ate }).where(eq(listings.produto_id, shop.product.id));
    expect(await work()).toMatchObject([{ kind: 'not_ready', tentarEm: expect.any(Date) }]);
    expect(real.mercadolivre.calls).toEqual([]);
    later(1);
    await publish(shop);
    expect(await work()).toEqual([]);
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'publicado' });
  });
});

describe('editing a product with a real listing', () => {
  it('sends a new price on its own, and new words by publishing again', async () => {
    const shop = await publishedShop();
    await edit(shop, { preco_venda_ml: 70 });
    expect(jobs.kinds()).toEqual(['listing-price']);
    await work();
    expect([...real.mercadolivre.memory.listings.values()]).toMatchObject([{ preco_centavos: 7000 }]);
    await edit(shop, { preco_venda_ml: 70, descricao: 'Outra' });
    expect(jobs.kinds()).toEqual(['listing-publish']);
    await work();
    await edit(shop, { preco_venda_ml: 70, descricao: 'Outra', estoque: 3 });
    expect(jobs.kinds()).toEqual([]);
    expect(await flagOf(shop.product)).toMatchObject({ ml: true });
  });

  it('complaint 12: says that the marketplace manages the price', async () => {
    const shop = await publishedShop({ nome: 'Caneca SIM-PRECO-AUTOMATICO' });
    await edit(shop, { preco_venda_ml: 70 });
    await work();
    const avisos = expect.arrayContaining([
      'O preço deste anúncio é controlado por uma automação de preços do Mercado Livre.',
    ]);
    expect(await stateOf(shop.user, shop.product)).toMatchObject({ status: 'publicado', avisos });
  });

  it('stays on sale with its old values when the new ones are refused', async () => {
    const shop = await publishedShop();
    await edit(shop, { nome: 'Caneca SIM-RECUSAR' });
    await work();
    expect(await stateOf(shop.user, shop.product)).toMatchObject({
      status: 'publicado',
      motivo: 'As alterações não foram aceitas: O atributo Marca (BRAND) é obrigatório nesta categoria.',
    });
    expect(await flagOf(shop.product)).toMatchObject({ ml: true });
  });

  it('cannot change the SKU that the listing is found by', async () => {
    const shop = await publishedShop();
    const answer = await edit(shop, { sku: 'OUTRO-1' });
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'O SKU identifica o anúncio no marketplace e não pode mais mudar',
    ]);
  });
});

describe('deleting a product', () => {
  it('ends its listings by jobs, and whatever the answer, the product is gone at once', async () => {
    const shop = await publishedShop();
    const answer = await server.call('DELETE', `/api/produtos/${shop.product.id}`, {
      token: shop.user.token,
    });
    expect(answer.status).toBe(204);
    expect((await server.call('GET', '/api/produtos', { token: shop.user.token })).body).toEqual([]);
    expect(await work()).toEqual([]);
    expect([...real.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'closed' }]);
  });

  it('while it is being published leaves nothing on sale', async () => {
    const shop = await makeShop();
    await publish(shop);
    const { promise, resolve } = deferred();
    real.mercadolivre.after = (operation) => (operation === 'publish' ? promise : undefined);
    const working = work();
    await expect.poll(() => real.mercadolivre.calls).toEqual(['publish']);
    await server.call('DELETE', `/api/produtos/${shop.product.id}`, { token: shop.user.token });
    resolve();
    await working;
    await work();
    expect([...real.mercadolivre.memory.listings.values()]).toMatchObject([{ status: 'closed' }]);
  });
});

it('tells states of the seller’s own products only', async () => {
  const shop = await publishedShop();
  const stranger = await makeUser(server);
  expect(await stateOf(stranger, shop.product)).toBeNull();
  expect(await stateOf(stranger, { id: 'não é id' })).toBeNull();
});
