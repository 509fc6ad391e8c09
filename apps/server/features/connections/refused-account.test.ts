import { connections } from '@esteira/db/schema/platform/connections';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectAccount } from '../../testing/accounts/accounts';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

const motivo = 'A conta do Mercado Livre precisa ser conectada novamente.';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({
    background: {
      handlers: {
        'orders-poll': async () => {
          throw new AdapterError('reconnect_required', motivo);
        },
      },
    },
  });
  server.background?.start(server.deps);
});
afterAll(() => server.close());

it('a job that the account is refused to tells its seller, on that marketplace only', async () => {
  const user = await makeUser(server);
  const before = { conectado_em: new Date(Date.now() - 60_000).toISOString() };
  for (const marketplace of ['mercadolivre', 'amazon'] as const) {
    await connectAccount(server, user, { marketplace, ...before });
  }
  const account = { conta_id: 1, usuario_id: user.id, marketplace: 'mercadolivre' } as const;
  await server.deps.jobs.send(server.db, 'orders-poll', account);
  const getRow = async (marketplace: 'mercadolivre' | 'amazon') =>
    (
      await server.db
        .select()
        .from(connections)
        .where(and(eq(connections.usuario_id, user.id), eq(connections.marketplace, marketplace)))
    )[0];
  await vi.waitFor(
    async () => expect(await getRow('mercadolivre')).toMatchObject({ status: 'reconectar', motivo }),
    { timeout: 10_000 },
  );
  expect(await getRow('amazon')).toMatchObject({ status: 'conectado', motivo: null });
});
