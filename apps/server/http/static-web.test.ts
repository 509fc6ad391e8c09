import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { createMercadoPagoGateway } from '@esteira/payments/mercado-pago/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../testing/server';

const PAGE = '<!doctype html><title>Esteira</title>';

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'esteira-web-'));
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await writeFile(join(folder, 'dist/index.html'), PAGE);
  await writeFile(join(folder, 'dist/theme.js'), 'theme();');
  await mkdir(join(folder, 'dist/exemplos'), { recursive: true });
  await writeFile(join(folder, 'dist/exemplos/tec-001.webp'), 'RIFF');
  await writeFile(join(folder, 'dist/assets/index-abc123.js'), 'app();');
  await writeFile(join(folder, 'dist/assets/index-abc123.js.br'), brotliCompressSync('app();'));
  await writeFile(join(folder, 'dist/index.html.gz'), gzipSync(PAGE));
  await writeFile(join(folder, 'secret.txt'), 'not for the web');
  server = await createTestServer({ app: { webFolder: join(folder, 'dist') } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const navigation = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

describe('the web app', () => {
  it.each(['/', '/login', '/produtos', '/checkout/top?x=1', '/qualquer/coisa', '/apis'])(
    'answers its page to a navigation to %s, never from a stale cache',
    async (url) => {
      const answer = await server.call('GET', url, navigation);
      expect([answer.status, answer.text]).toEqual([200, PAGE]);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
      });
    },
  );

  it("lets Mercado Pago's script run on the checkout's page alone, and only where payments are real", async () => {
    const options = { apiBaseUrl: 'http://127.0.0.1:9', accessToken: 'a', publicKey: 'b' };
    const payments = createMercadoPagoGateway({ ...options, clock: () => new Date() });
    const real = await createTestServer({ app: { webFolder: join(folder, 'dist') }, deps: { payments } });
    const policyAt = async (from: TestServer, url: string) =>
      String((await from.call('GET', url, navigation)).headers['content-security-policy']);
    const policy = await policyAt(real, '/checkout/top?x=1');
    expect(policy).toContain("script-src 'self' https://sdk.mercadopago.com");
    expect(policy).toContain('frame-src https:');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    for (const url of ['/', '/pricing', '/checkouts', '/produtos']) {
      expect(await policyAt(real, url)).not.toContain('mercadopago');
    }
    expect(await policyAt(server, '/checkout/top')).not.toContain('mercadopago');
    await real.close();
  });

  it('answers HEAD as GET, without the body', async () => {
    const answer = await server.call('HEAD', '/produtos', navigation);
    expect([answer.status, answer.text]).toEqual([200, '']);
  });

  it('lets hashed assets be kept for good and revalidates the rest', async () => {
    const asset = await server.call('GET', '/assets/index-abc123.js');
    expect([asset.status, asset.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const theme = await server.call('GET', '/theme.js');
    expect([theme.status, theme.headers['cache-control']]).toEqual([200, 'no-cache']);
    const again = await server.call('GET', '/theme.js', {
      headers: { 'if-none-match': String(theme.headers['etag']) },
    });
    expect(again.status).toBe(304);
  });

  it('lets example pictures be kept for a week', async () => {
    const { status, headers } = await server.call('GET', '/exemplos/tec-001.webp');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=604800',
    ]);
  });

  it('sends the smaller copy beside a file to clients that accept it, and never under its own name', async () => {
    const asset = await server.app.inject({
      url: '/assets/index-abc123.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(asset.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(brotliDecompressSync(asset.rawPayload).toString()).toBe('app();');
    for (const url of ['/', '/produtos']) {
      const headers = { ...navigation.headers, 'accept-encoding': 'gzip' };
      const page = await server.app.inject({ url, headers });
      expect([url, page.headers['content-encoding']]).toEqual([url, 'gzip']);
      expect(gunzipSync(page.rawPayload).toString()).toBe(PAGE);
    }
    expect((await server.call('GET', '/assets/index-abc123.js.br')).status).toBe(404);
  });

  it.each(['/assets/index-old.js', '/favicon.ico', '/robots.txt', '/a/b.css'])(
    'leaves the missing file %s missing, even for a navigation',
    async (url) => {
      const answer = await server.call('GET', url, navigation);
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Recurso não encontrado' }]);
    },
  );

  it.each(['/api', '/api/nada', '/api/produtos/1/nada', '/trpc', '/trpc/a/b'])(
    'never answers its page under %s',
    async (url) => {
      const answer = await server.call('GET', url, navigation);
      expect([answer.status, answer.body]).toEqual([404, { detail: 'Recurso não encontrado' }]);
    },
  );

  it('answers its page to nothing but a navigation', async () => {
    expect((await server.call('POST', '/produtos', navigation)).status).toBe(404);
    expect((await server.call('GET', '/produtos', { headers: { accept: 'application/json' } })).status).toBe(
      404,
    );
  });

  it.each(['/../secret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt', '/%2e%2e%5csecret.txt'])(
    'gives no file outside its folder to %s',
    async (url) => {
      expect((await server.call('GET', url, navigation)).text).not.toContain('not for the web');
    },
  );
});

describe('without a built web app', () => {
  it('says so in words and serves the API', async () => {
    const bare = await createTestServer({ app: { webFolder: join(folder, 'nothing') } });
    const answer = await bare.call('GET', '/');
    expect([answer.status, answer.text]).toEqual([
      200,
      expect.stringContaining('ainda não foram compiladas'),
    ]);
    expect((await bare.call('GET', '/produtos', navigation)).status).toBe(404);
    expect((await bare.call('GET', '/api/health')).status).toBe(200);
    await bare.close();
  });
});
