import { openPostgres } from '@esteira/db/postgres';
import { connections } from '@esteira/db/schema/platform/connections';
import { migrationsFolder } from '@esteira/db/testing/migrations-folder';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAccount, createTokenService, testCipher } from '../../testing/accounts/accounts';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { createAccounts } from './accounts';

const onServer = describe.runIf(Boolean(process.env['TEST_DATABASE_URL']));

onServer('on one PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('20 parallel calls of two servers with an expired token renew it once, in each of 20 rounds', async () => {
    const others = await openPostgres({ ...server.databaseAddress, migrationsFolder });
    const service = createTokenService('mercadolivre');
    const pools = [server.db, others.db].map((db) =>
      createAccounts({ db, clock: () => new Date(), cipher: testCipher, connector: service.connector }),
    );
    const user = await makeUser(server);
    await connectAccount(server, user, { marketplace: 'mercadolivre', grant: service.grant() });
    for (let round = 1; round <= 20; round += 1) {
      const expira_em = new Date(Date.now() - 1_000).toISOString();
      await server.db.update(connections).set({ expira_em }).where(eq(connections.usuario_id, user.id));
      const read = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          pools[index % 2]?.current({ usuarioId: user.id, contaId: 1 }),
        ),
      );
      expect(service.asked).toHaveLength(round);
      expect(new Set(read.map((account) => account?.access_token)).size).toBe(1);
    }
    await others.close();
  });
});
