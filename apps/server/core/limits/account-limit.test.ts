import { afterAll, beforeAll, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { capacityOf } from '../capacity';
import { limitPerAccount } from './account-limit';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('an account does two expensive reads at a time on the embedded database, and another account its own', async () => {
  const end = deferred();
  const begun: string[] = [];
  const read = (account: string) =>
    limitPerAccount({ capacity: capacityOf('embedded') }, account, async () => {
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

/** Fills the account's queue; returns the promises in it. */
function fillLine(account: string): Promise<void>[] {
  const line: Promise<void>[] = [];
  expect(() => {
    for (;;) line.push(limitPerAccount(server.deps, account, async () => undefined));
  }).toThrow('Muitas requisições');
  return line;
}

it('an account that asks for too many counts at once is refused, and another account is not', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const end = deferred();
  const held = Array.from({ length: server.deps.capacity.perAccount }, () =>
    limitPerAccount(server.deps, user.id, () => end.promise),
  );
  await new Promise(setImmediate);
  const line = fillLine(user.id);
  const count = async ({ token }: typeof user) => {
    const path = `/trpc/${Array(20).fill('orders.counts').join(',')}?batch=1&input=%7B%7D`;
    const { body } = await server.call('GET', path, { token });
    const answers: { error?: { data: { httpStatus: number } } }[] = body;
    return answers.map(({ error }) => error?.data.httpStatus ?? 200);
  };
  expect(await count(user)).toEqual(Array(20).fill(429));
  expect(await count(other)).toEqual(Array(20).fill(200));
  end.resolve();
  await Promise.all([...held, ...line]);
  expect(await count(user)).toEqual(Array(20).fill(200));
});
