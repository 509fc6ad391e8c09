import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe('health and readiness', () => {
  it('are there without a session', async () => {
    expect(await server.call('GET', '/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await server.call('GET', '/api/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it('tell apart a running process from one that misses a migration', async () => {
    await server.db.execute(sql`UPDATE drizzle.__drizzle_migrations SET hash = 'x' || hash`);
    const ready = await server.call('GET', '/api/ready');
    expect([ready.status, ready.body]).toEqual([
      503,
      { detail: 'Serviço indisponível. Tente novamente em instantes.' },
    ]);
    expect((await server.call('GET', '/api/health')).status).toBe(200);
    await server.db.execute(sql`UPDATE drizzle.__drizzle_migrations SET hash = substr(hash, 2)`);
    expect((await server.call('GET', '/api/ready')).status).toBe(200);
  });

  it('answer 503, not 500, when the database does not, and tell the log alone why', async () => {
    const lines: string[] = [];
    const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    const broken = await createTestServer({
      deps: { db: new Proxy({} as TestServer['db'], { get: () => gone }) },
      app: { logger: { level: 'warn', stream: { write: (line) => lines.push(line) } } },
    });
    const ready = await broken.call('GET', '/api/ready');
    expect([ready.status, ready.text.includes('ECONNREFUSED')]).toEqual([503, false]);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        msg: 'not ready',
        reason: 'the database refused',
        code: 'ECONNREFUSED',
      }),
    );
    await broken.close();
  });
});
