import { queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { orders } from '@esteira/db/schema/orders/orders';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import type { OrderFilterInput } from '@esteira/validators/orders/order-list';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../../app';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestDeps, createTestServer, type TestServer } from '../../../testing/server';
import { countStatements } from '../../../testing/watching/statements';
import { type Candidates, findCandidates, lookUp, MAX_CANDIDATES } from './candidates';
import { countInIndex, countNewest, countOrders, countPeriod } from './counts';
import { isWhole, type OrderQuery, toOrderQuery } from './order-query';
import {
  gatherEachStatus,
  type PageRequest,
  readByAmount,
  readEachStatus,
  readTexts,
  selectPage,
  sortCandidates,
  tryByAmount,
} from './page-ids';
import { parseCursor, SORTINGS } from './sorting';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
  const rows = Array.from({ length: 60 }, (_, index) => {
    const criado = new Date(Date.UTC(2026, 9, 1 + (index % 40), index % 24));
    return {
      usuario_id: user.id,
      id: newId(criado),
      status: ORDER_STATUSES[index % ORDER_STATUSES.length],
      marketplace: index % 3 === 0 ? ('amazon' as const) : ('mercadolivre' as const),
      ml_order_id: String(20_000_000 + index * 37),
      produto_nome: index % 2 === 0 ? 'Caneca azul' : 'Boné',
      fornecedor_nome: 'Atacado',
      quantidade: 1,
      preco_venda: (index * 7) % 50,
      preco_fornecedor: (index * 11) % 30,
      cliente_nome: index % 5 === 0 ? 'Ana' : 'Bia',
      tem_etiqueta: index % 2 === 0,
      despachar_ate: index % 4 === 0 ? null : new Date(criado.getTime() + 90_000_000).toISOString(),
      criado_em: criado.toISOString(),
    };
  });
  await server.db.insert(orders).values(rows);
});
afterAll(() => server.close());

const FILTERS: OrderFilterInput[] = [
  {},
  { marketplace: 'amazon' },
  { de: '2026-10-05', ate: '2026-10-25' },
  { atencao: true },
  { atrasados: true },
  { etiqueta_nao_impressa: true, busca: 'caneca' },
  { busca: 'caneca' },
  { busca: 'azul an', marketplace: 'mercadolivre' },
  { busca: 'ninguém' },
];

/** A page that starts after the newest or dearest orders, so that what a cursor leaves out is tried too. */
async function pagesOf(ordem: keyof typeof SORTINGS, ids: (page: PageRequest) => SQL | Promise<SQL>) {
  const sorting = SORTINGS[ordem];
  const first = { sorting, after: parseCursor(undefined, sorting), rows: 10 };
  const after = parseCursor(
    sorting.amount === null
      ? '0199d000-0000-7000-8000-000000000000'
      : '3000_0199d000-0000-7000-8000-000000000000',
    sorting,
  );
  const pages = [];
  for (const page of [first, { ...first, after }]) {
    const rows = await queryRows<{ id: string }>(
      server.db,
      sql`SELECT id::text FROM (${await ids(page)}) pagina`,
    );
    pages.push(rows.map(({ id }) => id));
  }
  return pages;
}

/** Where the first few orders of the amount's index fill the page, and where they do not. */
const BY_AMOUNT = [
  readByAmount,
  function trySome(query: OrderQuery, page: PageRequest) {
    return tryByAmount(query, page, 15);
  },
  function tryAll(query: OrderQuery, page: PageRequest) {
    return tryByAmount(query, page, 100);
  },
];

it.each(Object.keys(SORTINGS) as (keyof typeof SORTINGS)[])(
  '%s: every way of finding a page finds the same one',
  async (ordem) => {
    for (const filter of FILTERS) {
      for (const filtro of ['todos', 'com_fornecedor'] as const) {
        const query = toOrderQuery(user.id, { ...filter, filtro });
        const chosen = await pagesOf(ordem, async (page) => {
          const { ids, known } = await selectPage(server.db, query, page);
          if (known === null) return ids;
          const rows = await queryRows<{ id: string }>(server.db, sql`SELECT id::text FROM (${ids}) pagina`);
          expect(rows.map(({ id }) => id)).toEqual(known);
          return ids;
        });
        const ways = [gatherEachStatus, ...(SORTINGS[ordem].amount === null ? [readEachStatus] : BY_AMOUNT)];
        if (query.words.length > 0) {
          if (isWhole({ ...query, words: [] }) && SORTINGS[ordem].amount === null) ways.push(readTexts);
          const candidates = await readCandidates(query);
          ways.push(function sorting(...args) {
            return sortCandidates(...args, candidates);
          });
        }
        for (const way of ways) {
          expect(
            await pagesOf(ordem, (page) => way(query, page)),
            `${way.name} ${JSON.stringify(filter)}`,
          ).toEqual(chosen);
        }
      }
    }
  },
);

/** All orders that hold the words, however common these are. */
async function readCandidates(query: OrderQuery): Promise<Candidates> {
  const grams = query.words.map((word) => (word.length < 3 ? ` ${word}` : word.slice(0, 3)));
  const { candidates } = await lookUp(server.db, query, { grams, recent: 0 });
  if (candidates === null) throw new Error('Too many orders hold the words.');
  return candidates;
}

/** What a query of counts says, statuses without orders aside. */
async function readCounts(counted: SQL): Promise<Record<string, number>> {
  const rows = await queryRows<{ status: string; total: number }>(server.db, counted);
  return Object.fromEntries(
    rows.filter(({ total }) => total > 0).map(({ status, total }) => [status, total]),
  );
}

it('every way of counting a search counts the same', async () => {
  for (const filter of FILTERS.filter(({ busca }) => busca !== undefined)) {
    const query = toOrderQuery(user.id, filter);
    const exact = await readCounts(countInIndex(query));
    const candidates = await readCandidates(query);
    const counted = [...candidates].map(([status, ids]) => [status, ids.length]);
    expect(Object.fromEntries(counted)).toEqual(exact);
    expect(await readCounts(countNewest(query))).toEqual(exact);
  }
});

it('a filter that covers very many orders of a status is counted up to a limit, and says so', async () => {
  const seller = await makeSellerOf(60);
  const counted = await queryRows<{ status: string; total: number }>(
    server.db,
    countInIndex(toOrderQuery(seller.id, {}), 20),
  );
  expect(counted.filter(({ total }) => total !== 0)).toEqual([
    { status: 'pendente', total: 20, mais: true },
    { status: 'entregue', total: 20, mais: false },
  ]);
});

it('a period is counted from the sums by day as order by order', async () => {
  const days = [
    '2026-09-30',
    '2026-10-01',
    '2026-10-17',
    '2026-10-31',
    '2026-11-01',
    '2026-11-05',
    '9999-12-31',
  ];
  for (const de of [undefined, ...days]) {
    for (const ate of [undefined, ...days]) {
      for (const marketplace of [undefined, 'amazon'] as const) {
        const period = { de, ate, marketplace };
        const exact = await readCounts(countInIndex(toOrderQuery(user.id, period)));
        expect(await readCounts(countPeriod(user.id, period)), JSON.stringify(period)).toEqual(exact);
      }
    }
  }
});

it('a search for words that very many orders hold is counted among the newest, and says so', async () => {
  const seller = await makeSellerOf(MAX_CANDIDATES + 60);
  const query = toOrderQuery(seller.id, { busca: 'caneca' });
  expect((await findCandidates(server.db, query)).candidates).toBeNull();
  const rows = await queryRows<{ status: string; total: number }>(server.db, countNewest(query, 500));
  expect(rows.filter(({ total }) => total !== 0)).toEqual([
    { status: 'pendente', total: 40, mais: false },
    { status: 'entregue', total: 457, mais: true },
  ]);
  // Of twice as many all are counted.
  expect(await readCounts(countNewest(query, 530))).toEqual(await readCounts(countInIndex(query)));
  const counted = await countOrders({ db: server.db }, seller.id, { busca: 'caneca' });
  expect(counted).toMatchObject({ pendentes: 40, todos: MAX_CANDIDATES + 50, parciais: [] });
  const answer = await server.call('GET', '/api/pedidos?busca=caneca&ordem=maior_valor&limite=2', {
    token: seller.token,
  });
  expect(answer.body.map((order: { preco_venda: number }) => order.preco_venda)).toEqual([10.6, 10.59]);
});

it('a list and its counts in one request look the words up once', async () => {
  const { db, statements } = countStatements(server.db);
  const app = await buildApp(createTestDeps(db));
  const ask = async (...procedures: string[]) => {
    const before = statements();
    const input = JSON.stringify(Object.fromEntries(procedures.map((_, index) => [index, { busca: 'ana' }])));
    const query = new URLSearchParams({ batch: '1', input });
    const answer = await app.inject({
      url: `/trpc/${procedures.join(',')}?${query}`,
      headers: { authorization: `Bearer ${user.token}` },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return { statements: statements() - before, results: answer.json() };
  };
  const list = await ask('orders.list');
  const both = await ask('orders.list', 'orders.counts');
  const [page, counted] = both.results;
  expect([page.result.data.itens.length, counted.result.data.todos]).toEqual([12, 12]);
  expect(both.statements).toBe(list.statements);
  // More than an account's expensive reads are done at once.
  const before = statements();
  await Promise.all(Array.from({ length: 5 }, () => ask('orders.list', 'orders.counts')));
  expect(statements() - before).toBe(5 * list.statements);
  await app.close();
});

async function makeSellerOf(amount: number): Promise<TestUser> {
  const seller = await makeUser(server);
  await server.db.execute(sql`
    INSERT INTO pedidos (usuario_id, id, status, marketplace, ml_order_id, produto_nome, fornecedor_nome, quantidade,
      preco_venda, preco_fornecedor)
    SELECT ${seller.id}::uuid, (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid, CASE WHEN n <= 40 THEN 'pendente' ELSE 'entregue' END, 'amazon',
      'N' || n, CASE WHEN n % 100 = 77 THEN 'Boné 77' ELSE 'Caneca' END, 'F', 1, n, 0
    FROM generate_series(1, ${amount}::int) n`);
  return seller;
}
