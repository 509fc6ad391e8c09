import { queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { orders } from '@esteira/db/schema/orders/orders';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { toCents } from '@esteira/domain/money';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';
import { ML_HOME } from '@esteira/domain/testing/profit-sale';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  makeMember,
  makeProduct,
  makeSupplier,
  makeUser,
  type TestUser,
  unique,
} from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findContradictions } from '../../orders/testing/invariants';
import { correctCosts } from './correct-costs';
import { listFacts } from './stored-facts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});

const SETTINGS = {
  ...{ regime: 'simples', receita_12_meses: 180_000, embalagem: 1.5 },
  ...{ reputacao_ml: 'green', logistica_ml: 'xd_drop_off', categoria_ml: ML_HOME },
};

async function call<Body = unknown>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await server.call(method, path, { token: user.token, ...(body && { body }) });
  expect(answer.status).toBeLessThan(300);
  return answer.body.result?.data ?? answer.body;
}

const costsOf = (id: string) => call<OrderCosts>('GET', `/api/pedidos/${id}/custos`);

/** Home goods for R$ 79,00 from a supplier for R$ 30,00. */
async function publish(custos: object = { peso_g: 800 }): Promise<string> {
  const { id: fornecedor_id } = await makeSupplier(server, user);
  const { id } = await makeProduct(server, user, {
    ...{ fornecedor_id, preco_fornecedor: 30, preco_venda_ml: 79, estoque: 50, custos },
  });
  await call('POST', `/api/mercadolivre/publicar/${id}`);
  return id;
}

async function sell(product: string, quantidade = 1): Promise<string> {
  const answer = await call<{ pedido: string }>('POST', '/trpc/publication.simulateSale', {
    ...{ id: product, marketplace: 'mercadolivre', quantidade },
  });
  return answer.pedido;
}

const charge = (code: CostFact['code'], cents: number, origin: 'api' | 'fatura' = 'api'): CostFact => ({
  ...{ code, cents, origin, charged: true, isSelfDelivered: false },
  ...{ ruleId: null, ruleSince: null, missing: null },
});

const learn = (pedidoId: string, ...facts: CostFact[]) =>
  correctCosts(server.db, user.id, [{ pedidoId, facts }]);

const amounts = ({ linhas }: OrderCosts) =>
  Object.fromEntries(linhas.map(({ codigo, valor }) => [codigo, valor]));

/** Every row's sum is the figure. */
function expectExplained(costs: OrderCosts): void {
  const sum = costs.lancamentos.reduce((total, { valor }) => total + toCents(valor ?? 0), 0);
  if (costs.custos !== null) expect(sum).toBe(toCents(costs.custos));
}

describe('a sale', () => {
  it('without a known cost says what is missing, and has no net value', async () => {
    const id = await sell(await publish({}));
    const costs = await costsOf(id);
    expect(costs).toMatchObject({ custos: null, liquido: null, margem: null, cobrado: false, gravado: true });
    expect(costs.linhas.map(({ codigo, valor, falta }) => [codigo, valor, falta])).toEqual([
      ['tarifa_venda', null, 'categoria'],
      ['frete_vendedor', null, 'logistica'],
      ['imposto', null, 'regime'],
      ['fornecedor', 30, null],
    ]);
  });

  it('keeps what it costs by the rules of its day, each with its rule, and its units', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const product = await publish();
    const one = await costsOf(await sell(product));
    expect(amounts(one)).toEqual({
      ...{ tarifa_venda: 9.09, frete_vendedor: 14.45, imposto: 3.16, embalagem: 1.5, fornecedor: 30 },
    });
    expect(one).toMatchObject({ custos: 58.2, liquido: 20.8, margem: 26.3, cobrado: false, gravado: true });
    expect(one.linhas[1]?.regra).toMatchObject({ desde: '2026-08-24', confianca: 'secondary_strong' });
    expectExplained(one);
    const three = await costsOf(await sell(product, 3));
    expect(amounts(three)).toMatchObject({ tarifa_venda: 27.27, frete_vendedor: 14.45, fornecedor: 90 });
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('does not change its past with the settings, and has what was missing filled in when asked', async () => {
    await call('PUT', '/api/custos', { ...SETTINGS, regime: null });
    const id = await sell(await publish());
    expect((await costsOf(id)).liquido).toBeNull();
    await call('PUT', '/api/custos', { ...SETTINGS, embalagem: 9 });
    const filled = await call<OrderCosts>('POST', '/trpc/orders.estimateOneCosts', { id });
    expect(amounts(filled)).toMatchObject({ imposto: 3.16, embalagem: 1.5 });
    expect(filled.liquido).toBe(20.8);
    expect(filled.lancamentos.filter(({ estorno }) => estorno)).toHaveLength(1);
    await call('POST', '/trpc/orders.estimateOneCosts', { id });
    expect((await costsOf(id)).lancamentos).toEqual(filled.lancamentos);
  });
});

describe('what the seller says of a cost', () => {
  const say = (id: string, codigo: string, valor: number, fatura = false) =>
    server.call('POST', '/trpc/orders.correctCost', {
      token: user.token,
      body: { id, codigo, valor, fatura },
    });

  it('holds instead of the estimate, with both in the ledger, and is written once however often it is said', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const id = await sell(await publish());
    await Promise.all(Array.from({ length: 4 }, () => say(id, 'embalagem', 2.25)));
    const corrected = await costsOf(id);
    expect(corrected).toMatchObject({ liquido: 20.05, cobrado: false });
    expect(corrected.linhas.find(({ codigo }) => codigo === 'embalagem')).toMatchObject({
      ...{ valor: 2.25, origem: 'usuario', cobrado: false },
    });
    expect(corrected.lancamentos.filter(({ estorno }) => estorno)).toHaveLength(1);
    expectExplained(corrected);
    await call('POST', '/trpc/orders.estimateOneCosts', { id });
    expect((await costsOf(id)).liquido).toBe(20.05);
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('is written under the name of who said it, in the browser as by other programs', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const id = await sell(await publish());
    const operator = await makeMember(server, user, 'operador');
    const body = { codigo: 'embalagem', valor: 2 };
    const answer = await server.call('POST', `/api/pedidos/${id}/custos`, { token: operator.token, body });
    expect([answer.status, answer.body.liquido]).toEqual([200, 20.3]);
    await say(id, 'embalagem', 3);
    const { lancamentos } = await costsOf(id);
    const names = lancamentos
      .filter(({ codigo }) => codigo === 'embalagem')
      .map(({ valor, ator_nome }) => [valor, ator_nome]);
    expect(names).toEqual([
      [1.5, null],
      [-1.5, 'Pessoa da Equipe'],
      [2, 'Pessoa da Equipe'],
      [-2, 'Vendedora Teste'],
      [3, 'Vendedora Teste'],
    ]);
    expect(lancamentos.find(({ codigo }) => codigo === 'imposto')?.ator_nome).toBeNull();
  });

  it('fills in what could not be computed, also of an order without an estimate', async () => {
    const id = await sell(await publish());
    for (const codigo of ['tarifa_venda', 'frete_vendedor', 'imposto']) {
      expect((await say(id, codigo, 5)).status).toBe(200);
    }
    expect((await costsOf(id)).liquido).toBe(34);
  });

  it('gives way to what the marketplace charges, which only its bill changes', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const id = await sell(await publish());
    await say(id, 'tarifa_venda', 8);
    await learn(id, charge('tarifa_venda', 950));
    expect((await costsOf(id)).linhas[0]).toMatchObject({ valor: 9.5, origem: 'api', cobrado: true });
    const refused = await say(id, 'tarifa_venda', 8);
    expect([refused.status, refused.body.error.data.detail]).toEqual([
      409,
      'O marketplace já cobrou este custo: só a fatura dele o altera',
    ]);
    expect((await say(id, 'tarifa_venda', 9.1, true)).status).toBe(200);
    await learn(id, charge('tarifa_venda', 950));
    expect((await costsOf(id)).linhas[0]).toMatchObject({ valor: 9.1, origem: 'fatura', cobrado: true });
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('is no charge of the marketplace’s, unless the seller brings the parcel', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const carried = await sell(await publish());
    await call('PUT', '/api/custos', { ...SETTINGS, logistica_ml: 'self_service', entrega_propria: 8 });
    const brought = await sell(await publish());
    await call('PUT', '/api/custos', { ...SETTINGS, logistica_ml: 'self_service', entrega_propria: null });
    const unknown = await sell(await publish());
    for (const id of [carried, brought, unknown]) {
      expect((await say(id, 'frete_vendedor', 7)).status).toBe(200);
      await learn(id, charge('tarifa_venda', 950));
    }
    expect(await costsOf(carried)).toMatchObject({ liquido: 27.84, cobrado: false });
    expect(await costsOf(brought)).toMatchObject({ liquido: 27.84, cobrado: true });
    expect(await costsOf(unknown)).toMatchObject({ liquido: 27.84, cobrado: true });
    const stored = await server.db
      .select({ id: orders.id, isCharged: orders.custos_cobrados })
      .from(orders)
      .where(eq(orders.usuario_id, user.id));
    expect(new Map(stored.map(({ id, isCharged }) => [id, isCharged]))).toEqual(
      new Map([
        [carried, false],
        [brought, true],
        [unknown, true],
      ]),
    );
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it.each([
    [{ codigo: 'fornecedor', valor: 1, fatura: true }, 'fatura'],
    [{ codigo: 'x', valor: 1 }, 'codigo'],
    [{ codigo: 'imposto', valor: -1 }, 'valor'],
    [{ codigo: 'imposto', valor: 0.001 }, 'valor'],
  ])('is refused as %o', async (body, campo) => {
    const id = await sell(await publish());
    const answer = await server.call('POST', '/trpc/orders.correctCost', {
      token: user.token,
      body: { id, ...body },
    });
    expect([answer.status, answer.body.error.data.erros[0].campo]).toEqual([422, campo]);
  });
});

describe('a correction of a cost that somebody else corrected after its form was opened', () => {
  const correct = (id: string, valor: number, valor_anterior: number | null, codigo = 'embalagem') =>
    server.call('POST', '/trpc/orders.correctCost', {
      token: user.token,
      body: { id, codigo, valor, valor_anterior },
    });

  it('is refused with the current value, and holds once it is a change of that; the same again is no change', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const id = await sell(await publish());
    expect((await correct(id, 2.25, 1.5)).status).toBe(200);
    expect((await correct(id, 2.25, 1.5)).status).toBe(200);
    const refused = await correct(id, 3, 1.5);
    expect([refused.status, refused.body.error.data]).toEqual([
      409,
      expect.objectContaining({
        detail: 'Este custo foi alterado por outra pessoa. Veja o valor atual antes de salvar.',
        conflitos: [{ campo: 'valor', atual: 2.25 }],
      }),
    ]);
    expect(amounts(await costsOf(id))).toMatchObject({ embalagem: 2.25 });
    expect((await correct(id, 3, 2.25)).status).toBe(200);
    expect((await correct(id, 4, null)).status).toBe(409);
    expect(amounts(await costsOf(id))).toMatchObject({ embalagem: 3 });
    for (const valor of [0, 5]) expect((await correct(id, valor, null, 'outros')).status).toBe(200);
    expect((await correct(id, 7, null, 'outros')).status).toBe(409);
  });

  it('may replace an amount below zero, which the marketplace gave back', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const id = await sell(await publish());
    await learn(id, charge('tarifa_venda', -150));
    const body = { id, codigo: 'tarifa_venda', valor: 2, fatura: true, valor_anterior: -1.5 };
    const answer = await server.call('POST', '/trpc/orders.correctCost', { token: user.token, body });
    expect(answer.status, answer.text).toBe(200);
    expect(amounts(await costsOf(id))).toMatchObject({ tarifa_venda: 2 });
  });
});

describe('what the marketplace took', () => {
  it('replaces the estimate line by line, and a late correction the charge, until all of it is charged', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const id = await sell(await publish());
    await learn(id, charge('tarifa_venda', 950));
    expect(await costsOf(id)).toMatchObject({ liquido: 20.39, cobrado: false });
    await learn(id, charge('frete_vendedor', 1200));
    expect(await costsOf(id)).toMatchObject({ liquido: 22.84, cobrado: true });
    await learn(id, charge('tarifa_venda', 940, 'fatura'));
    const last = await costsOf(id);
    expect(last).toMatchObject({ liquido: 22.94, cobrado: true });
    expect(last.linhas[0]).toMatchObject({ valor: 9.4, origem: 'fatura', cobrado: true });
    expectExplained(last);
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('is written once however often it is read, and never gives way to what is less sure', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const id = await sell(await publish());
    const readings = [charge('tarifa_venda', 950), charge('tarifa_venda', 940, 'fatura')];
    // Together they may come first, in place of the estimate.
    const other = await sell(await publish());
    await learn(other, ...readings);
    expect((await costsOf(other)).linhas[0]).toMatchObject({ valor: 9.4, origem: 'fatura' });
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => learn(id, ...readings.slice(0, 1 + (index % 2)))),
    );
    await learn(id, ...readings);
    await learn(id, charge('tarifa_venda', 950));
    const costs = await costsOf(id);
    expect(costs.linhas[0]).toMatchObject({ valor: 9.4, origem: 'fatura' });
    expectExplained(costs);
    const count = costs.lancamentos.length;
    await learn(id, ...readings);
    expect((await costsOf(id)).lancamentos).toHaveLength(count);
  });

  it('of another seller is neither read nor written', async () => {
    const id = await sell(await publish());
    const before = await costsOf(id);
    const owner = user;
    user = await makeUser(server);
    await learn(id, charge('tarifa_venda', 950));
    const answer = await server.call('GET', `/api/pedidos/${id}/custos`, { token: user.token });
    expect(answer.status).toBe(404);
    user = owner;
    expect(await costsOf(id)).toEqual(before);
  });
});

it.each(['estimativas_pedido', 'custos_pedido'])('no row of %s is rewritten or removed', async (table) => {
  await learn(await sell(await publish()), charge('tarifa_venda', 950));
  const rows = sql`${sql.identifier(table)} WHERE usuario_id = ${user.id}::uuid`;
  expect(await queryRows(server.db, sql`SELECT pedido_id FROM ${rows}`)).not.toEqual([]);
  for (const statement of [
    sql`UPDATE ${sql.identifier(table)} SET criado_em = now() WHERE usuario_id = ${user.id}::uuid`,
    sql`DELETE FROM ${rows}`,
  ]) {
    await expect(server.db.execute(statement)).rejects.toMatchObject({
      cause: { message: `${table} is append-only` },
    });
  }
});

describe('orders of before costs were kept', () => {
  /** An order as it was written then. */
  async function insertOld(
    product: string,
    fields: Partial<typeof orders.$inferInsert> = {},
  ): Promise<string> {
    const id = newId();
    await insertOrders(server.db, {
      ...{ usuario_id: user.id, id, marketplace: 'mercadolivre', ml_order_id: unique('2000') },
      ...{ produto_id: product, produto_nome: 'Produto', fornecedor_nome: 'Desconhecido', quantidade: 1 },
      ...{ preco_venda: 79, preco_fornecedor: 30, criado_em: '2026-05-10T12:00:00.000Z' },
      ...fields,
    });
    return id;
  }

  it('show what they cost by the rules of their day, and are written when asked for', async () => {
    await call('PUT', '/api/custos', SETTINGS);
    const product = await publish();
    const [id, cancelled] = [await insertOld(product), await insertOld(product, { status: 'cancelado' })];
    const shown = await costsOf(id);
    expect(shown).toMatchObject({ gravado: false, lancamentos: [] });
    // The table of March, not that of August.
    expect(amounts(shown)['frete_vendedor']).toBe(13.85);
    expect(await call('POST', '/trpc/orders.estimateCosts', {})).toEqual({
      ...{ lidos: 1, calculados: 1, cursor: null },
    });
    expect(await costsOf(id)).toMatchObject({ gravado: true, custos: shown.custos, linhas: shown.linhas });
    expect((await costsOf(cancelled)).gravado).toBe(false);
    expect(await listFacts(server.db, user.id, [cancelled])).toEqual([]);
  });

  it('take the category of a product without a weight', async () => {
    await call('PUT', '/api/custos', { ...SETTINGS, categoria_ml: null });
    const id = await insertOld(await publish({ categoria_tarifa_ml: ML_HOME }));
    expect(amounts(await costsOf(id))).toMatchObject({ tarifa_venda: 9.09, frete_vendedor: null });
  });

  it('of which nothing can be computed say why', async () => {
    const product = await publish();
    const several = await insertOld(product, { quantidade: 3, preco_venda: 100 });
    const unknown = await insertOld(product, { produto_id: null });
    await call('POST', '/trpc/orders.estimateCosts', {});
    expect((await costsOf(several)).linhas.map(({ falta }) => falta)).toEqual([
      ...['varios_itens', 'varios_itens', 'varios_itens', null],
    ]);
    expect((await costsOf(unknown)).linhas.map(({ falta }) => falta)).toEqual(Array(4).fill('produto'));
  });
});
