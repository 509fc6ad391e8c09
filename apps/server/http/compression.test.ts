import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer();
  user = await makeUser(server);
});
afterAll(() => server.close());

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

const get = (url: string, acceptEncoding?: string) =>
  server.app.inject({
    method: 'GET',
    url,
    headers: {
      authorization: `Bearer ${user.token}`,
      ...(acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding }),
    },
  });

const DESCRIPTION = '/api/openapi.json';

it('compresses lists on both transports, streamed and whole', async () => {
  for (let index = 0; index < 8; index++) await makeProduct(server, user, { nome: `Caneca ${index}` });
  const input = encodeURIComponent(JSON.stringify({}));
  for (const url of ['/api/produtos', '/api/produtos?limite=8', `/trpc/products.list?input=${input}`]) {
    const plain = await get(url);
    const packed = await get(url, 'br');
    expect([url, packed.headers['content-encoding']]).toEqual([url, 'br']);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.payload);
  }
});

describe('answers of a kilobyte and more', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
  ] as const)(
    'are small for a client that takes %s, and the same once unpacked',
    async (accepted, encoding) => {
      const plain = await get(DESCRIPTION);
      const packed = await get(DESCRIPTION, accepted);
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
      expect(unpack[encoding](packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    },
  );

  it('stay as they are for a client that takes nothing else, and caches know the two apart', async () => {
    const plain = await get(DESCRIPTION);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect((await get(DESCRIPTION, 'br')).headers['vary']).toMatch(/accept-encoding/i);
  });
});

it('leaves small answers alone', async () => {
  const answer = await get('/api/auth/me', 'gzip, br');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).not.toHaveProperty('content-encoding');
});

it('does not unpack what is sent to it', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ email: user.email, senha: 'x' })),
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
});
