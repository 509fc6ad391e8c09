import { afterAll, beforeAll, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { createAccountLimit } from './account-limit';
import type { Release } from './semaphore';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('an account does two expensive reads at a time on the embedded database, and another account its own', async () => {
  const end = deferred();
  const begun: string[] = [];
  const limit = createAccountLimit('embedded');
  const read = (account: string) =>
    limit.run(account, async () => {
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

it('an account that asks for too many counts at once is refused, and another account is not', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const { tryTake, run } = server.deps.accountLimit;
  const held: Release[] = [];
  for (let permit = tryTake(user.id); permit !== null; permit = tryTake(user.id)) held.push(permit);
  const line = Array.from({ length: 200 }, () => run(user.id, async () => undefined));
  await expect(run(user.id, async () => undefined)).rejects.toThrow('Muitas requisições');
  const count = async ({ token }: typeof user) => {
    const path = `/trpc/${Array(20).fill('orders.counts').join(',')}?batch=1&input=%7B%7D`;
    const { body } = await server.call('GET', path, { token });
    const answers: { error?: { data: { httpStatus: number } } }[] = body;
    return answers.map(({ error }) => error?.data.httpStatus ?? 200);
  };
  expect(await count(user)).toEqual(Array(20).fill(429));
  expect(await count(other)).toEqual(Array(20).fill(200));
  for (const release of held) release();
  await Promise.all(line);
  expect(await count(user)).toEqual(Array(20).fill(200));
});
