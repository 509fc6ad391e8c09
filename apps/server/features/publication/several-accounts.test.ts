import { queryRows } from '@esteira/db/database';
import { createRandom } from '@esteira/db/demo/random';
import { jobs } from '@esteira/db/schema/platform/jobs';
import { notifications } from '@esteira/db/schema/platform/notifications';
import { listings } from '@esteira/db/schema/products/listings';
import { toDay } from '@esteira/domain/calendar';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobQueue } from '../../jobs/enqueue';
import { connectAccount } from '../../testing/accounts/accounts';
import { makeProduct, makeUser, type TestUser, unique } from '../../testing/makers';
import { externalOrder } from '../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../testing/server';
import { createCallLimiter } from '../connections/calls/call-limiter';
import { receiveOrder } from '../orders/intake/intake';
import { relayNotifications } from '../webhooks/relay';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const post = (user: TestUser, path: string, body?: object) =>
  server.call('POST', path, { token: user.token, ...(body && { body }) });
const get = async (user: TestUser, path: string) =>
  (await server.call('GET', path, { token: user.token })).body;
const publishIn = (user: TestUser, id: string, conta_id: string) =>
  post(user, '/trpc/publication.publish', { id, marketplace: 'mercadolivre', conta_id });

/** A seller with the accounts `Conta 1` and `Loja B` of Mercado Livre, and a product. */
async function makeShop() {
  const user = await makeUser(server);
  await post(user, '/trpc/integrations.addAccount', { marketplace: 'mercadolivre' });
  await post(user, '/trpc/integrations.renameAccount', { conta_id: 'mercadolivre-2', nome: 'Loja B' });
  return { user, product: await makeProduct(server, user) };
}

const sell = async (user: TestUser, id: string) => {
  const { body } = await post(user, `/api/mercadolivre/simular-venda/${id}`);
  return get(user, `/api/pedidos/${body.pedido}`);
};

const readListings = (user: TestUser) =>
  server.db
    .select({ conta_id: listings.conta_id, status: listings.status })
    .from(listings)
    .where(eq(listings.usuario_id, user.id))
    .orderBy(listings.conta_id);

const B = { id: 'mercadolivre-2', nome: 'Loja B' };

describe('a product that one of two accounts sells', () => {
  it('sells under its name, and is found by it', async () => {
    const { user, product } = await makeShop();
    const other = await makeProduct(server, user);
    expect((await publishIn(user, product.id, B.id)).status).toBe(200);
    await post(user, `/api/mercadolivre/publicar/${other.id}`);
    expect(await sell(user, product.id)).toMatchObject({ conta: B });
    expect(await sell(user, other.id)).toMatchObject({ conta: { id: 'mercadolivre-1', nome: 'Conta 1' } });
    const sold = { marketplace: 'mercadolivre', vendas: 1, receita: 59.9 };
    expect((await get(user, '/trpc/dashboard.accounts')).result.data).toEqual(
      [{ id: 'mercadolivre-1', nome: 'Conta 1' }, B].map((conta) => ({ ...sold, conta })),
    );
    for (const path of ['pedidos', 'produtos']) {
      expect(await get(user, `/api/${path}`)).toHaveLength(2);
      expect(await get(user, `/api/${path}?conta_id=${B.id}`)).toHaveLength(1);
      expect(await get(user, `/api/${path}?conta_id=mercadolivre-3`)).toHaveLength(0);
    }
    const today = toDay(new Date());
    const days = `de=${today}&ate=${today}`;
    for (const [query, vendas] of Object.entries({
      '': 2,
      [`conta_id=${B.id}`]: 1,
      'conta_id=amazon-1': 0,
    })) {
      expect(await get(user, `/api/dashboard/stats?${query}`)).toMatchObject({ total_vendas: vendas });
      const period = await get(user, `/api/dashboard/periodo?${days}&${query}`);
      expect(period.total).toMatchObject({ vendas });
      expect(period.produtos).toHaveLength(vendas);
      expect(await get(user, `/api/dashboard/periodo/pedidos?${days}&${query}`)).toHaveLength(vendas);
      const { text } = await server.call('GET', `/api/exportar/periodo.csv?${days}&${query}`, {
        token: user.token,
      });
      expect(text.trim().split('\n')).toHaveLength(1 + vendas);
      const input = encodeURIComponent(JSON.stringify(Object.fromEntries(new URLSearchParams(query))));
      const best = await get(user, `/trpc/dashboard.bestSellers?input=${input}`);
      expect(best.result.data.produtos).toHaveLength(vendas);
      expect((await get(user, `/trpc/dashboard.months?input=${input}`)).result.data.meses).toMatchObject(
        vendas === 0 ? [] : [{ vendas }],
      );
    }
    const file = await server.call('GET', '/api/exportar/pedidos.csv', { token: user.token });
    expect([
      file.text.includes('"Conta"') || file.text.includes(';Conta'),
      file.text.includes('Loja B'),
    ]).toEqual([true, true]);
  });

  it('is published there as well when it is in the other account, and leaves both by one click', async () => {
    const { user, product } = await makeShop();
    await post(user, `/api/mercadolivre/publicar/${product.id}`);
    await publishIn(user, product.id, B.id);
    const published = [1, 2].map((conta_id) => ({ conta_id, status: 'publicado' }));
    expect(await readListings(user)).toEqual(published);
    await post(user, `/api/mercadolivre/despublicar/${product.id}`);
    expect(await readListings(user)).toEqual(published.map((each) => ({ ...each, status: 'pausado' })));
    expect(await get(user, '/api/produtos')).toMatchObject([{ publicado_ml: false }]);
  });

  it('counts as published as long as one account sells it', async () => {
    const { user, product } = await makeShop();
    await post(user, `/api/mercadolivre/publicar/${product.id}`);
    await publishIn(user, product.id, B.id);
    const pause = (conta_id: string) => post(user, '/trpc/publication.pauseAccount', { conta_id });
    expect((await pause('mercadolivre-1')).body.result.data).toEqual({ pausados: 1, proximo_cursor: null });
    expect(await get(user, '/api/produtos')).toMatchObject([{ publicado_ml: true }]);
    expect(await sell(user, product.id)).toMatchObject({ conta: B });
    await pause(B.id);
    expect(await get(user, '/api/produtos')).toMatchObject([{ publicado_ml: false }]);
  });

  it('is published in no account of others, nor in one that is disconnected', async () => {
    const { user, product } = await makeShop();
    await publishIn(user, product.id, B.id);
    const order = await sell(user, product.id);
    await post(user, '/trpc/integrations.disconnect', { marketplace: 'mercadolivre', conta_id: B.id });
    expect(await get(user, `/api/pedidos/${order.id}`)).toMatchObject({
      conta: { ...B, nome: 'Loja B (desconectada)' },
    });
    expect((await publishIn(user, product.id, B.id)).body.error.message).toContain('Reconecte Loja B');
    expect((await publishIn(user, product.id, 'mercadolivre-3')).body.error.message).toBe(
      'Conta não encontrada',
    );
    expect((await publishIn(user, product.id, 'amazon-1')).body.error.message).toBe('Conta não encontrada');
    await post(user, '/trpc/publication.reviveAccount', { conta_id: B.id });
    expect(await get(user, `/api/pedidos/${order.id}`)).toMatchObject({ conta: B });
    expect((await publishIn(user, product.id, B.id)).status).toBe(200);
  });
});

it('with one account nothing of accounts is seen', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  await post(user, `/api/mercadolivre/publicar/${product.id}`);
  expect(await sell(user, product.id)).toMatchObject({ conta: null });
  expect((await get(user, '/trpc/dashboard.accounts')).result.data).toEqual([]);
  const file = await server.call('GET', '/api/exportar/pedidos.csv', { token: user.token });
  expect(file.text).not.toContain('Conta');
});

it('what is done in one account changes nothing of another one', async () => {
  const { user, product } = await makeShop();
  const random = createRandom(78);
  const codes = ['mercadolivre-1', B.id, 'mercadolivre-3', 'mercadolivre-4'];
  for (let each = 3; each <= 4; each += 1)
    await post(user, '/trpc/integrations.addAccount', { marketplace: 'mercadolivre' });
  const acts = {
    publish: (conta_id: string) => publishIn(user, product.id, conta_id),
    pause: (conta_id: string) => post(user, '/trpc/publication.pauseAccount', { conta_id }),
    disconnect: (conta_id: string) =>
      post(user, '/trpc/integrations.disconnect', { marketplace: 'mercadolivre', conta_id }),
    revive: (conta_id: string) => post(user, '/trpc/publication.reviveAccount', { conta_id }),
    rename: (conta_id: string) =>
      post(user, '/trpc/integrations.renameAccount', { conta_id, nome: `Loja ${random.between(1, 99)}` }),
  };
  const read = async (code: string) => {
    const { body } = await server.call('GET', '/trpc/integrations.accounts', { token: user.token });
    const account = body.result.data.itens.find(({ id }: { id: string }) => id === code);
    const rows = await readListings(user);
    return { ...account, padrao: null, listing: rows.find(({ conta_id }) => code.endsWith(`-${conta_id}`)) };
  };
  for (let step = 0; step < 60; step += 1) {
    const chosen = random.pick(codes);
    const others = codes.filter((code) => code !== chosen);
    const before = await Promise.all(others.map(read));
    const act = random.pick(Object.keys(acts) as (keyof typeof acts)[]);
    await acts[act](chosen);
    expect(await Promise.all(others.map(read)), `${step}: ${act} ${chosen}`).toEqual(before);
    const selling = (await readListings(user)).some(({ status }) => status === 'publicado');
    expect((await get(user, '/api/produtos'))[0].publicado_ml, `${step}: ${act} ${chosen}`).toBe(selling);
  }
});

describe('real accounts beside each other', () => {
  /** The product is for sale in both; answers the id of its listings there. */
  async function listInBoth({ user, product }: Awaited<ReturnType<typeof makeShop>>): Promise<string> {
    const id_externo = unique('MLB');
    const key = { usuario_id: user.id, produto_id: product.id, marketplace: 'mercadolivre' } as const;
    await server.db
      .insert(listings)
      .values(
        [1, 2].map(
          (conta_id) => ({ ...key, conta_id, id_externo, status: 'publicado', modo: 'real' }) as const,
        ),
      );
    return id_externo;
  }

  it('what one sold is told to the other one alone', async () => {
    const shop = await makeShop();
    const listing = await listInBoth(shop);
    await server.db.execute(sql`DELETE FROM envios_estoque`);
    await receiveOrder(
      server.db,
      { usuarioId: shop.user.id, contaId: 1 },
      externalOrder('mercadolivre', { listing }),
    );
    const told = await queryRows(server.db, sql`SELECT conta_id FROM envios_estoque`);
    expect(told).toEqual([{ conta_id: 2 }]);
  });

  it('an announcement to one is read by its own access, also while the other is disconnected', async () => {
    const { user } = await makeShop();
    const { vendedor_id } = await connectAccount(server, user, { marketplace: 'mercadolivre', conta_id: 2 });
    const notice = { marketplace: 'mercadolivre', topico: 'orders_v2' } as const;
    await server.db.insert(notifications).values([
      { ...notice, id: unique('n'), recurso: '/orders/2000003508419013', vendedor_id },
      { ...notice, id: unique('n'), recurso: '/orders/2000003508419014', vendedor_id: unique('9') },
    ]);
    await relayNotifications({ db: server.db, jobs: jobQueue });
    expect(
      await server.db.select({ dados: jobs.dados }).from(jobs).where(eq(jobs.usuario_id, user.id)),
    ).toEqual([
      {
        dados: {
          usuario_id: user.id,
          marketplace: 'mercadolivre',
          conta_id: 2,
          ml_order_id: '2000003508419013',
        },
      },
    ]);
  });

  it('calls of one that is refused or busy leave the other one all of its own', async () => {
    const { db } = server;
    const limiter = createCallLimiter({ db, marketplace: 'mercadolivre' });
    const usuarioId = unique('seller');
    const [first, second] = [
      { usuarioId, contaId: 1 },
      { usuarioId, contaId: 2 },
    ];
    const rate = { perSecond: 0.001, burst: 2 };
    const take = (account: typeof first) => limiter.take(account, 'items', rate);
    await limiter.pause(first, 'items', new Date(Date.now() + 60_000));
    await expect(take(first)).rejects.toThrow('Limite de chamadas');
    await take(second);
    await take(second);
    await expect(take(second)).rejects.toThrow('Limite de chamadas');
  });
});
