import { queryRows } from '@esteira/db/database';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectAccount } from '../../testing/accounts/accounts';
import {
  listForReal,
  makeProduct,
  makeSupplier,
  makeUser,
  type TestUser,
  toActor,
} from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { createChangeFeed } from '../live/service';
import { findContradictions } from '../orders/testing/invariants';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
beforeEach(async () => {
  user = await makeUser(server);
});
afterAll(() => server.close());

const EMPTY = { pode_preencher: true, exemplos: null };
const FILLED = { pode_preencher: false, exemplos: { fornecedores: 3, produtos: 12 } };

const get = async (path: string, who = user) => (await server.call('GET', path, { token: who.token })).body;
const status = async (who = user) => (await get('/trpc/examples.status', who)).result.data;
const act = (what: 'fill' | 'erase', who = user) =>
  server.call('POST', `/trpc/examples.${what}`, { token: who.token, body: {} });
const contradictions = () => findContradictions({ server, user });

/** How many rows the seller has in each table that names a seller. */
async function countRows(usuarioId: string): Promise<Record<string, number>> {
  const tables = await queryRows<{ nome: string }>(
    server.db,
    sql`SELECT table_name AS nome FROM information_schema.columns
        WHERE table_schema = 'public' AND column_name = 'usuario_id' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { nome } of tables) {
    const [row] = await queryRows<{ total: number }>(
      server.db,
      sql`SELECT count(*)::int AS total FROM ${sql.identifier(nome)} WHERE usuario_id = ${usuarioId}::uuid`,
    );
    if (row && row.total > 0) counts[nome] = row.total;
  }
  return counts;
}

describe('an empty account', () => {
  it('is filled with suppliers, products with pictures and orders in every status, and contradicts itself nowhere', async () => {
    expect(await status()).toEqual(EMPTY);
    expect((await act('fill')).body.result.data).toEqual(FILLED);
    expect(await get('/api/fornecedores')).toHaveLength(3);
    const products: { imagem_url: string; publicado_ml: boolean }[] = await get('/api/produtos');
    expect(products).toHaveLength(12);
    for (const { imagem_url } of products) expect(imagem_url).toMatch(/^\/exemplos\/[a-z]{3}-\d{3}\.webp$/);
    expect(products.some(({ publicado_ml }) => publicado_ml)).toBe(true);
    const orders: { status: string; itens: { fornecedor_id: string }[] }[] = await get('/api/pedidos');
    expect(orders.length).toBeGreaterThan(30);
    expect(orders.length).toBeLessThan(90);
    const statuses = new Set(orders.map((order) => order.status));
    expect(statuses).toEqual(new Set(ORDER_STATUSES));
    const several = orders.filter(({ itens }) => itens.length > 1);
    const open = ['pendente', 'aprovado', 'enviado_fornecedor', 'pago', 'enviado_cliente'];
    expect(several.map((order) => order.status)).toEqual(expect.arrayContaining(open));
    const ofThree = several.find(({ itens }) => itens.length === 3);
    expect(ofThree?.status).toBe('pendente');
    expect(new Set(ofThree?.itens.map(({ fornecedor_id }) => fornecedor_id)).size).toBeGreaterThan(1);
    expect((await get('/api/dashboard/stats')).total_vendas).toBeGreaterThan(30);
    expect(await contradictions()).toEqual([]);
  });

  it('knows what each order leaves, by settings that go with the examples unless they were changed', async () => {
    await act('fill');
    const costs = await get('/api/custos');
    expect(costs).toMatchObject({ regime: 'simples', embalagem: 1.5 });
    const [today, ago] = [new Date(), new Date(Date.now() - 60 * 86_400_000)].map((day) =>
      day.toISOString().slice(0, 10),
    );
    const { total, custos } = await get(`/api/dashboard/periodo?de=${ago}&ate=${today}`);
    expect(total.vendas).toBeGreaterThan(30);
    expect(total.calculados).toBe(total.vendas);
    expect(custos.length).toBeGreaterThan(4);
    await act('erase');
    expect(await get('/api/custos')).toMatchObject({ regime: null, embalagem: 0 });
    await act('fill');
    await server.call('PUT', '/api/custos', { token: user.token, body: { ...costs, embalagem: 2 } });
    await act('erase');
    expect(await get('/api/custos')).toMatchObject({ regime: 'simples', embalagem: 2 });
  });

  it('is filled once, however often it is asked for', async () => {
    await act('fill');
    const orders = await get('/api/pedidos');
    expect((await act('fill')).body.result.data).toEqual(FILLED);
    expect(await get('/api/pedidos')).toEqual(orders);
  });

  it('is not found by another seller', async () => {
    await act('fill');
    const stranger = await makeUser(server);
    expect(await status(stranger)).toEqual(EMPTY);
    await act('erase', stranger);
    expect(await status()).toEqual(FILLED);
  });
});

describe('an account is not filled', () => {
  it.each([
    ['a supplier', async () => makeSupplier(server, user)],
    ['a product', async () => makeProduct(server, user)],
  ])('that has %s', async (_what, make) => {
    await make();
    expect(await status()).toEqual({ ...EMPTY, pode_preencher: false });
    const answer = await act('fill');
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'Os dados de exemplo são para uma conta vazia: a sua já tem dados',
    ]);
    expect(await get('/api/pedidos')).toEqual([]);
  });

  it('that is connected to a real marketplace', async () => {
    await connectAccount(server, user, { marketplace: 'amazon' });
    expect(await status()).toEqual({ ...EMPTY, pode_preencher: false });
    const answer = await act('fill');
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'Os dados de exemplo só existem no modo simulado',
    ]);
  });
});

describe('examples that are erased', () => {
  it('leave nothing of themselves on any screen, and the account can be filled again', async () => {
    await act('fill');
    expect((await act('erase')).body.result.data).toEqual(EMPTY);
    for (const path of ['fornecedores', 'produtos', 'pedidos']) expect(await get(`/api/${path}`)).toEqual([]);
    const stats = await get('/api/dashboard/stats');
    expect(stats).toMatchObject({
      total_vendas: 0,
      receita_total: 0,
      lucro_total: 0,
      pedidos_pendentes: 0,
      produtos_mais_vendidos: [],
      produtos_estoque_baixo: 0,
    });
    expect((await get('/trpc/dashboard.firstSteps')).result.data.venda).toBe(false);
    // Deleted suppliers and products stay as rows, as all that are deleted do, and so do sums of nothing.
    expect(Object.keys(await countRows(user.id)).sort()).toEqual(
      [
        ...['atividades', 'contas', 'exemplos', 'fornecedores', 'produtos', 'sessoes'],
        ...['resumo_diario', 'resumo_diario_custos', 'resumo_diario_produtos'],
      ].sort(),
    );
    expect(await contradictions()).toEqual([]);
    expect((await act('fill')).body.result.data).toEqual(FILLED);
    expect(await contradictions()).toEqual([]);
  });

  it('take along what the seller did with them, and nothing of the seller’s own', async () => {
    await act('fill');
    const token = user.token;
    const [example] = (await get('/api/produtos')).filter(
      ({ publicado_ml, estoque }: { publicado_ml: boolean; estoque: number }) => publicado_ml && estoque > 0,
    );
    await server.call('POST', `/api/mercadolivre/simular-venda/${example.id}`, { token });
    await server.call('PUT', `/api/produtos/${example.id}`, {
      token,
      body: { ...example, nome: 'Meu nome' },
    });
    const own = await makeProduct(server, user, { fornecedor_id: example.fornecedor_id, sku: 'MEU-1' });
    await server.call('POST', `/api/mercadolivre/publicar/${own.id}`, { token });
    await server.call('POST', `/api/mercadolivre/simular-venda/${own.id}`, { token });
    const [mine] = await get('/api/pedidos?limite=1');
    await server.call('POST', `/api/pedidos/${mine.id}/aprovar`, { token });

    await act('erase');
    expect((await get('/api/produtos')).map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await get('/api/pedidos')).map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect((await get('/api/fornecedores')).map(({ id }: { id: string }) => id)).toEqual([
      example.fornecedor_id,
    ]);
    expect((await get('/api/dashboard/stats')).total_vendas).toBe(1);
    expect(await contradictions()).toEqual([]);
    // What stayed is the seller's own from now on.
    expect(await status()).toEqual({ pode_preencher: false, exemplos: null });
    await act('erase');
    expect(await get('/api/produtos')).toHaveLength(1);
  });

  it('stay where they are for sale on a real marketplace by then', async () => {
    await act('fill');
    const [product] = await get('/api/produtos');
    await queryRows(
      server.db,
      sql`DELETE FROM anuncios WHERE usuario_id = ${user.id}::uuid AND produto_id = ${product.id}::uuid`,
    );
    await listForReal(server, user, { id: product.id, marketplace: 'mercadolivre' });
    await act('erase');
    expect((await get('/api/produtos')).map(({ id }: { id: string }) => id)).toEqual([product.id]);
    expect(await get('/api/fornecedores')).toHaveLength(1);
    expect(await contradictions()).toEqual([]);
  });

  it('stay as orders where one of their items is for sale on a real marketplace by then', async () => {
    await act('fill');
    const orders: { id: string; itens: { produto_id: string }[] }[] = await get('/api/pedidos');
    const id = orders.find(({ itens }) => itens.length > 1)?.itens[1]?.produto_id ?? '';
    await queryRows(
      server.db,
      sql`DELETE FROM anuncios WHERE usuario_id = ${user.id}::uuid AND produto_id = ${id}::uuid`,
    );
    await listForReal(server, user, { id, marketplace: 'mercadolivre' });
    await act('erase');
    expect((await get('/api/produtos')).map((product: { id: string }) => product.id)).toEqual([id]);
    const left: typeof orders = await get('/api/pedidos');
    expect(left.some(({ itens }) => itens.length > 1)).toBe(true);
    expect(left.map((order) => order.id)).toEqual(
      orders.filter(({ itens }) => itens.some((item) => item.produto_id === id)).map((order) => order.id),
    );
    expect(await contradictions()).toEqual([]);
  });

  it('are told to every open screen, when they come and when they go', async () => {
    const feed = createChangeFeed(server.db, toActor(user), null);
    expect((await feed()).map(({ tipo }) => tipo)).toEqual(['inicio']);
    await act('fill');
    expect((await feed()).map(({ tipo }) => tipo)).toContain('tudo');
    await act('erase');
    expect((await feed()).map(({ tipo }) => tipo)).toContain('tudo');
  });
});

it('the database refuses to remove orders, history and ledger of anything but examples', async () => {
  const product = await makeProduct(server, user);
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
  for (const table of ['eventos_pedido', 'movimentos_estoque', 'pedidos']) {
    const removal = queryRows(
      server.db,
      sql`DELETE FROM ${sql.raw(table)} WHERE usuario_id = ${user.id}::uuid`,
    );
    await expect(removal).rejects.toMatchObject({ cause: { message: `${table} is append-only` } });
  }
});
