import { listings } from '@esteira/db/schema/products/listings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { storeConnection } from '../connections/store-connection';
import { PublicationHarness } from './testing/publication-harness';

const A = 'mercadolivre-1';
const B = 'mercadolivre-2';

/** What a seller of a server does to accounts of Mercado Livre. */
function actsOn(server: TestServer, user: TestUser) {
  const post = async (path: string, body: object = {}) => {
    const answer = await server.call('POST', path, { token: user.token, body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const act = (path: string, body: object) => post(`/trpc/${path}`, { marketplace: 'mercadolivre', ...body });
  return {
    addAccount: () => act('integrations.addAccount', {}),
    publish: (id: string, conta_id: string) => act('publication.publish', { id, conta_id }),
    unpublish: (id: string) => post(`/api/mercadolivre/despublicar/${id}`),
    disconnect: async (conta_id: string) => {
      await act('publication.pauseAccount', { conta_id });
      await act('integrations.disconnect', { conta_id });
    },
    revive: (conta_id: string) => act('publication.reviveAccount', { conta_id }),
    supplier: (path: 'pauseSupplier' | 'resumeSupplier', { fornecedor_id }: { fornecedor_id: string }) =>
      act(`publication.${path}`, { fornecedor_id }),
  };
}

/** In which accounts the product is for sale. */
async function sellingOf({ db }: TestServer, { id }: { id: string }): Promise<number[]> {
  const rows = await db
    .select({ conta_id: listings.conta_id })
    .from(listings)
    .where(and(eq(listings.produto_id, id), eq(listings.status, 'publicado')))
    .orderBy(listings.conta_id);
  return rows.map(({ conta_id }) => conta_id);
}

describe('simulated accounts', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  const selling = (product: { id: string }) => sellingOf(server, product);

  async function makeShop() {
    const user = await makeUser(server);
    const shop = actsOn(server, user);
    await shop.addAccount();
    return { user, shop, product: await makeProduct(server, user) };
  }

  it('can be taken off sale without a plan, as all else that ends a sale', async () => {
    const strict = await createTestServer({ deps: { requireSubscription: true } });
    const user = await makeUser(strict);
    const { status, text } = await strict.call('POST', '/trpc/publication.pauseAccount', {
      token: user.token,
      body: { marketplace: 'mercadolivre', conta_id: 'mercadolivre-1' },
    });
    expect(status, text).toBe(200);
    await strict.close();
  });

  it('that are connected again sell what was paused with them, and nothing that the seller took off sale', async () => {
    const { user, shop, product } = await makeShop();
    const [before, meanwhile] = [await makeProduct(server, user), await makeProduct(server, user)];
    for (const { id } of [product, before, meanwhile]) await shop.publish(id, B);
    await shop.publish(product.id, A);
    await shop.unpublish(before.id);
    await shop.disconnect(B);
    expect(await selling(product)).toEqual([1]);
    await shop.unpublish(meanwhile.id);
    await shop.revive(B);
    expect(await selling(product)).toEqual([1, 2]);
    expect([await selling(before), await selling(meanwhile)]).toEqual([[], []]);
    await shop.unpublish(product.id);
    await shop.revive(B);
    expect(await selling(product)).toEqual([]);
  });

  it('that are connected again without a plan sell nothing where one is needed', async () => {
    const { shop, product } = await makeShop();
    await shop.publish(product.id, B);
    await shop.disconnect(B);
    server.deps.requireSubscription = true;
    await shop.revive(B);
    server.deps.requireSubscription = false;
    expect(await selling(product)).toEqual([]);
    await shop.revive(B);
    expect(await selling(product)).toEqual([2]);
  });

  it('are remembered by a paused supplier each by itself: one that sells again leaves the other to be brought back', async () => {
    const { shop, product } = await makeShop();
    for (const account of [A, B]) await shop.publish(product.id, account);
    await shop.supplier('pauseSupplier', product);
    expect(await selling(product)).toEqual([]);
    await shop.publish(product.id, A);
    await shop.supplier('resumeSupplier', product);
    expect(await selling(product)).toEqual([1, 2]);
  });

  it('sell nothing of a supplier that was paused while they were disconnected, until it delivers again', async () => {
    const { shop, product } = await makeShop();
    for (const account of [A, B]) await shop.publish(product.id, account);
    await shop.disconnect(B);
    await shop.supplier('pauseSupplier', product);
    await shop.revive(B);
    expect(await selling(product)).toEqual([]);
    await shop.supplier('resumeSupplier', product);
    expect(await selling(product)).toEqual([1, 2]);
  });
});

describe('a real account', () => {
  const harness = new PublicationHarness();
  beforeAll(() => harness.open());
  afterAll(() => harness.close());

  async function makeConnected() {
    const user = await makeUser(harness.server);
    const vendedor_id = unique('1');
    const connect = () =>
      storeConnection(
        harness.server.deps,
        { usuarioId: user.id, marketplace: 'mercadolivre', contaId: null },
        {
          grant: {
            access_token: 'a',
            refresh_token: 'r',
            expira_em: new Date(harness.now.getTime() + 3_600_000),
          },
          conta: { vendedor_id, nome: 'LOJA TESTE', modelo_anuncio: null },
        },
      );
    await connect();
    return { user, connect, shop: actsOn(harness.server, user) };
  }

  it('that is connected again without a plan sells nothing where one is needed, and says so', async () => {
    const { user, connect, shop } = await makeConnected();
    const product = await makeProduct(harness.server, user);
    await shop.publish(product.id, A);
    await harness.work();
    await shop.disconnect(A);
    await harness.work();
    harness.server.deps.requireSubscription = true;
    await connect();
    await harness.work();
    harness.server.deps.requireSubscription = false;
    expect(await harness.stateOf({ user, product })).toMatchObject({
      status: 'pausado',
      motivo: 'O anúncio não voltou à venda: Assine um plano para acessar todas as funcionalidades',
    });
  });

  it('that is connected again sells by jobs what was paused with it, and says why of what it cannot', async () => {
    const { user, connect, shop } = await makeConnected();
    const product = await makeProduct(harness.server, user);
    const soldOut = await makeProduct(harness.server, user);
    for (const { id } of [product, soldOut]) await shop.publish(id, A);
    await harness.work();
    await shop.disconnect(A);
    await harness.work();
    expect(await sellingOf(harness.server, product)).toEqual([]);
    await harness.edit({ user, product: soldOut }, { estoque: 0 });
    await connect();
    await harness.work();
    expect(await sellingOf(harness.server, product)).toEqual([1]);
    expect(await harness.stateOf({ user, product: soldOut })).toMatchObject({
      status: 'pausado',
      motivo: 'O anúncio não voltou à venda: Produto sem estoque',
    });
    // A job takes it off sale, which the answer does not wait for.
    const paused = await shop.supplier('pauseSupplier', product);
    expect(paused.result.data.resultados).toMatchObject([{ ok: true, na_fila: true }]);
  });

  it('whose listing could not be paused asks again when its disconnection is asked for again', async () => {
    const { user, product } = await harness.makeShop();
    await harness.publish({ user, product });
    await harness.work();
    const pause = () =>
      harness.server.call('POST', '/trpc/publication.pauseAccount', {
        token: user.token,
        body: { marketplace: 'mercadolivre', conta_id: A },
      });
    harness.markets.mercadolivre.before = ({ operation }) => {
      if (operation === 'pause') throw new AdapterError('upstream_unavailable', 'Não respondeu.');
    };
    expect((await pause()).status).toBe(503);
    expect((await pause()).status).toBe(503);
    harness.markets.mercadolivre.before = () => undefined;
    expect((await pause()).body.result.data.pausados).toBe(1);
    expect(await harness.stateOf({ user, product })).toMatchObject({ status: 'pausado' });
  });
});
