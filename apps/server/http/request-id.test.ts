import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../testing/server';

let server: TestServer;
const lines: string[] = [];
beforeAll(async () => {
  server = await createTestServer({
    deps: {
      digest: () => {
        throw new Error('a bug');
      },
    },
    app: {
      corsOrigins: ['https://painel.exemplo'],
      logger: { level: 'info', stream: { write: (line) => lines.push(line) } },
    },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  lines.length = 0;
});

const logged = () => lines.map((line) => JSON.parse(line) as { msg: string; reqId: string });

describe('a request', () => {
  it.each(['/api/auth/login', '/trpc/auth.login'])(
    'that fails at %s has one id in all its lines and in its answer',
    async (url) => {
      const body = { email: 'ana@exemplo.com.br', senha: 'uma senha longa' };
      const answer = await server.call('POST', url, { body });
      expect(answer.status).toBe(500);
      const id = answer.headers['x-request-id'];
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}$/);
      expect(logged().map(({ msg, reqId }) => [msg, reqId])).toEqual([
        ['request failed', id],
        ['request', id],
      ]);
    },
  );

  it.each(['/', '/api/health', '/api/nada', '/trpc/nada.nada', `/api/produtos/${'9'.repeat(600)}`, '/%zz'])(
    'to %s is answered with its id',
    async (url) => {
      expect((await server.call('GET', url)).headers['x-request-id']).toMatch(/^[\da-f-]{13}$/);
    },
  );

  it('gets an id of its own, whatever it says of itself', async () => {
    const headers = { 'x-request-id': 'forged', 'request-id': 'forged' };
    const ids = new Set<unknown>();
    for (let n = 0; n < 50; n += 1)
      ids.add((await server.call('GET', '/api/health', { headers })).headers['x-request-id']);
    expect(ids.size).toBe(50);
    expect(ids).not.toContain('forged');
  });

  it('tells its id to pages of the origins that may call', async () => {
    const headers = { origin: 'https://painel.exemplo' };
    const answer = await server.call('GET', '/api/health', { headers });
    expect(answer.headers['access-control-expose-headers']).toContain('x-request-id');
  });
});
