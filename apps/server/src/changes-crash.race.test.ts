import { queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findContradictions } from './features/orders/testing/invariants';
import { makeProduct, makeUser, type TestUser } from './testing/makers';
import { createTestServer, TEST_SECRET, type TestServer } from './testing/server';
import { type ServerProcess, startServerProcess } from './testing/server-process';

const ROUNDS = 2;
const PRODUCTS = 2_000;
const BATCH = 500;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const start = () => startServerProcess({ DATABASE_URL: server.databaseUrl ?? '', JWT_SECRET: TEST_SECRET });

function post(victim: ServerProcess, user: TestUser, [procedure, body]: [string, object]) {
  return fetch(`${victim.url}/trpc/products.${procedure}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Products with a stock of 5 each. */
async function makeShop() {
  const user = await makeUser(server);
  const { fornecedor_id } = await makeProduct(server, user, { estoque: 5 });
  const owner = sql`${user.id}::uuid`;
  await queryRows(
    server.db,
    sql`WITH novo AS (
          INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, preco_fornecedor, preco_venda_ml, estoque)
          SELECT ${owner}, gen_random_uuid(), ${fornecedor_id}::uuid, 'P' || n, 100, 200, 5
          FROM generate_series(2, ${PRODUCTS}) n RETURNING id
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

/** How many products have each stock. */
async function stocks(user: TestUser): Promise<Record<string, number>> {
  const rows = await queryRows<{ estoque: number; total: number }>(
    server.db,
    sql`SELECT estoque, count(*)::int AS total FROM produtos WHERE usuario_id = ${user.id}::uuid GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ estoque, total }) => [estoque, total]));
}

/** Whether another connection of this database is in a transaction that wrote something. */
async function isWriting(): Promise<boolean> {
  const rows = await queryRows(
    server.db,
    sql`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL`,
  );
  return rows.length > 0;
}

/** Kills the server once it was seen in a transaction so many times; waits until the database let go of it. */
async function killWhileWriting(victim: ServerProcess, times: number, ended: () => boolean): Promise<void> {
  for (let seen = 0; seen < times && !ended(); ) seen += Number(await isWriting());
  await victim.kill();
  while (await isWriting());
}

it('a server killed in the middle of a bulk change and of its undo leaves each batch before or after, and both can be repeated', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { user, ids } = await makeShop();
    const lote_id = newId();
    const apply = async (on: ServerProcess) => {
      for (let from = 0; from < ids.length; from += BATCH) {
        const itens = ids.slice(from, from + BATCH).map((id) => ({ id, antes: 5, depois: 9 }));
        const answer = await post(on, user, ['applyChange', { lote_id, campo: 'estoque', itens }]);
        expect(answer.status).toBe(200);
      }
    };
    const undo = async (on: ServerProcess) => {
      const answer = await post(on, user, ['undoChange', { id: lote_id }]);
      return (await answer.json()) as { result: { data: unknown } };
    };
    const cutOff = async (work: (on: ServerProcess) => Promise<unknown>) => {
      const victim = await start();
      let isOver = false;
      const working = work(victim)
        .catch(() => 'cut off')
        .finally(() => {
          isOver = true;
        });
      await killWhileWriting(victim, 2 * round, () => isOver);
      await working;
      const found = await stocks(user);
      expect((found['5'] ?? 0) + (found['9'] ?? 0)).toBe(PRODUCTS);
      expect((found['9'] ?? 0) % BATCH).toBe(0);
      expect(await findContradictions({ server, user })).toEqual([]);
    };
    await cutOff(apply);
    const survivor = await start();
    await apply(survivor);
    expect(await stocks(user)).toEqual({ 9: PRODUCTS });
    await cutOff(undo);
    expect((await undo(survivor)).result.data).toEqual({ desfeitos: PRODUCTS, mantidos: 0, itens: [] });
    expect(await stocks(user)).toEqual({ 5: PRODUCTS });
    expect(await findContradictions({ server, user })).toEqual([]);
    await survivor.kill();
  }
}, 300_000);
