import { orderEvents } from '@esteira/db/schema/orders/order-events';
import { orders } from '@esteira/db/schema/orders/orders';
import { ORDER_STEPS, type OrderStepName } from '@esteira/domain/orders/order-bulk';
import { ORDER_ACTIONS } from '@esteira/domain/orders/order-machine';
import type { BulkResult } from '@esteira/validators/orders/order-bulk';
import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findContradictions } from '../testing/invariants';
import { takeStep } from '../testing/take-step';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const STEPS = Object.keys(ORDER_STEPS) as OrderStepName[];
const UNKNOWN = '0190b0a0-0000-7000-8000-000000000000';

/** So many simulated sales of one product, newest first. */
async function sell(user: TestUser, count: number, fields: Record<string, unknown> = {}): Promise<string[]> {
  const product = await makeProduct(server, user, fields);
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  for (let sale = 0; sale < count; sale += 1)
    await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
  const { body } = await server.call('GET', `/api/pedidos?limite=${count}`, { token: user.token });
  return body.map(({ id }: { id: string }) => id);
}

async function bulk(user: TestUser, acao: OrderStepName, ids: string[]): Promise<BulkResult[]> {
  const answer = await server.call('POST', '/api/pedidos/lote', { token: user.token, body: { acao, ids } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.resultados;
}

async function undoBulk(user: TestUser, acao: OrderStepName, ids: string[]): Promise<BulkResult[]> {
  const answer = await server.call('POST', '/trpc/orders.undoBulk', {
    token: user.token,
    body: { acao, ids },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result.data.resultados;
}

const countEvents = async (pedidoId: string) =>
  (await server.db.select().from(orderEvents).where(eq(orderEvents.pedido_id, pedidoId))).length;

describe('one step of many orders', () => {
  it('leads every one along the whole line, with its label and its history', async () => {
    const user = await makeUser(server);
    const ids = await sell(user, 5);
    for (const acao of STEPS) {
      const status = ORDER_ACTIONS[ORDER_STEPS[acao]].to;
      expect(await bulk(user, acao, ids)).toEqual(ids.map((id) => ({ id, ok: true, status })));
    }
    const { body } = await server.call('GET', '/api/pedidos', { token: user.token });
    for (const order of body) {
      const url = new URL(order.etiqueta_ml_url);
      expect((await server.call('GET', url.pathname + url.search)).text.startsWith('%PDF-')).toBe(true);
      expect(await countEvents(order.id)).toBe(1 + STEPS.length);
    }
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('checks each alone: stale, foreign, unknown, malformed and doubled ids are named beside those that went', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const [fresh = '', stale = '', last = ''] = await sell(user, 3);
    const [foreign = ''] = await sell(other, 1);
    await takeStep(server, { user, id: stale, action: 'approve' });
    const malformed = "1'; DROP TABLE pedidos";
    const sent = [malformed, fresh, stale, foreign, fresh.toUpperCase(), UNKNOWN, last];
    const notFound = { ok: false, detail: 'Pedido não encontrado' };
    expect(await bulk(user, 'aprovar', sent)).toEqual([
      { id: malformed, ...notFound },
      { id: fresh, ok: true, status: 'aprovado' },
      { id: stale, ok: false, status: 'aprovado', detail: 'Pedido está "Aprovado"' },
      { id: foreign, ...notFound },
      { id: fresh.toUpperCase(), ok: false, status: 'aprovado', detail: 'Pedido repetido na lista' },
      { id: UNKNOWN, ...notFound },
      { id: last, ok: true, status: 'aprovado' },
    ]);
    const theirs = await server.call('GET', '/api/pedidos', { token: other.token });
    expect(theirs.body[0].status).toBe('pendente');
  });

  it('changes nothing when it is repeated, and says where each order stands', async () => {
    const user = await makeUser(server);
    const ids = await sell(user, 3);
    for (const acao of ['aprovar', 'enviar-fornecedor'] as const) {
      await bulk(user, acao, ids);
      const events = await Promise.all(ids.map(countEvents));
      const again = await bulk(user, acao, ids);
      expect(again.map(({ ok }) => ok)).toEqual([false, false, false]);
      expect(await Promise.all(ids.map(countEvents))).toEqual(events);
    }
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('leaves an order behind whose label is not ready, with the reason, and takes the others', async () => {
    const user = await makeUser(server);
    const [waiting = ''] = await sell(user, 1, { nome: 'Caneca SIM-ETIQUETA-PENDENTE' });
    const [ready = ''] = await sell(user, 1);
    await bulk(user, 'aprovar', [waiting, ready]);
    expect(await bulk(user, 'enviar-fornecedor', [waiting, ready])).toEqual([
      { id: waiting, ok: false, status: 'aprovado', detail: 'O marketplace ainda está gerando a etiqueta.' },
      { id: ready, ok: true, status: 'enviado_fornecedor' },
    ]);
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('is the same call on both transports', async () => {
    const user = await makeUser(server);
    const ids = await sell(user, 1);
    const body = { acao: 'aprovar', ids };
    const answer = await server.call('POST', '/trpc/orders.bulk', { token: user.token, body });
    expect(answer.body.result.data.resultados).toEqual([{ id: ids[0], ok: true, status: 'aprovado' }]);
  });

  it.each([
    ['no ids', { acao: 'aprovar', ids: [] }, 'ids'],
    ['501 ids', { acao: 'aprovar', ids: Array(501).fill(UNKNOWN) }, 'ids'],
    ['an unknown step', { acao: 'cancelar', ids: [UNKNOWN] }, 'acao'],
    ['no step', { ids: [UNKNOWN] }, 'acao'],
  ])('refuses %s and names the field', async (_, body, campo) => {
    const user = await makeUser(server);
    const answer = await server.call('POST', '/api/pedidos/lote', { token: user.token, body });
    expect([answer.status, answer.body.erros[0].campo]).toEqual([422, campo]);
  });
});

describe('the undo of many orders', () => {
  it('takes each step back once, and lets it be taken again', async () => {
    const user = await makeUser(server);
    const ids = await sell(user, 3);
    for (const acao of STEPS) {
      const { from, to } = ORDER_ACTIONS[ORDER_STEPS[acao]];
      await bulk(user, acao, ids);
      expect(await undoBulk(user, acao, ids)).toEqual(ids.map((id) => ({ id, ok: true, status: from })));
      const twice = await undoBulk(user, acao, ids);
      expect(twice.map(({ ok }) => ok)).toEqual([false, false, false]);
      expect(await findContradictions({ server, user })).toEqual([]);
      expect((await bulk(user, acao, ids)).map(({ status }) => status)).toEqual([to, to, to]);
    }
    expect(await countEvents(ids[0] ?? '')).toBe(1 + 3 * STEPS.length);
  });

  it('takes the label away with its step, and that it was printed', async () => {
    const user = await makeUser(server);
    const ids = await sell(user, 2);
    await bulk(user, 'aprovar', ids);
    await bulk(user, 'enviar-fornecedor', ids);
    const printed = { etiqueta_impressa_em: new Date().toISOString() };
    await server.db.update(orders).set(printed).where(inArray(orders.id, ids));
    await undoBulk(user, 'enviar-fornecedor', ids);
    const { body } = await server.call('GET', '/api/pedidos', { token: user.token });
    expect(body).toMatchObject(
      Array(2).fill({ status: 'aprovado', etiqueta_ml_url: null, etiqueta_impressa_em: null }),
    );
  });

  it('names each order that it cannot take back', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const [gone = '', back = '', never = ''] = await sell(user, 3);
    const [foreign = ''] = await sell(other, 1);
    await bulk(user, 'aprovar', [gone, back]);
    await bulk(user, 'enviar-fornecedor', [gone]);
    const passed = 'Não é mais possível desfazer: o pedido está';
    expect(await undoBulk(user, 'aprovar', [gone, back, never, foreign, 'x', back])).toEqual([
      { id: gone, ok: false, status: 'enviado_fornecedor', detail: `${passed} "Enviado ao Fornecedor"` },
      { id: back, ok: true, status: 'pendente' },
      { id: never, ok: false, status: 'pendente', detail: `${passed} "Pendente Aprovação"` },
      { id: foreign, ok: false, detail: 'Pedido não encontrado' },
      { id: 'x', ok: false, detail: 'Pedido não encontrado' },
      { id: back, ok: false, status: 'pendente', detail: 'Pedido repetido na lista' },
    ]);
    expect(await findContradictions({ server, user })).toEqual([]);
  });
});

it('chooses the orders of a filter in the order of its list', async () => {
  const user = await makeUser(server);
  const ids = await sell(user, 4);
  await bulk(user, 'aprovar', ids.slice(0, 1));
  const choose = async (input: object) => {
    const query = encodeURIComponent(JSON.stringify(input));
    const answer = await server.call('GET', `/trpc/orders.choose?input=${query}`, { token: user.token });
    return answer.body.result.data;
  };
  const all = await choose({});
  expect([all.itens.map(({ id }: { id: string }) => id), all.ha_mais]).toEqual([ids, false]);
  expect(all.itens[0]).toMatchObject({ status: 'aprovado', preco_fornecedor: 25, tem_etiqueta: false });
  const pending = await choose({ filtro: 'pendentes', ordem: 'mais_antigos' });
  expect(pending.itens.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1).reverse());
  const other = await makeUser(server);
  const query = encodeURIComponent('{}');
  const theirs = await server.call('GET', `/trpc/orders.choose?input=${query}`, { token: other.token });
  expect(theirs.body.result.data).toEqual({ itens: [], ha_mais: false });
});

it('chooses at most 5,000 orders, and says that there are more', async () => {
  const user = await makeUser(server);
  await server.db.transaction(async (tx) => {
    // Writing the search texts takes most of the time, and the test searches for none of these orders.
    await tx.execute(sql`
      INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_nome, fornecedor_nome, quantidade,
        preco_venda, preco_fornecedor)
      SELECT ${user.id}::uuid, gen_random_uuid(), 'amazon', n::text, 'Caneca', 'Fornecedor', 1, 100, 50
      FROM generate_series(1, 5001) n`);
  });
  const query = encodeURIComponent(JSON.stringify({ marketplace: 'amazon' }));
  const answer = await server.call('GET', `/trpc/orders.choose?input=${query}`, { token: user.token });
  const { itens, ha_mais } = answer.body.result.data;
  expect([itens.length, ha_mais]).toEqual([5000, true]);
});
