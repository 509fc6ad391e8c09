import { queryRows } from '@esteira/db/database';
import type { OrderStepName } from '@esteira/domain/orders/order-bulk';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import type { ServerProcess } from '../../../testing/programs/server-process';
import { createTestServer, type TestServer } from '../../../testing/server';
import { isWriting, killAndWait, startBeside } from '../../../testing/server-crash';
import { findContradictions } from '../testing/invariants';
import { makeManyOrders } from '../testing/many-orders';

const ROUNDS = 2;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** The step and its undo. */
const CALLS = ['bulk', 'undoBulk'] as const;

interface Run {
  acao: OrderStepName;
  ids: readonly string[];
}

/** Takes a step of all the orders and takes it back, again and again, until the server is gone. */
function runForEver(victim: ServerProcess, user: TestUser, body: Run) {
  const run: { call: (typeof CALLS)[number] | null; ended: Promise<void> } = {
    call: null,
    ended: Promise.resolve(),
  };
  const goOn = async () => {
    for (;;) {
      for (const call of CALLS) {
        run.call = call;
        await fetch(`${victim.url}/trpc/orders.${call}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      }
    }
  };
  // The connection ends with the server.
  run.ended = goOn().catch(() => undefined);
  return run;
}

it.each([
  ['aprovar', 500],
  ['enviar-fornecedor', 150],
] as const)(
  'a server killed in the middle of %s of many orders, and in the middle of its undo, leaves each run done as a whole or not at all',
  async (acao, count) => {
    const user = await makeUser(server);
    const ids = await makeManyOrders(server, user, count);
    if (acao !== 'aprovar') {
      await server.call('POST', '/api/pedidos/lote', { token: user.token, body: { acao: 'aprovar', ids } });
    }
    for (const call of CALLS) {
      for (let round = 1; round <= ROUNDS; round += 1) {
        const victim = await startBeside(server);
        const run = runForEver(victim, user, { acao, ids });
        for (let seen = 0; seen < round * 3; ) {
          const during = run.call;
          if ((await isWriting(server)) && during === call && run.call === call) seen += 1;
        }
        await killAndWait(server, victim);
        await run.ended;
        const statuses = await queryRows(
          server.db,
          sql`SELECT DISTINCT status FROM pedidos WHERE usuario_id = ${user.id}::uuid`,
        );
        expect(statuses).toHaveLength(1);
        expect(await findContradictions({ server, user })).toEqual([]);
      }
    }
  },
  180_000,
);
