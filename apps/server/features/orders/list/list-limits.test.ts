import { queryRows } from '@esteira/db/database';
import { addMissingLines } from '@esteira/db/testing/insert-orders';
import { ORDER_SORTS } from '@esteira/domain/orders/order-list';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { insertOrder } from '../testing/insert-order';
import { countEachStatus, countFound, countNewest } from './counts';
import { toOrderQuery } from './order-query';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function list(user: TestUser, query: Record<string, string>): Promise<Order[]> {
  const address = `/api/pedidos?${new URLSearchParams({ limite: '20', ...query })}`;
  const answer = await server.call('GET', address, { token: user.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function counts(user: TestUser, input: Record<string, unknown>): Promise<OrderCounts> {
  const query = encodeURIComponent(JSON.stringify(input));
  const answer = await server.call('GET', `/trpc/orders.counts?input=${query}`, { token: user.token });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result.data;
}

const namesOf = (orders: readonly Order[]) => orders.map(({ produto_nome }) => produto_nome);

/** So many more orders of that product, each newer and dearer than those before. */
async function insertMany(user: TestUser, { from, total, produto }: Many) {
  await queryRows(
    server.db,
    sql`INSERT INTO pedidos (usuario_id, id, marketplace, ml_order_id, produto_nome, fornecedor_nome, quantidade,
          preco_venda, preco_fornecedor)
        SELECT ${user.id}::uuid, (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, 'amazon',
          'N' || n, ${produto}::text, 'F', 1, n, 0
        FROM generate_series(${from}::int, ${from + total - 1}::int) n`,
  );
  await addMissingLines(server.db);
}

interface Many {
  from: number;
  total: number;
  produto: string;
}

describe('a search of words that many orders hold', () => {
  /** Its list is that of the words in every sorting, its counts are exact, and so they are under a filter. */
  async function expectFound(user: TestUser, total: number) {
    for (const ordem of Object.keys(ORDER_SORTS)) {
      const found = await list(user, { busca: 'caneca', ordem });
      expect(namesOf(found)).toEqual(Array(Math.min(20, total)).fill('Caneca'));
      const prices = found.map(({ preco_venda }) => preco_venda);
      const ascends = ordem === 'mais_antigos' || ordem === 'prazo';
      expect(prices).toEqual(prices.toSorted((a, b) => (ascends ? a - b : b - a)));
    }
    expect(await counts(user, { busca: 'caneca' })).toMatchObject({
      ...{ todos: total, pendentes: total, parciais: [] },
    });
    expect((await counts(user, { busca: 'caneca', marketplace: 'mercadolivre' })).todos).toBe(0);
    expect(await list(user, { busca: 'caneca boné' })).toEqual([]);
  }

  it.each([
    ['among the newest', 0],
    ['behind more of the newest than are read first', 1_500],
  ])('finds, sorts and counts them %s', async (_, newer) => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: 900, produto: 'Caneca' });
    await insertMany(user, { from: 10_000, total: newer, produto: 'Boné' });
    await expectFound(user, 900);
  });

  it('fills a page from the newest orders and from those behind them', async () => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: 10, produto: 'Caneca' });
    await insertMany(user, { from: 1_000, total: 1_500, produto: 'Boné' });
    await insertMany(user, { from: 5_000, total: 10, produto: 'Caneca' });
    await expectFound(user, 20);
  });

  it('counts up to a limit, and says so', async () => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: 30, produto: 'Caneca' });
    const query = toOrderQuery(user.id, { busca: 'caneca' });
    const read = async (counted: SQL) =>
      (await queryRows<{ status: string; total: number; mais: boolean }>(server.db, counted)).filter(
        ({ total }) => total > 0,
      );
    const expectLimit = async (count: typeof countFound) => {
      expect(await read(count(query, 32))).toMatchObject([{ status: 'pendente', total: 30, mais: false }]);
      expect(await read(count(query, 20))).toMatchObject([{ status: 'pendente', total: 20, mais: true }]);
    };
    await expectLimit(countFound);
    await expectLimit(countNewest);
    await insertMany(user, { from: 31, total: 5, produto: 'Boné' });
    await expectLimit(countNewest);
    await insertMany(user, { from: 36, total: 1, produto: 'Boné' });
    await expectLimit(countFound);
    expect(await read(countNewest(query, 20))).toEqual([]);
    expect((await counts(user, { busca: 'caneca' })).por_status).toMatchObject({ pendente: 30, pago: 0 });
  });

  it.each(['\u0301', '%', ' - '])('%j finds nothing, of few orders and of many', async (busca) => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: 30, produto: 'Caneca' });
    for (const ordem of Object.keys(ORDER_SORTS)) expect(await list(user, { busca, ordem })).toEqual([]);
    expect((await counts(user, { busca })).todos).toBe(0);
  });
});

it('a filter that covers very many orders of a status is counted up to a limit, and says so', async () => {
  const user = await makeUser(server);
  await insertMany(user, { from: 1, total: 30, produto: 'Caneca' });
  const counted = countEachStatus(toOrderQuery(user.id, {}), 20);
  const rows = await queryRows<{ total: number }>(server.db, counted);
  expect(rows.filter(({ total }) => total > 0)).toMatchObject([
    { status: 'pendente', total: 20, mais: true },
  ]);
});

it('sellers who look for the same words at the same moment each find their own orders', async () => {
  const sellers = await Promise.all(Array.from({ length: 6 }, () => makeUser(server)));
  const ids = new Map<string, string[]>();
  for (const [index, user] of sellers.entries()) {
    const own = [];
    for (let copy = 0; copy <= index; copy += 1) own.push(await insertOrder(server, user));
    ids.set(user.id, own.sort());
  }
  const answers = await Promise.all(
    [...sellers, ...sellers].map(async (user) => {
      const [found, counted] = await Promise.all([
        list(user, { busca: 'caneca' }),
        counts(user, { busca: 'caneca' }),
      ]);
      return { user, found: found.map(({ id }) => id).sort(), todos: counted.todos };
    }),
  );
  for (const { user, found, todos } of answers) {
    const own = ids.get(user.id) ?? [];
    expect([found, todos]).toEqual([own, own.length]);
  }
});

it('a day begins and ends at midnight of São Paulo, at the ends of months and years and in summer time too', async () => {
  const user = await makeUser(server);
  const midnights = [
    '2018-11-04T03:00:00.000Z',
    '2019-02-17T03:00:00.000Z',
    '2025-01-01T03:00:00.000Z',
    '2026-03-01T03:00:00.000Z',
    '2026-10-31T03:00:00.000Z',
    '2026-11-01T03:00:00.000Z',
  ];
  const dayOf = (instant: string) =>
    new Date(instant).toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  const made: { id: string; day: string }[] = [];
  for (const midnight of midnights) {
    for (const shift of [-3_600_001, -1, 0, 1]) {
      const criado_em = new Date(Date.parse(midnight) + shift).toISOString();
      made.push({ id: await insertOrder(server, user, { criado_em }), day: dayOf(criado_em) });
    }
  }
  const days = [...new Set(made.map(({ day }) => day))].toSorted();
  expect(days.length).toBeGreaterThanOrEqual(11);
  for (const de of [undefined, ...days]) {
    for (const ate of [undefined, ...days]) {
      const period = { ...(de && { de }), ...(ate && { ate }) };
      const expected = made.filter(({ day }) => (!de || day >= de) && (!ate || day <= ate));
      const found = await list(user, { ...period, limite: '100' });
      expect(found.map(({ id }) => id).sort(), JSON.stringify(period)).toEqual(
        expected.map(({ id }) => id).sort(),
      );
      expect((await counts(user, period)).todos, JSON.stringify(period)).toBe(expected.length);
    }
  }
});
