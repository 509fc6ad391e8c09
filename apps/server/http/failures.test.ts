import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';

/** Ahead of this machine's clock: sessions, limits and waits go by the server's. */
const NOW = new Date(Date.now() + 24 * 60 * 60_000);

let server: TestServer;
let user: TestUser;
let product: { id: string };
const lines: string[] = [];

beforeAll(async () => {
  const clock = () => NOW;
  const marketplaces = {
    mercadolivre: createSimulatedAdapter('mercadolivre', { clock }),
    amazon: createSimulatedAdapter('amazon', { clock }),
  };
  server = await createTestServer({
    deps: { clock, marketplaces },
    app: { logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } },
  });
  user = await makeUser(server);
  product = await makeProduct(server, user, { nome: 'Caneca SIM-LIMITE' });
});
afterAll(() => server.close());
beforeEach(() => {
  lines.length = 0;
});

describe('a marketplace that allows no call for half a minute', () => {
  const logged = () => lines.map((line) => JSON.parse(line));
  const told = { msg: 'a marketplace failed', kind: 'rate_limited' };

  it('is told over REST with when to ask again by this server’s clock, and leaves a line in the log', async () => {
    const { token } = user;
    const answer = await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token });
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '30']);
    expect(logged()).toMatchObject([told]);
  });

  it('is told over tRPC in the same way', async () => {
    const { token } = user;
    const body = { id: product.id, marketplace: 'mercadolivre' };
    const answer = await server.call('POST', '/trpc/publication.publish', { token, body });
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '30']);
    expect(answer.body.error.data).toMatchObject({ httpStatus: 429, retryAfter: 30 });
    expect(logged()).toMatchObject([told]);
  });
});
