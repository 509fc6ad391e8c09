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

async function find(busca: string): Promise<string[]> {
  const { body } = await server.call('GET', `/api/pedidos?busca=${busca}`, { token: user.token });
  return body.map(({ id }: { id: string }) => id);
}

it('orders are found by their words at once, and no less once those are in the index', async () => {
  await mergeSearchIndex(server.db);
  const first = await insertOrder(server, user, { cliente_nome: 'Zuleica Quaresma' });
  expect(await find('quaresma')).toEqual([first]);
  expect(await mergeSearchIndex(server.db)).toBeGreaterThan(0);
  expect(await find('quaresma')).toEqual([first]);
  const later = '2026-11-21T16:00:00.000Z';
  const second = await insertOrder(server, user, { cliente_nome: 'Heitor Quaresma', criado_em: later });
  expect(await find('quaresma')).toEqual([second, first]);
  expect(await mergeSearchIndex(server.db)).toBeGreaterThan(0);
  expect(await mergeSearchIndex(server.db)).toBe(0);
  expect(await find('quaresma')).toEqual([second, first]);
});
