import { queryRows } from '@esteira/db/database';
import { ORDER_SORTS } from '@esteira/domain/orders/order-list';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { insertOrder } from '../testing/insert-order';
import { findCandidates, MAX_CANDIDATES } from './candidates';
import { COMMON_IN_RECENT, readRarity } from './grams';
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
}

/** The orders of these prices are of another product from now on. */
async function rename(user: TestUser, { from, to, produto }: { from: number; to: number; produto: string }) {
  await queryRows(
    server.db,
    sql`UPDATE pedidos SET produto_nome = ${produto}::text
        WHERE usuario_id = ${user.id}::uuid AND preco_venda BETWEEN ${from} AND ${to}`,
  );
}

/** Their prices in cents tell the orders of a page apart. */
async function pageOf(user: TestUser): Promise<number[]> {
  const found = await list(user, { busca: 'caneca', limite: '50' });
  return found.map(({ preco_venda }) => Math.round(preco_venda * 100));
}

const countDown = (from: number, total = 50) => Array.from({ length: total }, (_, at) => from - at);

interface Many {
  from: number;
  total: number;
  produto: string;
}

describe('a search at the limits of what is looked at one by one', () => {
  const find = async (user: TestUser, busca: string) => {
    const { candidates } = await findCandidates(server.db, toOrderQuery(user.id, { busca }));
    return candidates && [...candidates.values()].flat();
  };

  /** Its list is that of the words in every sorting, its counts are exact, and so they are under a filter. */
  async function expectFound(user: TestUser, total: number, busca = 'caneca') {
    for (const ordem of Object.keys(ORDER_SORTS)) {
      const found = await list(user, { busca, ordem });
      expect(namesOf(found)).toEqual(Array(Math.min(20, total)).fill('Caneca'));
      const prices = found.map(({ preco_venda }) => preco_venda);
      const ascends = ordem === 'mais_antigos' || ordem === 'prazo';
      expect(prices).toEqual(prices.toSorted((a, b) => (ascends ? a - b : b - a)));
    }
    expect(await counts(user, { busca })).toMatchObject({
      ...{ todos: total, pendentes: total, parciais: [] },
    });
    expect((await counts(user, { busca, marketplace: 'mercadolivre' })).todos).toBe(0);
    expect(await list(user, { busca: `${busca} boné` })).toEqual([]);
  }

  it('finds and counts the same below, at and above it', async () => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: MAX_CANDIDATES - 1, produto: 'Caneca' });
    await insertMany(user, { from: 5000, total: 500, produto: 'Boné' });
    expect(await find(user, 'caneca')).toHaveLength(MAX_CANDIDATES - 1);
    await expectFound(user, MAX_CANDIDATES - 1);
    await insertMany(user, { from: 2000, total: 1, produto: 'Caneca' });
    expect(await find(user, 'caneca')).toHaveLength(MAX_CANDIDATES);
    await expectFound(user, MAX_CANDIDATES);
    await insertMany(user, { from: 2001, total: 1, produto: 'Caneca' });
    expect(await find(user, 'caneca')).toBeNull();
    await expectFound(user, MAX_CANDIDATES + 1);
  });

  it('finds and counts the same words when they become common among the newest orders', async () => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: 40, produto: 'Boné' });
    await insertMany(user, { from: 100, total: COMMON_IN_RECENT - 1, produto: 'Caneca' });
    expect(await find(user, 'caneca')).toHaveLength(COMMON_IN_RECENT - 1);
    await expectFound(user, COMMON_IN_RECENT - 1);
    await insertMany(user, { from: 200, total: 1, produto: 'Caneca' });
    // By the way that was kept for these words, and by the one that is chosen now.
    expect(await find(user, 'caneca')).toHaveLength(COMMON_IN_RECENT);
    await expectFound(user, COMMON_IN_RECENT);
    expect(await find(user, 'Caneca')).toBeNull();
    await expectFound(user, COMMON_IN_RECENT, 'Caneca');
  });

  it('asks the index for what is rare among all orders, not for what only the newest lack', async () => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: 900, produto: 'Caneca' });
    await insertMany(user, { from: 1000, total: 110, produto: 'Boné' });
    const rarity = await readRarity(server.db, toOrderQuery(user.id, { busca: 'caneca n77' }));
    expect(rarity.grams).toContain('n77');
    expect(rarity.grams?.filter((gram) => 'caneca'.includes(gram))).toEqual([]);
    expect(namesOf(await list(user, { busca: 'caneca n77' }))).toEqual(Array(11).fill('Caneca'));
  });

  it('lists words that many hold, whether some of the newest do or none', async () => {
    for (const behind of [0, 200]) {
      const user = await makeUser(server);
      const newer = COMMON_IN_RECENT - 1;
      await insertMany(user, { from: 1, total: MAX_CANDIDATES + 1, produto: 'Caneca' });
      await insertMany(user, { from: 2000, total: 480 - newer, produto: 'Boné' });
      await insertMany(user, { from: 3000, total: newer, produto: behind === 0 ? 'Caneca' : 'Boné' });
      const query = toOrderQuery(user.id, { busca: 'caneca' });
      expect(await readRarity(server.db, query)).toMatchObject({ recent: behind === 0 ? newer : 0 });
      const { candidates, newest } = await findCandidates(server.db, query);
      expect([candidates, newest.length > 0]).toEqual([null, behind > 0]);
      expect(newest).toEqual(newest.toSorted().reverse());
      for (const ordem of Object.keys(ORDER_SORTS)) {
        expect(namesOf(await list(user, { busca: 'caneca', ordem }))).toEqual(Array(20).fill('Caneca'));
      }
      const [dearest] = await list(user, { busca: 'caneca' });
      expect(dearest?.preco_venda).toBe((behind === 0 ? 3000 + newer - 1 : MAX_CANDIDATES + 1) / 100);
    }
  });

  it('finds a page of words that many hold by where it was found before, as long as it stands there', async () => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: MAX_CANDIDATES + 200, produto: 'Caneca' });
    await insertMany(user, { from: 10_000, total: 500, produto: 'Boné' });
    // The look-up knows 250 of the newest, a page that is read or found again 51.
    for (const known of [250, 51, 51]) {
      const found = await findCandidates(server.db, toOrderQuery(user.id, { busca: 'caneca' }));
      expect([found.candidates, found.newest.length]).toEqual([null, known]);
      expect(await pageOf(user)).toEqual(countDown(MAX_CANDIDATES + 200));
    }
    await insertMany(user, { from: 20_000, total: 1, produto: 'Caneca' });
    expect(await pageOf(user)).toEqual([20_000, ...countDown(MAX_CANDIDATES + 200, 49)]);
    await rename(user, { from: MAX_CANDIDATES + 101, to: 20_000, produto: 'Boné' });
    expect(await pageOf(user)).toEqual(countDown(MAX_CANDIDATES + 100));
    expect(await list(user, { busca: 'caneca boné' })).toEqual([]);
  });

  it('looks words up whose page stands far behind the newest orders', async () => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: MAX_CANDIDATES + 1, produto: 'Caneca' });
    await insertMany(user, { from: 10_000, total: 5000, produto: 'Boné' });
    for (const _ of 'abc') {
      const found = await findCandidates(server.db, toOrderQuery(user.id, { busca: 'caneca' }));
      expect([found.candidates, found.newest.length]).toEqual([null, 250]);
      expect(await pageOf(user)).toEqual(countDown(MAX_CANDIDATES + 1));
      const narrowed = await list(user, { busca: 'caneca', marketplace: 'amazon' });
      expect(namesOf(narrowed)).toEqual(Array(20).fill('Caneca'));
    }
  });

  it('takes a page of the newest where so many of all orders seem to hold the words, and else none', async () => {
    const user = await makeUser(server);
    const newer = COMMON_IN_RECENT - 1;
    await insertMany(user, { from: 1, total: 400, produto: 'Boné' });
    await insertMany(user, { from: 1000, total: 60, produto: 'Caneca' });
    await insertMany(user, { from: 2000, total: 300, produto: 'Boné' });
    await insertMany(user, { from: 3000, total: newer, produto: 'Caneca' });
    await insertMany(user, { from: 4000, total: 240, produto: 'Boné' });
    // Of 1,011 orders 11 among the newest 480, and a page of them among the newest 591.
    const query = toOrderQuery(user.id, { busca: 'caneca' });
    const expected = await list(user, { busca: 'caneca', limite: '51' });
    expect(expected).toHaveLength(51);
    const seen = await readRarity(server.db, query, 46);
    expect(seen).toEqual({ recent: newer, newest: expected.map(({ id }) => id), grams: null });
    const unread = { recent: newer, newest: [], grams: expect.any(Array) };
    expect(await readRarity(server.db, query, 47)).toEqual(unread);
    // Those of the newest are all that there are.
    expect(await readRarity(server.db, toOrderQuery(user.id, { busca: 'caneca n30' }), 46)).toEqual(unread);
    const nothing = { recent: 0, newest: [], grams: expect.any(Array) };
    expect(await readRarity(server.db, toOrderQuery(user.id, { busca: 'caneca \u0301' }), 1)).toEqual(
      nothing,
    );
    const other = toOrderQuery((await makeUser(server)).id, { busca: 'caneca' });
    expect(await readRarity(server.db, other, 1)).toEqual(nothing);
  });

  it('knows the page of words that a page of the newest orders hold', async () => {
    const user = await makeUser(server);
    await insertMany(user, { from: 1, total: 10, produto: 'Caneca' });
    // For words that were asked for before, the way to them is kept.
    for (const [busca, total, known] of [
      ['caneca', 50, 0],
      ['Caneca', 51, 51],
      ['CANECA', 52, 51],
    ] as const) {
      await insertMany(user, { from: 1000 + total * 100, total: total === 50 ? 40 : 1, produto: 'Caneca' });
      await insertMany(user, { from: 2000 + total * 100, total: 20, produto: 'Boné' });
      const { newest } = await findCandidates(server.db, toOrderQuery(user.id, { busca }));
      expect(newest).toHaveLength(known);
      expect(newest).toEqual(newest.toSorted().reverse());
      const all = await list(user, { busca, limite: '100' });
      expect(all).toHaveLength(total);
      expect((await list(user, { busca, limite: '50' })).map(({ id }) => id)).toEqual(
        all.slice(0, 50).map(({ id }) => id),
      );
    }
  });

  it.each(['\u0301', '\u0301 caneca'])('%j finds nothing, of few orders and of many', async (busca) => {
    const user = await makeUser(server);
    for (const [from, total] of [
      [1, 3],
      [100, 30],
    ] as const) {
      await insertMany(user, { from, total, produto: 'Caneca' });
      for (const ordem of Object.keys(ORDER_SORTS)) expect(await list(user, { busca, ordem })).toEqual([]);
      expect((await counts(user, { busca })).todos).toBe(0);
    }
  });
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
