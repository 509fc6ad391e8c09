import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { collectGarbage, type DripPhase, DrippingServer } from '@esteira/config/testing/dripping-server';
import { afterEach, describe, expect, it } from 'vitest';
import { anySignal } from './any-signal';
import { fetchWithin } from './fetch-within';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function drip(phase: DripPhase): Promise<string> {
  const server = await DrippingServer.start(phase, collectGarbage);
  closing.push(() => server.close());
  return server.url;
}

const nameOf = (call: Promise<unknown>) =>
  call.then(
    () => 'a response',
    (error: Error) => error.name,
  );
const limits = { timeoutMs: 300, maxBytes: 1_000_000 };
/** For what is not about time. */
const UNHURRIED = { ...limits, timeoutMs: 60_000 };

describe.each(['headers', 'body'] as const)(
  'a response whose %s drip, while garbage is collected',
  (phase) => {
    it('ends within the time limit, many calls at once', async () => {
      const url = await drip(phase);
      const calls = Array.from({ length: 12 }, () =>
        nameOf(fetchWithin(url, { method: 'POST', body: '{}' }, limits)),
      );
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['TimeoutError']));
    });

    it.each([
      ['a timeout', () => AbortSignal.timeout(200)],
      [
        'the first of several timeouts',
        () => anySignal([new AbortController().signal, AbortSignal.timeout(200)]),
      ],
      [
        'the first of nested ones',
        () =>
          anySignal([
            anySignal([new AbortController().signal, AbortSignal.timeout(200)]),
            AbortSignal.timeout(60_000),
          ]),
      ],
    ])("ends with the caller's signal, which is %s", async (_, makeSignal) => {
      const url = await drip(phase);
      const call = () => nameOf(fetchWithin(url, {}, { ...UNHURRIED, signal: makeSignal() }));
      expect(new Set(await Promise.all(Array.from({ length: 8 }, call)))).toEqual(new Set(['TimeoutError']));
    });
  },
);

describe('a response', () => {
  it('comes whole, of whatever pieces', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(201, { 'x-a': 'b' });
      for (const piece of ['olá', '', ' ', 'mundo'.repeat(40_000)]) response.write(piece);
      response.end();
    });
    const { status, headers, bytes } = await fetchWithin(url, {}, UNHURRIED);
    expect([status, headers.get('x-a')]).toEqual([201, 'b']);
    expect(new TextDecoder().decode(bytes)).toBe(`olá ${'mundo'.repeat(40_000)}`);
  });

  it('may have no body', async () => {
    const url = await serve((_request, response) => response.writeHead(204).end());
    expect((await fetchWithin(url, {}, UNHURRIED)).bytes).toHaveLength(0);
  });

  it('that never ends is read up to its limit', async () => {
    const url = await serve((_request, response) => {
      const more = () => {
        if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(more);
        else response.once('drain', more);
      };
      more();
    });
    expect(await nameOf(fetchWithin(url, {}, UNHURRIED))).toBe('BodyTooLongError');
  });

  it.each([1, 2, 3])('that is packed %i times counts unpacked', async (times) => {
    let packed: Uint8Array = Buffer.alloc(30_000_000);
    for (let time = 0; time < times; time += 1) packed = gzipSync(packed);
    const encoding = Array.from({ length: times }, () => 'gzip').join(', ');
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(packed),
    );
    expect(await nameOf(fetchWithin(url, {}, UNHURRIED))).toBe('BodyTooLongError');
  });

  it('is not asked for once the caller has given up', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    expect(await nameOf(fetchWithin(url, {}, { ...limits, signal: AbortSignal.abort() }))).toBe('AbortError');
    expect(requests).toBe(0);
  });

  it('leaves nothing behind on the signal of a caller who goes on', async () => {
    const url = await serve((_request, response) => response.end());
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...given: Parameters<typeof add>) => {
      listeners += 1;
      add(...given);
    };
    signal.removeEventListener = (...given: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...given);
    };
    await fetchWithin(url, {}, { ...UNHURRIED, signal });
    expect(listeners).toBe(0);
  });
});

describe('anySignal', () => {
  it('fires for a timeout that nothing else refers to', async () => {
    const url = await drip('body');
    const waiting = fetchWithin(url, {}, { ...limits, timeoutMs: 1_500 }).catch(() => 'never fired');
    const signal = anySignal([new AbortController().signal, AbortSignal.timeout(200)]);
    const fired = new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve('fired'));
    });
    expect(await Promise.race([fired, waiting])).toBe('fired');
    await waiting;
  });
});
