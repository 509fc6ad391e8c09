import { openPostgres } from '@esteira/db/postgres';
import { migrationsFolder } from '@esteira/db/testing/migrations-folder';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noJobs } from '../../../core/job-queue';
import { InstrumentedAdapter } from '../../../testing/marketplaces/instrumented-adapter';
import { createTestServer, type TestServer } from '../../../testing/server';
import { connectMany } from '../testing/many-accounts';
import { relayPolls } from './poll-relay';

const onServer = describe.runIf(Boolean(process.env['TEST_DATABASE_URL']));

onServer('on one PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('servers that look for due accounts at the same time take all of them, each once', async () => {
    const others = await openPostgres({ ...server.databaseAddress, migrationsFolder });
    const accounts = await connectMany(server.db, 500);
    const marketplaces = {
      mercadolivre: new InstrumentedAdapter('mercadolivre').adapter,
      amazon: new InstrumentedAdapter('amazon').adapter,
    };
    const claimed: string[][] = [];
    const relay = (db: typeof server.db) => {
      const mine: string[] = [];
      claimed.push(mine);
      const send = async (_db: unknown, _kind: unknown, data: { usuario_id: string }) =>
        void mine.push(data.usuario_id);
      return relayPolls({ db, marketplaces, clock: () => new Date(), jobs: { ...noJobs, send } });
    };
    await Promise.all([server.db, others.db, server.db, others.db].map(relay));
    await others.close();
    expect(claimed.flat().sort()).toEqual([...accounts].sort());
  });
});
