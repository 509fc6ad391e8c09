import { HOUR_MS } from '@esteira/domain/durations';
import { findDeadline, isLate } from '@esteira/domain/orders/dispatch-deadline';
import { isUnshipped, ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { insertOrder } from '../testing/insert-order';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

async function list(user: TestUser, query: Record<string, string>): Promise<Order[]> {
  const address = `/api/pedidos?${new URLSearchParams(query)}`;
  const answer = await server.call('GET', address, { token: user.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const idsOf = (found: readonly Order[]) => found.map(({ id }) => id);

async function counts(user: TestUser, input: Record<string, unknown>): Promise<OrderCounts> {
  const query = encodeURIComponent(JSON.stringify(input));
  const answer = await server.call('GET', `/trpc/orders.counts?input=${query}`, { token: user.token });
  return answer.body.result.data;
}

/** Two rounds of all statuses, late, soon, later and without a deadline; some share one. */
async function makeOrders(user: TestUser) {
  const deadlines = [inHours(-30), inHours(-1), inHours(2), null, inHours(-30)];
  for (let index = 0; index < 28; index += 1) {
    await insertOrder(server, user, {
      status: ORDER_STATUSES[index % ORDER_STATUSES.length] ?? 'pendente',
      criado_em: new Date(Date.UTC(2026, 9, 1, index)).toISOString(),
      despachar_ate: deadlines[index % deadlines.length] ?? null,
      tem_etiqueta: index % 2 === 0,
      etiqueta_impressa_em: index % 4 === 0 ? inHours(-1) : null,
      cliente_nome: index % 3 === 0 ? 'Ana' : 'Bia',
    });
  }
}

it('a simulated sale must be on its way 24 hours later', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user);
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, { token: user.token });
  const [order] = await list(user, {});
  expect(Date.parse(order?.despachar_ate ?? '') - Date.parse(order?.criado_em ?? '')).toBe(24 * HOUR_MS);
  expect(await list(user, { atrasados: 'true' })).toEqual([]);
});

describe('the filters', () => {
  it('Atrasados takes what should be on its way and is not, never what is shipped or cancelled', async () => {
    const user = await makeUser(server);
    await makeOrders(user);
    const late = (await list(user, {})).filter((order) => isLate(order, new Date()));
    expect(late.length).toBeGreaterThan(5);
    expect(late.every(({ status }) => isUnshipped(status))).toBe(true);
    expect(idsOf(await list(user, { atrasados: 'true' }))).toEqual(idsOf(late));
    const { todos, pendentes } = await counts(user, { atrasados: true });
    expect([todos, pendentes]).toEqual([
      late.length,
      late.filter(({ status }) => status === 'pendente').length,
    ]);
    const together = { atrasados: 'true', busca: 'ana', status: 'pago' };
    expect(idsOf(await list(user, together))).toEqual(
      idsOf(late.filter(({ status, cliente_nome }) => status === 'pago' && cliente_nome === 'Ana')),
    );
    expect(await list(user, { atrasados: 'false' })).toHaveLength(28);
  });

  it('Etiqueta não impressa takes orders still to be shipped whose label was not printed', async () => {
    const user = await makeUser(server);
    await makeOrders(user);
    const unprinted = (await list(user, {})).filter(
      (order) => isUnshipped(order.status) && order.etiqueta_ml_url && !order.etiqueta_impressa_em,
    );
    expect(unprinted.length).toBeGreaterThan(2);
    expect(idsOf(await list(user, { etiqueta_nao_impressa: 'true' }))).toEqual(idsOf(unprinted));
    expect((await counts(user, { etiqueta_nao_impressa: true })).todos).toBe(unprinted.length);
  });

  it('are listed to their seller only', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    await makeOrders(other);
    for (const name of ['atrasados', 'etiqueta_nao_impressa']) {
      expect(await list(user, { [name]: 'true' })).toEqual([]);
      expect((await counts(user, { [name]: true })).todos).toBe(0);
    }
    expect(await list(user, { ordem: 'prazo' })).toEqual([]);
  });
});

describe('sorted by deadline', () => {
  /** What is still to be shipped, most urgent first and without a deadline last; then the rest, newest first. */
  function sorted(found: readonly Order[]): Order[] {
    const key = (order: Order) => findDeadline(order)?.getTime() ?? Number.POSITIVE_INFINITY;
    const open = found.filter(({ status }) => isUnshipped(status));
    const rest = found.filter(({ status }) => !isUnshipped(status));
    const byKey = (a: Order, b: Order) =>
      key(a) === key(b) ? (a.id < b.id ? -1 : 1) : key(a) < key(b) ? -1 : 1;
    return [...open.sort(byKey), ...rest.sort((a, b) => (a.id < b.id ? 1 : -1))];
  }

  async function walk(user: TestUser, query: Record<string, string>) {
    const found: Order[] = [];
    const params = new URLSearchParams({ ...query, ordem: 'prazo', limite: '4' });
    let address: string | null = `/api/pedidos?${params}`;
    while (address !== null) {
      const answer = await server.call('GET', address, { token: user.token });
      expect(answer.status, answer.text).toBe(200);
      found.push(...answer.body);
      address = /<(.*)>/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? null;
    }
    return found;
  }

  it('a list runs through every order once, late ones first, under any filter', async () => {
    const user = await makeUser(server);
    await makeOrders(user);
    const all = await list(user, {});
    const queries: [Record<string, string>, (order: Order) => boolean][] = [
      [{}, () => true],
      [{ busca: 'bia' }, ({ cliente_nome }) => cliente_nome === 'Bia'],
      [{ filtro: 'com_fornecedor' }, ({ status }) => status === 'pago' || status === 'enviado_fornecedor'],
      [{ status: 'entregue' }, ({ status }) => status === 'entregue'],
      [{ atrasados: 'true' }, (order) => isLate(order, new Date())],
    ];
    for (const [query, matches] of queries) {
      const expected = sorted(all.filter(matches));
      expect(expected.length).toBeGreaterThan(3);
      expect(idsOf(await walk(user, query)), JSON.stringify(query)).toEqual(idsOf(expected));
    }
    expect(isLate((await walk(user, {}))[0] as Order, new Date())).toBe(true);
  });

  it('takes no cursor of another sorting, and no other takes one of it', async () => {
    const user = await makeUser(server);
    const id = await insertOrder(server, user, {});
    for (const query of [
      { ordem: 'prazo', cursor: id },
      { ordem: 'prazo', cursor: `5990_${id}` },
      { ordem: 'prazo', cursor: `p${'9'.repeat(15)}_${id}` },
      { ordem: 'prazo', cursor: 'p_' },
      { ordem: 'mais_novos', cursor: `p_${id}` },
    ]) {
      const address = `/api/pedidos?${new URLSearchParams(query)}`;
      const answer = await server.call('GET', address, { token: user.token });
      expect([answer.status, answer.body.detail]).toEqual([422, 'Cursor: valor inválido']);
    }
  });
});
