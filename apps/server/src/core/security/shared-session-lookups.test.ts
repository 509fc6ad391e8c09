import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { collectStatements } from '../../testing/watching/statement-log';

let server: TestServer;
let log: ReturnType<typeof collectStatements>;
beforeAll(async () => {
  server = await createTestServer();
  log = collectStatements(server.db);
});
afterAll(() => server.close());

it('requests that come at once share the look at their sessions', async () => {
  const strangers = [await makeUser(server), await makeUser(server), await makeUser(server)];
  const asking = Array.from({ length: 20 }, (_, index) => strangers[index % 3]);
  log.take();
  const asked = asking.map((stranger) =>
    server.call('GET', '/api/auth/me', { token: stranger?.token ?? '' }),
  );
  for (const [index, { body }] of (await Promise.all(asked)).entries())
    expect(body.id).toBe(asking[index]?.id);
  expect(log.take().length).toBeLessThan(asked.length);
});
