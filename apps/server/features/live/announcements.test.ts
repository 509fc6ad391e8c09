import { queryRows } from '@esteira/db/database';
import { stockMovements } from '@esteira/db/schema/products/stock-movements';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { CHANGE_LOGS } from './service';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** Watches as an open screen does, and counts how often it was woken, the first time included. */
function watch({ id }: TestUser) {
  const stop = new AbortController();
  let wakeUps = 0;
  const watching = (async () => {
    for await (const _ of server.deps.changes.wakeUps([id], stop.signal)) wakeUps += 1;
  })();
  return {
    wakeUps: () => wakeUps,
    stop: async () => {
      stop.abort();
      await watching;
    },
  };
}

it('a committed change wakes its seller’s screens and no others; one that is rolled back wakes none', async () => {
  const [seller, other] = [await makeUser(server), await makeUser(server)];
  const product = await makeProduct(server, seller, { estoque: 0 });
  const screens = [watch(seller), watch(other)];
  const wakeUps = () => screens.map((screen) => screen.wakeUps());
  await expect.poll(wakeUps).toEqual([1, 1]);
  const move = (isUndone: boolean) =>
    server.db.transaction(async (tx) => {
      const movement = { usuario_id: seller.id, produto_id: product.id, quantidade: 1 } as const;
      for (const motivo of ['ajuste', 'importacao'] as const)
        await tx.insert(stockMovements).values({ ...movement, motivo });
      if (isUndone) throw new Error('undone');
    });
  await expect(move(true)).rejects.toThrow('undone');
  await move(false);
  // The two movements of the transaction are one announcement, and nothing was announced before it.
  await expect.poll(wakeUps).toEqual([2, 1]);
  for (const screen of screens) await screen.stop();
});

it('every table that screens read has a trigger that announces what is written', async () => {
  const rows = await queryRows<{ tabela: string }>(
    server.db,
    sql`SELECT DISTINCT tgrelid::regclass::text AS tabela FROM pg_trigger t JOIN pg_proc f ON f.oid = t.tgfoid
        WHERE t.tgenabled = 'O' AND f.prosrc LIKE '%pg_notify%'`,
  );
  const announced = rows.map(({ tabela }) => tabela);
  expect(announced).toEqual(expect.arrayContaining(CHANGE_LOGS.map(({ table }) => table)));
  expect(announced).toEqual(expect.arrayContaining(['sessoes', 'equipe']));
});
