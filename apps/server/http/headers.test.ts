import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../testing/server';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ app: { corsOrigins: ['https://painel.exemplo'] } });
});
afterAll(() => server.close());

/** One answer of every kind: page, API, tRPC, error, unknown. */
const ADDRESSES = [
  '/',
  '/api/health',
  '/api/auth/me',
  '/api/nada',
  '/trpc/auth.me',
  '/trpc/nada.nada',
  '/nada',
];

describe('security headers', () => {
  it.each(ADDRESSES)('are on the answer of %s', async (url) => {
    const { headers } = await server.call('GET', url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "frame-ancestors 'none'"]));
    expect(policy.join()).not.toMatch(/unsafe|upgrade-insecure-requests/);
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it.each(['/api/auth/me', '/api/openapi.json', '/trpc/auth.me'])(
    'keep the answer of %s out of caches',
    async (url) => {
      expect((await server.call('GET', url)).headers['cache-control']).toBe('no-store');
    },
  );

  it('announce HSTS only to who came by HTTPS', async () => {
    expect((await server.call('GET', '/api/health')).headers).not.toHaveProperty('strict-transport-security');
    const spoofed = { headers: { 'x-forwarded-proto': 'https' } };
    expect((await server.call('GET', '/api/health', spoofed)).headers).not.toHaveProperty(
      'strict-transport-security',
    );
  });

  it('announce HSTS behind a trusted proxy that says HTTPS, and where PUBLIC_URL does', async () => {
    const proxied = await createTestServer({ app: { trustProxy: ['127.0.0.1'] } });
    const secure = await createTestServer({ app: { behindHttps: true } });
    const sent = { headers: { 'x-forwarded-proto': 'https' } };
    expect((await proxied.call('GET', '/api/health', sent)).headers).toHaveProperty(
      'strict-transport-security',
    );
    expect((await proxied.call('GET', '/api/health')).headers).not.toHaveProperty(
      'strict-transport-security',
    );
    expect((await secure.call('GET', '/api/health')).headers).toHaveProperty('strict-transport-security');
    await Promise.all([proxied.close(), secure.close()]);
  });

  it('speak of subdomains only where HSTS_SUBDOMINIOS says so', async () => {
    const hstsOf = async (hstsSubdomains?: boolean) => {
      const other = await createTestServer({ app: { behindHttps: true, hstsSubdomains } });
      const { headers } = await other.call('GET', '/api/health');
      await other.close();
      return headers['strict-transport-security'];
    };
    expect(await hstsOf()).toBe('max-age=31536000');
    expect(await hstsOf(true)).toBe('max-age=31536000; includeSubDomains');
  });
});

describe('cross-origin calls', () => {
  const preflight = (origin: string, url: string) =>
    server.call('OPTIONS', url, {
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization',
      },
    });

  it.each(['/api/produtos/1', '/trpc/products.list'])('from a named origin may call %s', async (url) => {
    const { status, headers } = await preflight('https://painel.exemplo', url);
    expect([status, headers['access-control-allow-origin']]).toEqual([204, 'https://painel.exemplo']);
    expect(headers['access-control-allow-headers']).toContain('authorization');
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('from any other origin get no permission', async () => {
    const { headers } = await preflight('https://outro.exemplo', '/api/produtos/1');
    expect(headers['access-control-allow-origin']).not.toBe('https://outro.exemplo');
    expect(headers['access-control-allow-origin']).not.toBe('*');
  });

  it('get no permission at all where no origin is named', async () => {
    const closed = await createTestServer();
    const { headers } = await closed.call('GET', '/api/health', {
      headers: { origin: 'https://painel.exemplo' },
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    await closed.close();
  });
});
