import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findContradictions } from '../features/orders/testing/invariants';
import { csvUpload } from '../testing/files/csv-upload';
import { makeSupplier, makeUser, type TestUser } from '../testing/makers';
import type { ServerProcess } from '../testing/programs/server-process';
import { createTestServer, type TestServer } from '../testing/server';
import { startBeside } from '../testing/server-crash';

const ROWS = 6_000;
const ROUNDS = 2;

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

const HEADER = 'fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque';

/** Every product with this price, in reais, and stock. */
const toFile = (price: number, stock: number) =>
  [HEADER, ...Array.from({ length: ROWS }, (_, n) => `F;P${n};S-${n};1;${price};${stock}`)].join('\n');

async function importOn(on: ServerProcess, user: TestUser, file: string) {
  const { headers, body } = csvUpload(file);
  const answer = await fetch(`${on.url}/api/produtos/importar-csv?atualizar=1`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${user.token}` },
    body: new Uint8Array(body),
  });
  return { id: answer.headers.get('lote-alteracao'), body: await answer.json() };
}

async function undoOn(on: ServerProcess, user: TestUser, id: string | null) {
  const answer = await fetch(`${on.url}/trpc/products.undoChange`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  const { result } = (await answer.json()) as { result: { data: unknown } };
  return result.data;
}

/** How many products have each price, in cents, and stock. */
async function countStates(user: TestUser): Promise<Record<string, number>> {
  const rows = await queryRows<{ estado: string; total: number }>(
    server.db,
    sql`SELECT preco_venda_ml || '/' || estoque AS estado, count(*)::int AS total
        FROM produtos WHERE usuario_id = ${user.id}::uuid GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ estado, total }) => [estado, total]));
}

/** Kills a server whose work has brought some products, not all, into a state; each is in the one before or in it. */
async function killWithin(
  user: TestUser,
  [before, after]: [string, string],
  work: (on: ServerProcess) => Promise<unknown>,
): Promise<void> {
  const victim = await startBeside(server);
  let isOver = false;
  const working = work(victim)
    .catch(() => null)
    .finally(() => {
      isOver = true;
    });
  while (!isOver && ((await countStates(user))[after] ?? 0) < 500);
  await victim.kill();
  await working;
  const found = await countStates(user);
  expect((found[before] ?? 0) + (found[after] ?? 0)).toBe(ROWS);
  expect(await findContradictions({ server, user })).toEqual([]);
}

it('a server killed in the middle of an update and of taking it back leaves each product before or after, and both can be repeated', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const user = await makeUser(server);
    await makeSupplier(server, user, { nome: 'F' });
    await importOn(survivor, user, toFile(2, 3));
    // Without statistics of the new rows the ledger's sums are planned for a handful of them.
    await queryRows(server.db, sql`ANALYZE produtos, movimentos_estoque`);
    await killWithin(user, ['200/3', '500/8'], (victim) => importOn(victim, user, toFile(5, 8)));
    const left = (await countStates(user))['200/3'] ?? 0;
    const rest = await importOn(survivor, user, toFile(5, 8));
    expect(rest.body).toEqual({ produtos_criados: 0, produtos_atualizados: left, erros: [] });
    expect(await countStates(user)).toEqual({ '500/8': ROWS });
    const { id } = await importOn(survivor, user, toFile(9, 1));
    await killWithin(user, ['900/1', '500/8'], (victim) => undoOn(victim, user, id));
    expect(await undoOn(survivor, user, id)).toEqual({ desfeitos: ROWS, mantidos: 0, itens: [] });
    expect(await countStates(user)).toEqual({ '500/8': ROWS });
    expect(await findContradictions({ server, user })).toEqual([]);
  }
}, 300_000);
