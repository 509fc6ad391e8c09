import { queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { insertOrder } from '../testing/insert-order';
import { mergeSearchIndex } from './merge-search-index';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
});
afterAll(() => server.close());

it('a server passes over the index while another one is at it', async () => {
  await mergeSearchIndex(server.db);
  await insertOrder(server, user);
  await server.db.transaction(async (tx) => {
    expect(await mergeSearchIndex(tx)).toBeGreaterThan(0);
    await insertOrder(server, user);
    expect(await mergeSearchIndex(server.db)).toBe(0);
  });
  expect(await mergeSearchIndex(server.db)).toBeGreaterThan(0);
});

it('every order is found, however many are written and merged at once', async () => {
  const written: string[] = [];
  const write = async (name: string) => written.push(await insertOrder(server, user, { cliente_nome: name }));
  for (let round = 0; round < 10; round += 1) {
    const names = Array.from({ length: 8 }, (_, n) => `Comprador Xisto${round}w${n}`);
    const merges = [mergeSearchIndex(server.db), mergeSearchIndex(server.db)];
    await Promise.all([...names.map(write), ...merges]);
    const found = await queryRows(
      server.db,
      sql`SELECT pedido_id AS id FROM buscas_pedidos b WHERE esteira_gramas(b.usuario_id, b.texto)
        @> ARRAY[hashtext(${user.id} || 'xis'), hashtext(${user.id} || ${`o${round}w`})]`,
    );
    expect(found).toHaveLength(names.length);
  }
  expect(written).toHaveLength(80);
});
