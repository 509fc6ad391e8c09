import { queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findContradictions } from '../features/orders/testing/invariants';
import { undoChange } from '../features/products/changes/testing/change-calls';
import { csvUpload } from '../testing/files/csv-upload';
import { makeProduct, makeUser, type TestUser } from '../testing/makers';
import type { ServerProcess } from '../testing/programs/server-process';
import { createTestServer, type TestServer } from '../testing/server';
import { crashWhileWriting, startBeside } from '../testing/server-crash';

const ROUNDS = 2;
const BATCH = 500;

let server: TestServer;
/** Goes on with what others were killed in. */
let survivor: ServerProcess;
beforeAll(async () => {
  server = await createTestServer();
  survivor = await startBeside(server);
});
afterAll(async () => {
  await survivor.kill();
  await server.close();
});

function post(on: ServerProcess, user: TestUser, { path, ...request }: Request) {
  const authorization = `Bearer ${user.token}`;
  return fetch(on.url + path, {
    method: 'POST',
    body: request.body,
    headers: { authorization, ...request.headers },
  });
}

interface Request {
  path: string;
  body: Uint8Array<ArrayBuffer> | string;
  headers: Record<string, string>;
}

function call(on: ServerProcess, user: TestUser, [procedure, body]: [string, object]) {
  const headers = { 'content-type': 'application/json' };
  return post(on, user, { path: `/trpc/products.${procedure}`, body: JSON.stringify(body), headers });
}

/** So many products with the SKUs S1, S2, …, a cost of 1.00, a price of 2.00 and a stock of 5 each. */
async function makeShop(total: number) {
  const user = await makeUser(server);
  const { fornecedor_id } = await makeProduct(server, user, {
    ...{ sku: 'S1', preco_fornecedor: 1, preco_venda_ml: 2, estoque: 5 },
  });
  const owner = sql`${user.id}::uuid`;
  await queryRows(
    server.db,
    sql`WITH novo AS (
          INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, sku, preco_fornecedor, preco_venda_ml, estoque)
          SELECT ${owner}, gen_random_uuid(), ${fornecedor_id}::uuid, 'P' || n, 'S' || n, 100, 200, 5
          FROM generate_series(2, ${total}::int) n RETURNING id
        )
        INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, ator_id)
        SELECT ${owner}, id, '00000000-0000-7000-8000-000000000001', 5, 'inicial', ${owner} FROM novo`,
  );
  const rows = await queryRows<{ id: string }>(
    server.db,
    sql`SELECT id::text FROM produtos WHERE usuario_id = ${owner} ORDER BY id`,
  );
  await queryRows(server.db, sql`ANALYZE produtos, movimentos_estoque`);
  return { user, ids: rows.map(({ id }) => id) };
}

/** How many products have each pair of price (in cents) and stock. */
async function readValues(user: TestUser): Promise<Record<string, number>> {
  const rows = await queryRows<{ valores: string; total: number }>(
    server.db,
    sql`SELECT preco_venda_ml || ' ' || estoque AS valores, count(*)::int AS total
        FROM produtos WHERE usuario_id = ${user.id}::uuid GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ valores, total }) => [valores, total]));
}

const BEFORE = '200 5';

/** Every product is as it was or as it was to be, and the ledger agrees; answers how many are changed. */
async function expectBeforeOrAfter(user: TestUser, { total, after }: { total: number; after: string }) {
  const { [BEFORE]: before = 0, [after]: changed = 0, ...others } = await readValues(user);
  expect(others).toEqual({});
  expect(before + changed).toBe(total);
  expect(await findContradictions({ server, user })).toEqual([]);
  return changed;
}

it.each([
  { campo: 'estoque', antes: 5, depois: 9, after: '200 9' },
  { campo: 'preco_venda_ml', antes: 2, depois: 3.5, after: '350 5' },
])(
  'a server killed in the middle of a bulk change of $campo and of its undo leaves each batch before or after, and both can be repeated',
  async ({ campo, antes, depois, after }) => {
    const total = 2_000;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { user, ids } = await makeShop(total);
      const lote_id = newId();
      const apply = async (on: ServerProcess) => {
        for (let from = 0; from < ids.length; from += BATCH) {
          const itens = ids.slice(from, from + BATCH).map((id) => ({ id, antes, depois }));
          const answer = await call(on, user, ['applyChange', { lote_id, campo, itens }]);
          expect(answer.status).toBe(200);
        }
      };
      await crashWhileWriting(server, apply, 2 * round);
      expect((await expectBeforeOrAfter(user, { total, after })) % BATCH).toBe(0);
      await apply(survivor);
      expect(await readValues(user)).toEqual({ [after]: total });
      await crashWhileWriting(server, (on) => call(on, user, ['undoChange', { id: lote_id }]), 2 * round);
      expect((await expectBeforeOrAfter(user, { total, after })) % BATCH).toBe(0);
      const undone = await (await call(survivor, user, ['undoChange', { id: lote_id }])).json();
      expect(undone).toEqual({ result: { data: { desfeitos: total, mantidos: 0, itens: [] } } });
      expect(await readValues(user)).toEqual({ [BEFORE]: total });
      expect(await findContradictions({ server, user })).toEqual([]);
    }
  },
  300_000,
);

it('a server killed in the middle of an import that updates leaves each product before or after, the same file does the rest, and all of it can be taken back', async () => {
  const total = 6_000;
  const after = '350 9';
  const rows = Array.from({ length: total }, (_, n) => `S${n + 1};3,50;9`);
  const upload = csvUpload(['sku;preco_venda_ml;estoque', ...rows].join('\r\n'));
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { user } = await makeShop(total);
    const importAll = (on: ServerProcess) =>
      post(on, user, { path: '/api/produtos/importar-csv?atualizar=1', ...upload });
    await crashWhileWriting(server, importAll, 3 * round);
    const changed = await expectBeforeOrAfter(user, { total, after });
    const answer = await importAll(survivor);
    expect(await answer.json()).toMatchObject({ produtos_atualizados: total - changed, erros: [] });
    expect(await readValues(user)).toEqual({ [after]: total });
    const sets = (await server.call('GET', '/trpc/products.changes', { token: user.token })).body.result.data;
    for (const { id } of sets.itens) {
      await crashWhileWriting(server, (on) => call(on, user, ['undoChange', { id }]), 2 * round);
      await expectBeforeOrAfter(user, { total, after });
      expect((await undoChange(server, user, id)).body.result.data).toMatchObject({ mantidos: 0 });
    }
    expect(await readValues(user)).toEqual({ [BEFORE]: total });
    expect(await findContradictions({ server, user })).toEqual([]);
  }
}, 300_000);
