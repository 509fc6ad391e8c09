import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryRows } from './database';
import { openTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it.each([
  [
    'handled announcements that are old enough to be forgotten',
    sql`SELECT id FROM notificacoes WHERE tratada_em < now() - interval '7 days' LIMIT 1000`,
    'notificacoes_tratadas',
  ],
  [
    'announcements that wait',
    sql`SELECT id FROM notificacoes WHERE tratada_em IS NULL ORDER BY recebida_em LIMIT 50`,
    'notificacoes_pendentes',
  ],
  [
    'payments that are not settled',
    sql`SELECT id FROM pagamentos WHERE status = 'pendente' ORDER BY id LIMIT 100`,
    'pagamentos_pendentes',
  ],
])('finds %s by an index of nothing else, however much there is', async (_what, query, index) => {
  const plan = await database.db.transaction(async (tx) => {
    // The tables are empty: without this a scan would be cheaper.
    await tx.execute(sql`SET LOCAL enable_seqscan = off`);
    return queryRows(tx, sql`EXPLAIN ${query}`);
  });
  expect(JSON.stringify(plan)).toContain(index);
});
