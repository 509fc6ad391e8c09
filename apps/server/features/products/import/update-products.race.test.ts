import { products } from '@esteira/db/schema/products/products';
import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildApp } from '../../../app';
import { readCsvTable } from '../../../testing/files/csv-table';
import { csvUpload } from '../../../testing/files/csv-upload';
import { makeSupplier, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findContradictions } from '../../orders/testing/invariants';

/** More than four batches. */
const ROWS = 2_200;

let server: TestServer;
/** A second instance of the application on the same database. */
let other: Awaited<ReturnType<typeof buildApp>>;
/** Somebody else's connections. */
let sql: postgres.Sql;
beforeAll(async () => {
  server = await createTestServer();
  other = await buildApp(server.deps);
  sql = postgres(server.databaseUrl ?? '', { max: 2, onnotice: () => undefined });
});
afterAll(async () => {
  await sql.end();
  await other.close();
  await server.close();
});

let user: TestUser;
beforeEach(async () => {
  user = await makeUser(server);
  await makeSupplier(server, user, { nome: 'F' });
  const created = await importOn(server.app, [
    'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque',
    ...numbers.map((n) => `F;P${n};S-${n};1;2;3`),
  ]);
  expect(created).toMatchObject({ status: 200, produtos_criados: ROWS });
});

const numbers = Array.from({ length: ROWS }, (_, n) => n);

/** Rows that give every product this price, in reais, and stock. */
const changes = (price: number, stock: number) => numbers.map((n) => `S-${n};${price};${stock}`);

const HEADER = 'sku;preco_venda_ml;estoque';

async function importOn(app: typeof other, lines: string[]) {
  const { headers, body } = csvUpload(lines.join('\n'));
  const response = await app.inject({
    method: 'POST',
    url: '/api/produtos/importar-csv?atualizar=1',
    headers: { ...headers, authorization: `Bearer ${user.token}` },
    payload: body,
  });
  return { status: response.statusCode, ...response.json() };
}

/** How many products have each price, in reais, and stock. */
async function countStates(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { preco_venda_ml, estoque } of await stored()) {
    const state = `${preco_venda_ml}/${estoque}`;
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}

const stored = () => server.db.select().from(products).where(eq(products.usuario_id, user.id));

const isDone = async (rows: number) => expect((await countStates())['5/8'] ?? 0).toBe(rows);

/** The connection of an import that waits for a product which somebody else holds. */
async function findWaiting(): Promise<number> {
  const [waiting] = await sql<{ pid: number }[]>`
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%for no key update%'`;
  if (waiting === undefined) throw new Error('No connection waits.');
  return waiting.pid;
}

it('counts what was written before a batch that fails, and is finished by the same file', async () => {
  const failed = await sql.begin(async (tx) => {
    await tx`SELECT FROM produtos WHERE usuario_id = ${user.id} AND sku = 'S-500' FOR UPDATE`;
    const running = importOn(server.app, [HEADER, ...changes(5, 8)]);
    await vi.waitFor(() => isDone(500), { timeout: 10_000 });
    const pid = await vi.waitFor(findWaiting, { timeout: 10_000 });
    await sql`SELECT pg_cancel_backend(${pid})`;
    return { answer: await running };
  });
  expect(failed.answer).toEqual({
    status: 503,
    detail:
      'A importação parou no meio: 500 produtos já foram gravados. Importe o mesmo arquivo de novo para terminar.',
  });
  expect(await countStates()).toEqual({ '2/3': ROWS - 500, '5/8': 500 });
  expect(await importOn(server.app, [HEADER, ...changes(5, 8)])).toEqual({
    ...{ status: 200, produtos_criados: 0, produtos_atualizados: ROWS - 500, erros: [] },
  });
  expect(await countStates()).toEqual({ '5/8': ROWS });
  expect(await findContradictions({ server, user })).toEqual([]);
});

it.each([
  ['the same rows', (rows: string[]) => rows],
  ['the same rows the other way round', (rows: string[]) => rows.toReversed()],
])('changes each product once with two files of %s, on two instances', async (_, order) => {
  const rows = changes(5, 8);
  const answers = await Promise.all([
    importOn(server.app, [HEADER, ...rows]),
    importOn(other, [HEADER, ...order(rows)]),
  ]);
  expect(answers.map(({ status, erros }) => ({ status, erros }))).toEqual([
    { status: 200, erros: [] },
    { status: 200, erros: [] },
  ]);
  expect(answers[0].produtos_atualizados + answers[1].produtos_atualizados).toBe(ROWS);
  expect(await countStates()).toEqual({ '5/8': ROWS });
  expect(await findContradictions({ server, user })).toEqual([]);
});

it('moves the stock once with two imports of one edited export, and takes no sale of the moment back', async () => {
  const post = (path: string) => server.call('POST', `/api/mercadolivre/${path}`, { token: user.token });
  const mine = (await stored()).find(({ sku }) => sku === 'S-0');
  expect((await post(`publicar/${mine?.id}`)).status).toBe(200);
  const exported = await readCsvTable(server, '/api/exportar/produtos.csv', user.token);
  const rows = exported.map(({ sku, estoque_exportado }) => `${sku};8;${estoque_exportado}`);
  const file = ['sku;estoque;estoque_exportado', ...rows];
  const [sales, ...imports] = await Promise.all([
    Promise.all([post(`simular-venda/${mine?.id}`), post(`simular-venda/${mine?.id}`)]),
    importOn(server.app, file),
    importOn(other, file),
  ]);
  expect(sales.map(({ status }) => status)).toEqual([200, 200]);
  expect(imports.map(({ status, erros }) => ({ status, erros }))).toEqual([
    { status: 200, erros: [] },
    { status: 200, erros: [] },
  ]);
  expect(await countStates()).toEqual({ '2/8': ROWS - 1, '2/6': 1 });
  expect(await findContradictions({ server, user })).toEqual([]);
});
