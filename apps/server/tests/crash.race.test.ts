import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findContradictions } from '../features/orders/testing/invariants';
import { csvUpload } from '../testing/files/csv-upload';
import { makeProduct, makeUser, type TestUser } from '../testing/makers';
import type { ServerProcess } from '../testing/programs/server-process';
import { createTestServer, type TestServer } from '../testing/server';
import { killAndWait, startBeside } from '../testing/server-crash';

const ROUNDS = 5;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

function post(victim: ServerProcess, user: TestUser, { path, body, headers = {} }: Request) {
  return fetch(`${victim.url}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

interface Request {
  path: string;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** Asks again until it is so; the database is the only one who knows how far the other process is. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition()));
}

it('a server killed before it accepted an import leaves nothing of it, and the import can be repeated', async () => {
  const user = await makeUser(server);
  const { fornecedor_id } = await makeProduct(server, user);
  const rows = Array.from({ length: 30_000 }, (_, n) => `${fornecedor_id};Item ${n};SKU-${n};1,00;2,00;3`);
  const csv = ['fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque', ...rows].join('\r\n');
  const upload = csvUpload(csv);
  const countOwn = async (table: string) => {
    const [row] = await queryRows<{ total: number }>(
      server.db,
      sql`SELECT count(*)::int AS total FROM ${sql.identifier(table)} WHERE usuario_id = ${user.id}::uuid`,
    );
    return row?.total ?? 0;
  };
  const count = () => countOwn('produtos');
  for (let round = 1; round <= ROUNDS; round += 1) {
    const victim = await startBeside(server);
    const staged = await countOwn('lotes_importacao');
    const answer = post(victim, user, { path: 'produtos/importar-csv', ...upload }).catch(() => 'cut off');
    // Each round further into the batches that are staged, long before the import is accepted.
    await until(async () => (await countOwn('lotes_importacao')) >= staged + round);
    await killAndWait(server, victim);
    expect(await answer).toBe('cut off');
    expect(await count()).toBe(1);
  }
  const survivor = await startBeside(server);
  const answer = await post(survivor, user, { path: 'produtos/importar-csv', ...upload });
  expect(await answer.json()).toEqual({ produtos_criados: 30_000, erros: [] });
  expect(await count()).toBe(30_001);
  // Without statistics of the new rows the ledger's sums are planned for a handful of them.
  await queryRows(server.db, sql`ANALYZE produtos, movimentos_estoque`);
  expect(await findContradictions({ server, user })).toEqual([]);
  await survivor.kill();
}, 180_000);

it('a server killed in the middle of sales loses none that it answered and halves none', async () => {
  const user = await makeUser(server);
  const product = await makeProduct(server, user, { estoque: 100_000 });
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  let answered = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const victim = await startBeside(server);
    const enough = answered + 20 * round;
    const seller = async () => {
      for (;;) {
        const answer = await post(victim, user, { path: `mercadolivre/simular-venda/${product.id}` });
        if (answer.status === 200) answered += 1;
        if (answered >= enough) return;
      }
    };
    const sellers = Array.from({ length: 8 }, () => seller().catch(() => undefined));
    await Promise.any(sellers);
    await killAndWait(server, victim);
    await Promise.all(sellers);
    const { body } = await server.call('GET', '/api/pedidos', { token: user.token });
    expect(body.length).toBeGreaterThanOrEqual(answered);
    expect(await findContradictions({ server, user })).toEqual([]);
  }
}, 180_000);
