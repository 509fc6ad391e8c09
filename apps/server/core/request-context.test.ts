import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';

let server: TestServer;
let verified = 0;

beforeAll(async () => {
  server = await createTestServer();
  const { tokens } = server.deps;
  const verify = (token: string) => {
    verified += 1;
    return tokens.verify(token);
  };
  server.deps.tokens = { issue: tokens.issue, verify };
});
afterAll(() => server.close());

it('the user is read once for all calls of a batch, and again with the next request', async () => {
  const { token } = await makeUser(server);
  const paths = Array(20).fill('integrations.status').join(',');
  for (const requests of [1, 2]) {
    const answer = await server.call('GET', `/trpc/${paths}?batch=1&input={}`, { token });
    expect(answer.body).toHaveLength(20);
    expect(answer.body[19].result.data).toMatchObject({ mercadolivre: { modo: 'simulado' } });
    expect(verified).toBe(requests);
  }
});
