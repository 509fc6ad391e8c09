import { type PostgresCluster, startPostgresCluster } from '@esteira/config/testing/postgres-cluster';
import type { OpenDatabase } from '@esteira/db/database';
import { openPostgres } from '@esteira/db/postgres';
import { openReplica, type Replica } from '@esteira/db/postgres/replica';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsFolder } from '../paths';
import { makeProduct, makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';

let cluster: PostgresCluster;
let primary: OpenDatabase;
let replica: Replica;
let server: TestServer;
let user: TestUser;
let produtoId: string;
beforeAll(async () => {
  cluster = await startPostgresCluster({ isThrowaway: true });
  primary = await openPostgres({ url: cluster.primary, migrationsFolder });
  replica = openReplica({ url: cluster.replica, primary: primary.db });
  server = await createTestServer({ deps: { db: primary.db, readLists: replica.read } });
  user = await makeUser({ ...server, db: primary.db });
  ({ id: produtoId } = await makeProduct(server, user, { estoque: 1_000 }));
  await server.call('POST', `/api/mercadolivre/publicar/${produtoId}`, { token: user.token });
});
afterAll(async () => {
  await server.close();
  await replica.close();
  await primary.close();
  await cluster.close();
});

let sold = 0;
let stock = 1_000;

/** Sells one, then reads everything that shows how many were sold. */
async function sellAndRead(): Promise<void> {
  const get = async (path: string) => {
    const answer = await server.call('GET', path, { token: user.token });
    expect(answer.status, `${path}: ${answer.text}`).toBe(200);
    return answer;
  };
  const sale = await server.call('POST', `/api/mercadolivre/simular-venda/${produtoId}`, {
    token: user.token,
  });
  expect(sale.status, sale.text).toBe(200);
  sold += 1;
  expect((await get('/api/pedidos')).body).toHaveLength(sold);
  const counts = await get('/trpc/orders.counts');
  expect(counts.body.result.data.todos).toBe(sold);
  const stats = await get('/api/dashboard/stats');
  expect(stats.body.total_vendas).toBe(sold);
  const [product] = (await get('/api/produtos')).body;
  expect(product.estoque).toBeLessThan(stock);
  stock = product.estoque;
  const file = await get('/api/exportar/pedidos.csv');
  expect(file.text.trimEnd().split('\r\n')).toHaveLength(sold + 1);
}

it('lists, counts, exports and the dashboard come from the replica, and show every sale at once', async () => {
  for (let round = 0; round < 10; round += 1) await sellAndRead();
  expect(replica.counts().replica).toBeGreaterThan(20);
});

it('they are not refused while the replica stands still, nor when it is killed', async () => {
  const admin = postgres(cluster.replica, { max: 1, onnotice: () => undefined });
  await admin`SELECT pg_wal_replay_pause()`;
  for (let round = 0; round < 5; round += 1) await sellAndRead();
  await admin`SELECT pg_wal_replay_resume()`;
  await admin.end();
  const reads = Array.from({ length: 40 }, () => server.call('GET', '/api/pedidos', { token: user.token }));
  await cluster.killReplica();
  expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
  for (let round = 0; round < 5; round += 1) await sellAndRead();
});
