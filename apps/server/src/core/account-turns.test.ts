import { afterAll, beforeAll, expect, it } from 'vitest';
import { deferred } from '../testing/deferred';
import { makeUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';
import { takeAccountTurn } from './account-turns';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('an account does two expensive reads at a time on the embedded database, and another account its own', async () => {
  const end = deferred();
  const begun: string[] = [];
  const read = (account: string) =>
    takeAccountTurn({ hasOneConnection: true }, account, async () => {
      begun.push(account);
      await end.promise;
    });
  const reads = ['a', 'a', 'a', 'a', 'b'].map(read);
  await new Promise(setImmediate);
  expect(begun).toEqual(['a', 'a', 'b']);
  end.resolve();
  await Promise.all(reads);
  expect(begun).toHaveLength(5);
});

it('an account that asks for too many counts at once is refused some of them, and another account none', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const end = deferred();
  const held = Array.from({ length: server.deps.hasOneConnection ? 2 : 6 }, () =>
    takeAccountTurn(server.deps, user.id, () => end.promise),
  );
  const count = ({ token }: typeof user) =>
    server.call('GET', `/trpc/${Array(20).fill('orders.counts').join(',')}?batch=1&input=%7B%7D`, { token });
  const flood = Array.from({ length: 12 }, () => count(user));
  expect((await count(other)).status).toBe(200);
  end.resolve();
  await Promise.all(held);
  const answers: { error?: { data: { httpStatus: number } } }[] = (await Promise.all(flood)).flatMap(
    ({ body }) => body,
  );
  const refused = answers.flatMap(({ error }) => (error ? [error.data.httpStatus] : []));
  expect(answers).toHaveLength(240);
  expect(refused).toEqual(Array(40).fill(429));
});
