import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { LONG_STATEMENT_MS } from '@esteira/db/database';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { deferred } from '../testing/deferred';
import { closeGracefully, FINISH_WITHIN_MS, listen } from './listening';

/** An app with a route that answers only when it is told to. */
async function appWithSlowRoute() {
  const app: FastifyInstance = Fastify({ return503OnClosing: false });
  const entered = deferred();
  const gate = deferred();
  app.get('/fast', async () => ({ done: true }));
  app.get('/slow', async () => {
    entered.resolve();
    await gate.promise;
    return { done: true };
  });
  return {
    app,
    entered: entered.promise,
    release: gate.resolve,
    url: await listen(app, { host: '127.0.0.1', port: 0 }),
  };
}

describe('listen', () => {
  it('tells the port that was found free', async () => {
    const { app, url } = await appWithSlowRoute();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/);
    expect((await fetch(`${url}/none`)).status).toBe(404);
    await app.close();
  });

  it('lets a crowd wait at the door while the process is busy', async () => {
    const asked: unknown[] = [];
    const app = Fastify({
      serverFactory: (handler) => {
        const server = createServer(handler);
        const listenFor = server.listen.bind(server) as (...args: unknown[]) => Server;
        server.listen = (...args: unknown[]) => {
          asked.push(args[0]);
          return listenFor(...args);
        };
        return server;
      },
    });
    await listen(app, { host: '127.0.0.1', port: 0 });
    expect(asked).toMatchObject([{ backlog: 4_096 }]);
    await app.close();
  });

  it('tells an address that a browser can open where it listens everywhere', async () => {
    const app = Fastify();
    expect(await listen(app, { host: '0.0.0.0', port: 0 })).toMatch(/^http:\/\/localhost:\d+$/);
    await app.close();
  });
});

/** Sends a request on a connection of its own, at once; answers what comes back until its end. */
function sendRaw(url: string): { sent: Promise<unknown>; received: Promise<string> } {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  const sent = once(socket, 'connect');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  const received = new Promise<string>((done) => {
    socket.on('error', () => undefined).on('close', () => done(text));
  });
  socket.write('GET /fast HTTP/1.1\r\nhost: localhost\r\n\r\n');
  return { sent, received };
}

/** Keeps this thread to itself, as the embedded database does while it works. */
function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('closeGracefully', () => {
  it('answers what was sent before it, also what was not read yet', async () => {
    const { app, url } = await appWithSlowRoute();
    const early = Array.from({ length: 20 }, () => sendRaw(url));
    await Promise.all(early.map(({ sent }) => sent));
    const late = Array.from({ length: 20 }, () => sendRaw(url));
    const closed = closeGracefully(app);
    standStill(400);
    const answers = await Promise.all([...early, ...late].map(({ received }) => received));
    expect(answers.filter((text) => !text.startsWith('HTTP/1.1 200'))).toEqual([]);
    expect(await closed).toBe(true);
  });

  it('lets a request finish that is being answered, and accepts no more', async () => {
    const { app, entered, release, url } = await appWithSlowRoute();
    const answer = fetch(`${url}/slow`);
    await entered;
    const closed = closeGracefully(app);
    const ask = () =>
      fetch(`${url}/fast`).then(
        () => 'answered',
        () => 'refused',
      );
    await expect.poll(ask, { interval: 400, timeout: 10_000 }).toBe('refused');
    release();
    expect(await (await answer).json()).toEqual({ done: true });
    expect(await closed).toBe(true);
  });

  it('cuts a request that takes too long', async () => {
    const { app, entered, release, url } = await appWithSlowRoute();
    const answer = expect(fetch(`${url}/slow`)).rejects.toThrow('fetch failed');
    await entered;
    expect(await closeGracefully(app, 1)).toBe(false);
    await answer;
    release();
  });

  it('gives a request the time of the longest statements, unless told otherwise', () => {
    expect(FINISH_WITHIN_MS).toBeGreaterThanOrEqual(2 * LONG_STATEMENT_MS);
  });

  it('does not wait for a connection that was kept open after its answer', async () => {
    const { app, url } = await appWithSlowRoute();
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    socket.write('GET /none HTTP/1.1\r\nHost: esteira.test\r\n\r\n');
    await once(socket, 'data');
    const hungUp = once(socket, 'close');
    // Longer than a test may take: only one that does not wait for the connection is in time.
    await closeGracefully(app, 600_000);
    await hungUp;
    expect(socket.readyState).toBe('closed');
  });

  it('cuts a connection that never asked anything', async () => {
    const { app, url } = await appWithSlowRoute();
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    await once(socket, 'connect');
    const hungUp = once(socket, 'close');
    await closeGracefully(app, 20);
    await hungUp;
    expect(socket.readyState).toBe('closed');
  });
});
