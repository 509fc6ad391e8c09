import { afterAll, beforeAll, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { createAccountLimit, runLimited } from './account-limit';
import type { Release } from './semaphore';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it('an account does two expensive reads at a time on the embedded database, and another account its own', async () => {
  const end = deferred();
  const begun: string[] = [];
  const limit = createAccountLimit('embedded').expensive;
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
  const { tryTake, run } = server.deps.accountLimit.expensive;
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

it('an account at its bound waits in its own line, and is refused beyond it; another one and the own session are served', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const { tryTake, run } = server.deps.accountLimit.calls;
  const held: Release[] = [];
  for (let permit = tryTake(user.id); permit !== null; permit = tryTake(user.id)) held.push(permit);
  expect(held).toHaveLength(8);
  const get = (path: string, { token }: typeof user) => server.call('GET', path, { token });
  const waiting = get('/api/fornecedores', user);
  const others = [get('/api/fornecedores', other), get('/api/produtos', other), get('/api/auth/me', user)];
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200]);
  const line = Array.from({ length: 199 }, () => run(user.id, async () => undefined));
  for (const path of ['/api/fornecedores', '/trpc/notices.list', '/trpc/integrations.status']) {
    const refused = await get(path, user);
    expect([path, refused.status, refused.headers['retry-after']]).toEqual([path, 429, '2']);
  }
  for (const release of held) release();
  expect((await waiting).status).toBe(200);
  await Promise.all(line);
});

it('calls that ask a marketplace, and expensive ones that wait, leave room for others of their account', async () => {
  const limit = createAccountLimit('postgres');
  const end = deferred();
  const begun: string[] = [];
  const start = (call: 'outside' | 'expensive' | 'plain') =>
    runLimited(
      limit,
      { accountId: 'a', isExpensive: call === 'expensive', asksOutside: call === 'outside' },
      async () => {
        begun.push(call);
        await end.promise;
      },
    );
  const calls = [...Array(9).fill('outside'), ...Array(9).fill('expensive'), 'plain', 'plain', 'plain'].map(
    start,
  );
  await new Promise(setImmediate);
  const count = (call: string) => begun.filter((each) => each === call).length;
  expect([count('outside'), count('expensive'), count('plain')]).toEqual([8, 6, 2]);
  end.resolve();
  await Promise.all(calls);
});
