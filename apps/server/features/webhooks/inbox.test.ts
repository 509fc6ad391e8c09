import type { Database } from '@esteira/db/database';
import { notifications } from '@esteira/db/schema/platform/notifications';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectAccount } from '../../testing/accounts/accounts';
import { makeUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { countStatements } from '../../testing/watching/statements';
import { createInbox } from './inbox';

let server: TestServer;
let seller: string;

beforeAll(async () => {
  server = await createTestServer();
  const user = await makeUser(server);
  seller = (await connectAccount(server, user, { marketplace: 'mercadolivre' })).vendedor_id;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.delete(notifications);
});

const notice = (fields: object = {}) => ({
  id: unique('n'),
  topico: 'orders_v2',
  recurso: '/orders/2000',
  vendedor_id: seller,
  ...fields,
});

const inbox = async () => (await server.db.select().from(notifications)).map(({ id }) => id).sort();

it('takes thousands of announcements at once in a few statements, and stores none of an unknown account', async () => {
  const { db, statements } = countStatements(server.db);
  const take = createInbox(db);
  const mine = notice();
  const flood = Array.from({ length: 2_500 }, () => notice({ vendedor_id: unique('9') }));
  await Promise.all([...flood, mine].map(take));
  expect(await inbox()).toEqual([mine.id]);
  expect(statements()).toBeLessThan(10);
});

it('answers each announcement for itself when one of them cannot be stored', async () => {
  const take = createInbox(server.db);
  const [first, bad, last] = [notice(), notice({ recurso: 'x\u0000' }), notice()];
  const ends = await Promise.allSettled([first, bad, last, notice({ ...first })].map(take));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(await inbox()).toEqual([first.id, last.id].sort());
});

it('takes announcements again after the database failed', async () => {
  let isDown = true;
  const failing = new Proxy(server.db, {
    get: (db, name: keyof Database) => {
      if (name === 'execute' && isDown) return () => Promise.reject(new Error('down'));
      const value = db[name];
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  const take = createInbox(failing);
  const ends = await Promise.allSettled([notice(), notice()].map(take));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isDown = false;
  const mine = notice();
  await take(mine);
  expect(await inbox()).toEqual([mine.id]);
});
