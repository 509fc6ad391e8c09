import { createServer, type RequestListener, type Server } from 'node:http';
import { collectGarbage, DrippingServer } from '@esteira/config/testing/dripping-server';
import { anySignal } from '@esteira/http/any-signal';
import { afterEach, describe, expect, it } from 'vitest';
import { AdapterError } from '../adapter-error';
import { createHttpClient, type HttpClientOptions } from './call';

const NOW = new Date('2026-11-21T12:00:00Z');
const OPTIONS: HttpClientOptions = { subject: 'O Mercado Livre', clock: () => NOW };

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = undefined;
});

async function serve(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const address = started.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

function getFailure(call: Promise<unknown>): Promise<AdapterError> {
  return call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => {
      if (error instanceof AdapterError) return error;
      throw error;
    },
  );
}

describe('the bodies it sends', () => {
  it.each([
    [{ json: { a: 1 } }, 'application/json', '{"a":1}'],
    [{ form: { a: 'é &' } }, 'application/x-www-form-urlencoded;charset=UTF-8', 'a=%C3%A9+%26'],
    [{ bytes: '<a/>', mime: 'application/xml' }, 'application/xml', '<a/>'],
  ])('says what %j is', async (body, mime, sent) => {
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () =>
        response.end(
          JSON.stringify([request.method, request.headers['content-type'], Buffer.concat(chunks).toString()]),
        ),
      );
    });
    const answer = await createHttpClient(OPTIONS)({ method: 'POST', url, body });
    expect(answer.json()).toEqual(['POST', mime, sent]);
  });
});

describe('failures', () => {
  it('says nothing of the address, the token or the body when the server fails', async () => {
    const url = await serve((_request, response) => response.writeHead(503).end('segredo-do-corpo'));
    const error = await getFailure(
      createHttpClient(OPTIONS)({
        method: 'GET',
        url: `${url}/segredo?token=segredo`,
        headers: { authorization: 'Bearer segredo' },
      }),
    );
    expect(error).toMatchObject({ kind: 'upstream_unavailable', cause: 'GET: HTTP 503' });
    expect(error.message).toBe('O Mercado Livre não respondeu. Tente novamente em instantes.');
  });

  it('names a dropped connection by its system code', async () => {
    const url = await serve((request) => request.socket.destroy());
    const error = await getFailure(createHttpClient(OPTIONS)({ method: 'GET', url }));
    expect(error.kind).toBe('upstream_unavailable');
    expect(error.cause).toMatch(/^GET: [A-Z_]+$/);
  });

  it('gives up after its time limit, also in the middle of a body', async () => {
    const url = await serve((_request, response) => response.writeHead(200).write('{'));
    const error = await getFailure(createHttpClient(OPTIONS)({ method: 'GET', url, timeoutMs: 50 }));
    expect(error).toMatchObject({ kind: 'upstream_unavailable', cause: 'GET: TimeoutError' });
  });

  it('ends a body that drips when the caller gives up', async () => {
    const caller = new AbortController();
    const url = await serve((_request, response) => {
      response.writeHead(200).write('{');
      caller.abort();
    });
    const { signal } = caller;
    const error = await getFailure(createHttpClient(OPTIONS)({ method: 'GET', url, signal }));
    expect(error).toMatchObject({ kind: 'upstream_unavailable', cause: 'GET: AbortError' });
  });

  it.each(['headers', 'body'] as const)(
    'gives up %s that drip within both time limits, many at once, while garbage is collected',
    async (phase) => {
      const dripping = await DrippingServer.start(phase, collectGarbage);
      const call = (timeoutMs: number, signal: AbortSignal) =>
        getFailure(createHttpClient(OPTIONS)({ method: 'GET', url: dripping.url, timeoutMs, signal }));
      const inTime = () => anySignal([new AbortController().signal, AbortSignal.timeout(300)]);
      const failures = await Promise.all([
        ...Array.from({ length: 8 }, () => call(300, AbortSignal.timeout(60_000))),
        ...Array.from({ length: 8 }, () => call(60_000, inTime())),
      ]);
      expect(new Set(failures.map(({ cause }) => cause))).toEqual(new Set(['GET: TimeoutError']));
      await dripping.close();
    },
  );

  it('reads no more of a body than its limit', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200);
      const more = () => {
        if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    const error = await getFailure(createHttpClient(OPTIONS)({ method: 'GET', url, maxBytes: 100_000 }));
    expect(error).toMatchObject({ kind: 'upstream_unavailable', cause: 'GET: BodyTooLongError' });
  });

  it('reports an abort as unavailable', async () => {
    const signal = AbortSignal.abort();
    const error = await getFailure(
      createHttpClient(OPTIONS)({ method: 'GET', url: 'http://127.0.0.1', signal }),
    );
    expect(error.kind).toBe('upstream_unavailable');
  });

  it('takes an answer that is no JSON for a failure, unless the caller can do without', async () => {
    const url = await serve((_request, response) => response.end('<html>'));
    const answer = await createHttpClient(OPTIONS)({ method: 'GET', url });
    expect(answer.jsonOrNull()).toBeNull();
    expect(() => answer.json()).toThrow(AdapterError);
  });

  it('does not follow a redirect', async () => {
    const url = await serve((_request, response) => response.writeHead(302, { location: '/outro' }).end());
    expect((await createHttpClient(OPTIONS)({ method: 'GET', url })).status).toBe(302);
  });
});

describe('429', () => {
  it.each([
    ['5', new Date('2026-11-21T12:00:05Z')],
    ['Sat, 21 Nov 2026 12:01:00 GMT', new Date('2026-11-21T12:01:00Z')],
    ['999999', new Date('2026-11-21T13:00:00Z')],
    ['logo mais', null],
  ])('with Retry-After %s', async (value, retryAt) => {
    const url = await serve((_request, response) => response.writeHead(429, { 'retry-after': value }).end());
    const error = await getFailure(createHttpClient(OPTIONS)({ method: 'GET', url }));
    expect(error).toMatchObject({ kind: 'rate_limited', retryAt });
  });
});

describe('causes', () => {
  it('keep the id by which support finds the call', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(500, { 'x-amzn-requestid': 'abc' }).end(),
    );
    const client = createHttpClient({ ...OPTIONS, requestIdHeader: 'x-amzn-requestid' });
    expect(await getFailure(client({ method: 'GET', url }))).toMatchObject({
      cause: 'GET: HTTP 500, request abc',
    });
  });
});
