import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import { connections } from '@esteira/db/schema/platform/connections';
import { listings } from '@esteira/db/schema/products/listings';
import { MAX_NOTICES } from '@esteira/domain/accounts/notices';
import { DAY_MS } from '@esteira/domain/durations';
import type { NoticeList } from '@esteira/validators/accounts/notices';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAccount } from '../../testing/accounts/accounts';
import { listForReal, makeProduct, makeUser, type TestUser, toActor } from '../../testing/makers';
import { externalOrder } from '../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../testing/server';
import { rowsReadBy } from '../../testing/watching/statements';
import { receiveOrder } from '../orders/intake/intake';
import { countUnread, listNotices } from './service';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function read(user: TestUser): Promise<NoticeList> {
  const answer = await server.call('GET', '/trpc/notices.list', { token: user.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result.data;
}

async function unread(user: TestUser): Promise<number> {
  const answer = await server.call('GET', '/trpc/notices.unread', { token: user.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result.data.nao_lidos;
}

const markRead = (user: TestUser, ate: string) =>
  server.call('POST', '/trpc/notices.markRead', { token: user.token, body: { ate } });

async function publish(user: TestUser, fields: Record<string, unknown> = {}) {
  const product = await makeProduct(server, user, fields);
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  return product;
}

const sell = (user: TestUser, { id }: { id: string }, quantidade = 1) =>
  server.call('POST', `/api/mercadolivre/simular-venda/${id}`, { token: user.token, body: { quantidade } });

/** The events with which orders come in that were written directly. */
const arrive = (user: TestUser) =>
  server.db.execute(sql`
    INSERT INTO eventos_pedido (usuario_id, pedido_id, id, para, criado_em)
    SELECT usuario_id, id, id, status, criado_em FROM pedidos WHERE usuario_id = ${user.id}::uuid`);

const kindsOf = async (user: TestUser) => (await read(user)).itens.map(({ tipo }) => tipo);

describe('notices tell', () => {
  it('of a sale, with its order', async () => {
    const user = await makeUser(server);
    await sell(user, await publish(user, { nome: 'Caneca' }), 2);
    const [order] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
    expect((await read(user)).itens).toEqual([
      {
        id: `venda-${order.id}`,
        tipo: 'venda',
        em: order.criado_em,
        pedido_id: order.id,
        ml_order_id: order.ml_order_id,
        produto_nome: 'Caneca',
        marketplace: 'mercadolivre',
        conta: null,
        preco_venda: 119.8,
      },
    ]);
  });

  it('of an order sold beyond the stock, until that is resolved', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { estoque: 1 });
    const listing = await listForReal(server, user, { id: product.id, marketplace: 'mercadolivre' });
    await receiveOrder(
      server.db,
      { usuarioId: user.id, contaId: 1 },
      externalOrder('mercadolivre', { listing, units: 3 }),
    );
    expect((await read(user)).itens).toContainEqual(
      expect.objectContaining({
        tipo: 'atencao',
        codigo: 'sem_estoque',
        produto_nome: product.nome,
        mensagem: expect.stringContaining('Venda acima do estoque disponível'),
      }),
    );
    await server.db.delete(orderAttention).where(eq(orderAttention.usuario_id, user.id));
    expect(await kindsOf(user)).toEqual(['venda']);
  });

  it('of a publication that a real marketplace refused, at the moment it did, and of no simulated one', async () => {
    const user = await makeUser(server);
    const product = await makeProduct(server, user, { nome: 'Caneca' });
    const key = { usuario_id: user.id, produto_id: product.id };
    await server.db
      .insert(listings)
      .values({ ...key, marketplace: 'amazon', modo: 'real', status: 'erro', motivo: 'Falta a marca.' });
    await server.db.insert(listings).values({ ...key, marketplace: 'mercadolivre', status: 'erro' });
    const { itens } = await read(user);
    expect(itens).toEqual([
      {
        id: `publicacao-${product.id}-amazon`,
        tipo: 'publicacao',
        em: expect.any(String),
        produto_id: product.id,
        produto_nome: 'Caneca',
        marketplace: 'amazon',
        conta: null,
        motivo: 'Falta a marca.',
      },
    ]);
    expect(Math.abs(Date.parse(itens[0]?.em ?? '') - Date.now())).toBeLessThan(60_000);
    await server.db
      .update(listings)
      .set({ status: 'na_fila', motivo: null })
      .where(and(eq(listings.usuario_id, user.id), eq(listings.modo, 'real')));
    expect(await kindsOf(user)).toEqual([]);
  });

  it('of the sale that brought a product below five units, once and with what is left', async () => {
    const user = await makeUser(server);
    const product = await publish(user, { estoque: 6 });
    await sell(user, product);
    expect(await kindsOf(user)).toEqual(['venda']);
    await sell(user, product);
    await sell(user, product);
    const low = (await read(user)).itens.filter(({ tipo }) => tipo === 'estoque');
    expect(low).toEqual([expect.objectContaining({ produto_id: product.id, estoque: 3 })]);
    await server.call('PUT', `/api/produtos/${product.id}`, {
      token: user.token,
      body: { ...product, preco_fornecedor: 25, preco_venda_ml: 59.9, estoque: 50 },
    });
    expect(await kindsOf(user)).not.toContain('estoque');
  });

  it('of no product that its seller stocks low', async () => {
    const user = await makeUser(server);
    const product = await publish(user, { estoque: 3 });
    await sell(user, product);
    expect(await kindsOf(user)).toEqual(['venda']);
  });

  it('of an account that must be connected again', async () => {
    const user = await makeUser(server);
    await connectAccount(server, user, { marketplace: 'amazon' });
    expect(await kindsOf(user)).toEqual([]);
    await server.db
      .update(connections)
      .set({ status: 'reconectar', motivo: 'A autorização expirou.' })
      .where(eq(connections.usuario_id, user.id));
    expect((await read(user)).itens).toEqual([
      expect.objectContaining({ tipo: 'conexao', marketplace: 'amazon', conta: null }),
    ]);
  });

  it('of several accounts name the one that they are of', async () => {
    const user = await makeUser(server);
    const body = { marketplace: 'mercadolivre', conta_id: 'mercadolivre-2', nome: 'Loja B' };
    for (const act of ['addAccount', 'renameAccount'])
      await server.call('POST', `/trpc/integrations.${act}`, { token: user.token, body });
    const { id } = await makeProduct(server, user);
    await server.call('POST', '/trpc/publication.publish', { token: user.token, body: { ...body, id } });
    await sell(user, { id });
    const of = { usuario_id: user.id, marketplace: 'mercadolivre', conta_id: 2, modo: 'real' } as const;
    const { id: refused } = await makeProduct(server, user);
    await server.db.insert(listings).values({ ...of, produto_id: refused, status: 'erro' });
    await connectAccount(server, user, { marketplace: 'mercadolivre', conta_id: 2, status: 'reconectar' });
    const named = (await read(user)).itens.map((notice) => [notice.tipo, 'conta' in notice && notice.conta]);
    expect(named.sort()).toEqual(['conexao', 'publicacao', 'venda'].map((kind) => [kind, 'Loja B']));
  });

  it('newest first, of this seller only, and no more than fifty', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    await sell(other, await publish(other));
    await server.db.execute(sql`
      INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_nome, fornecedor_nome, quantidade,
        preco_venda, preco_fornecedor, criado_em)
      SELECT ${user.id}::uuid, ('0199d000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'amazon', n::text,
        'Caneca', 'F', 1, n, 0, '2026-01-01'::timestamptz + n * interval '1 minute'
      FROM generate_series(1, 120) n`);
    await arrive(user);
    const { itens } = await read(user);
    expect(itens).toHaveLength(MAX_NOTICES);
    expect(itens.map(({ tipo }) => tipo)).toEqual(Array(MAX_NOTICES).fill('venda'));
    const moments = itens.map(({ em }) => em);
    expect(moments).toEqual([...moments].sort().reverse());
    expect(itens[0]).toMatchObject({ ml_order_id: '120' });
  });
});

describe('what is unread', () => {
  it('is what happened since, and nothing once it was read', async () => {
    const user = await makeUser(server);
    const product = await publish(user, { estoque: 5 });
    expect(await unread(user)).toBe(0);
    await sell(user, product);
    // The sale, and the stock that it left low.
    expect(await unread(user)).toBe(2);
    const { itens, lido_ate } = await read(user);
    expect(itens.every(({ em }) => em > lido_ate)).toBe(true);
    expect((await markRead(user, itens[0]?.em ?? '')).status).toBe(200);
    expect(await unread(user)).toBe(0);
    expect((await read(user)).lido_ate).toBe(itens[0]?.em);
    await sell(user, product);
    expect(await unread(user)).toBe(1);
  });

  it('does not come back from a window that read less, nor is the future read', async () => {
    const user = await makeUser(server);
    const product = await publish(user);
    await sell(user, product);
    const [first] = (await read(user)).itens;
    await sell(user, product);
    const [second] = (await read(user)).itens;
    await Promise.all([markRead(user, second?.em ?? ''), markRead(user, first?.em ?? '')]);
    expect(await unread(user)).toBe(0);
    await markRead(user, '2099-01-01T00:00:00Z');
    expect(Date.parse((await read(user)).lido_ate)).toBeLessThanOrEqual(Date.now());
    expect((await markRead(user, 'ontem')).status).toBe(422);
  });

  it('is an order when it comes in, however long before it was sold', async () => {
    const user = await makeUser(server);
    await sell(user, await publish(user));
    await markRead(user, new Date().toISOString());
    expect(await unread(user)).toBe(0);
    const criado_em = new Date(Date.now() - 3 * DAY_MS);
    const order = externalOrder('mercadolivre', { criado_em });
    await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order);
    const [first] = (await read(user)).itens.filter(({ tipo }) => tipo === 'venda');
    expect(first).toMatchObject({ ml_order_id: order.ml_order_id });
    // The order, and that its listing is not known here.
    expect(await unread(user)).toBe(2);
  });

  it('counts no further than is shown', async () => {
    // With long addresses: a small table PostgreSQL would read whole.
    const user = await makeUser(server, { criado_em: '2020-01-01T00:00:00.000Z' });
    await server.db.execute(sql`
      INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_nome, fornecedor_nome, quantidade,
        preco_venda, preco_fornecedor, cliente_endereco)
      SELECT ${user.id}::uuid, ('0199d000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'amazon', n::text,
        'Caneca', 'F', 1, n, 0, repeat(md5(n::text), 45)
      FROM generate_series(1, 3000) n`);
    await arrive(user);
    expect(await unread(user)).toBe(100);
    await server.db.execute('ANALYZE pedidos, eventos_pedido');
    for (const call of [countUnread, listNotices]) {
      expect(await rowsReadBy(server.db, (db) => call({ ...server.deps, db }, toActor(user)))).toBeLessThan(
        1000,
      );
    }
  });
});
