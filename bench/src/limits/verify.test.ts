import { createInMemory } from '@esteira/db/embedded';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INDICES, SUMMARY, TABLES } from './schema';
import { monthOf } from './server/ids';
import { DASHBOARD, ORDER_PAGE, PRODUCT_SEARCH, SALE } from './server/statements';
import { CONTRADICTIONS, listDifferences, type Sum } from './verify';

const SELLER = 1;
const PRODUCT = 1_700_000_000_000_000;
/** 2025-12-31 at 23:30 in São Paulo, when it is January in UTC. */
const NEW_YEARS_EVE = Date.UTC(2026, 0, 1, 2, 30);

type Client = Awaited<ReturnType<typeof createInMemory>>;
let client: Client;

beforeAll(async () => {
  client = await createInMemory();
  await client.exec(TABLES);
  await client.exec(`
    INSERT INTO fornecedores VALUES (7, 1, '"Atacado"');
    INSERT INTO produtos VALUES (${PRODUCT}, 500, 1200, 1300, 1, 7, 6, 0, 0, 3, '"Boné","B-1",null', 'null', 'bone b-1');
    INSERT INTO movimentos VALUES (1, ${PRODUCT}, NULL, 1, 6, 0)`);
  for (const statement of [...INDICES, ...SUMMARY]) await client.exec(statement);
});

afterAll(() => client.close());

async function sell(part: number): Promise<number> {
  const id = NEW_YEARS_EVE * 1000 + part;
  const args = [
    SELLER,
    PRODUCT,
    id,
    2e15 + part,
    1,
    monthOf(NEW_YEARS_EVE),
    part,
    NEW_YEARS_EVE,
    '"Ana","Rua"',
  ];
  const { rows } = await client.query(SALE, args);
  return rows.length;
}

async function read(statement: string, args: unknown[]): Promise<unknown> {
  const { rows } = await client.query<unknown[]>(statement, args, { rowMode: 'array' });
  return JSON.parse(String(rows[0]?.[0]));
}

async function listBroken(): Promise<string[]> {
  const { rows } = await client.query<{ regra: string; total: number }>(CONTRADICTIONS);
  return rows.filter(({ total }) => total > 0).map(({ regra }) => regra);
}

/** What is found while a statement's change is there; it is taken back afterwards. */
async function listBrokenBy(statement: string): Promise<string[]> {
  await client.exec(`BEGIN; ${statement}`);
  const broken = await listBroken();
  await client.exec('ROLLBACK');
  return broken;
}

it('a sale takes stock while there is some, and leaves everything in accord', async () => {
  expect(await listBroken()).toEqual([]);
  const sold: number[] = [];
  for (let part = 1; part <= 7; part++) sold.push(await sell(part));
  expect(sold).toEqual([1, 1, 1, 1, 1, 1, 0]);
  expect(await listBroken()).toEqual([]);
});

it('the dashboard shows the sales of all connections in the month of São Paulo, and what is low', async () => {
  expect(await read(DASHBOARD, [SELLER])).toEqual([
    6,
    0,
    7200,
    4200,
    6,
    1,
    [[2025 * 12 + 11, 6]],
    [[6, 'Boné']],
  ]);
  expect(await read(DASHBOARD, [SELLER + 1])).toEqual([0, 0, 0, 0, 0, 0, [], []]);
});

it('a page is JSON, newest first, and a search finds by a part of a word', async () => {
  const orders = (await read(ORDER_PAGE, [SELLER, '9223372036854775807'])) as unknown[][];
  expect(orders.map(([id]) => Number(id) % 1000)).toEqual([6, 5, 4, 3, 2, 1]);
  expect(orders[0]?.slice(-6)).toEqual(['Boné', 'B-1', null, 'Atacado', 'Ana', 'Rua']);
  const search = (pattern: string) => read(PRODUCT_SEARCH, [SELLER, '9223372036854775807', pattern]);
  expect(await search('%one b%')).toHaveLength(1);
  expect(await search('%caneca%')).toEqual([]);
});

it.each([
  ['UPDATE produtos SET estoque = 1', ['stock = sum of movements']],
  ['UPDATE produtos SET vendidos = 7', ['units sold = orders']],
  ['UPDATE produtos SET faixa = 1', ['units sold = orders']],
  ['UPDATE resumo SET pendentes = 0 WHERE parte = 3', ['summary = orders']],
  ['UPDATE resumo SET mes = mes + 1 WHERE parte = 3', ['summary = orders']],
  ['UPDATE resumo SET baixos = 0', ['low products = stock']],
  ['DELETE FROM eventos WHERE pedido % 1000 = 2', ['an order has one sale and one arrival']],
  [
    'DELETE FROM movimentos WHERE pedido % 1000 = 2',
    ['stock = sum of movements', 'an order has one sale and one arrival'],
  ],
])('%s is found out', async (statement, rules) => {
  expect(await listBrokenBy(statement)).toEqual(rules);
});

it('names what a seller has more or less of than in the product', () => {
  const sum = (tipo: string, linhas: string, soma: string): Sum => ({ vendedor: 'a', tipo, linhas, soma });
  const product = [sum('orders', '2', '700'), sum('products', '1', '5')];
  expect(listDifferences(product, product)).toEqual([]);
  expect(listDifferences(product, [sum('orders', '2', '701'), sum('events', '1', '1')])).toEqual([
    'orders of a: 2 rows, 700 in the product, 2 rows, 701 here',
    'products of a: 1 rows, 5 in the product, none here',
    'events of a: none in the product, 1 rows, 1 here',
  ]);
});
