import { queryRows } from '@esteira/db/database';
import { openPostgres } from '@esteira/db/postgres';
import { migrationsFolder } from '@esteira/db/testing/migrations-folder';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app';
import { deferred } from '../../testing/deferred';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestDeps, createTestServer, type TestServer } from '../../testing/server';
import { connectMany } from '../orders/testing/many-accounts';

const APP = '2069392825111111';
const PLACES = 2;

describe.runIf(Boolean(process.env['TEST_DATABASE_URL']))('a flood of notifications for one seller', () => {
  let server: TestServer;
  let reader: TestUser;
  let pool: Awaited<ReturnType<typeof openPostgres>>;
  let app: Awaited<ReturnType<typeof buildApp>>;
  let flooded: string;
  beforeAll(async () => {
    server = await createTestServer();
    reader = await makeUser(server);
    const [id = ''] = await connectMany(server.db, 1);
    flooded = String(Date.now());
    await queryRows(
      server.db,
      sql`UPDATE conexoes SET vendedor_id = ${flooded} WHERE usuario_id = ${id}::uuid`,
    );
    pool = await openPostgres({ ...server.databaseAddress, migrationsFolder, maxConnections: PLACES });
    const deps = createTestDeps(pool.db, { mercadoLivreAppId: APP, reservedDb: pool.reserved });
    app = await buildApp(deps);
  });
  afterAll(async () => {
    await app.close();
    await pool.close();
    await server.close();
  });

  const deliver = async (n: number) => {
    const payload = {
      ...{ _id: unique('n'), resource: `/orders/${3_000_000_000_000_000 + n}`, user_id: Number(flooded) },
      ...{ topic: 'orders_v2', application_id: Number(APP), attempts: 1 },
      ...{ sent: '2026-11-20T16:19:20.129Z', received: '2026-11-20T16:19:20.106Z' },
    };
    return (await app.inject({ method: 'POST', url: '/webhooks/mercadolivre', payload })).statusCode;
  };
  const readPage = () =>
    app.inject({ url: '/api/pedidos', headers: { authorization: `Bearer ${reader.token}` } });

  it('is taken while every connection that screens use is busy', async () => {
    const work = deferred();
    const started = Array.from({ length: PLACES }, deferred);
    const busy = started.map(({ resolve }) =>
      pool.db.transaction(async (tx) => {
        await tx.execute(sql`SELECT 1`);
        resolve();
        await work.promise;
      }),
    );
    await Promise.all(started.map(({ promise }) => promise));
    expect(await deliver(0)).toBe(200);
    work.resolve();
    await Promise.all(busy);
  });

  it('leaves another seller’s page every connection, also while none of it can be stored', async () => {
    const lock = deferred();
    const locked = deferred();
    const holder = server.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE notificacoes IN ACCESS EXCLUSIVE MODE`);
      locked.resolve();
      await lock.promise;
    });
    await locked.promise;
    const flood = Promise.all(Array.from({ length: 1_000 }, (_, n) => deliver(n)));
    // Only what of the flood waits for the lock holds a connection.
    const pages = await Promise.all(Array.from({ length: PLACES * 2 }, readPage));
    expect(pages.map(({ statusCode }) => statusCode)).toEqual(pages.map(() => 200));
    lock.resolve();
    await holder;
    expect(new Set(await flood)).toEqual(new Set([200]));
  });
});
