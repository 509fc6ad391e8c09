import { once } from 'node:events';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { deferred } from '../testing/deferred';
import { closeGracefully, listen } from './listening';

/** An app with a route that answers only when it is told to. */
async function appWithSlowRoute() {
  const app: FastifyInstance = Fastify({ return503OnClosing: false });
  const entered = deferred();
  const gate = deferred();
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

  it('tells an address that a browser can open where it listens everywhere', async () => {
    const app = Fastify();
    expect(await listen(app, { host: '0.0.0.0', port: 0 })).toMatch(/^http:\/\/localhost:\d+$/);
    await app.close();
  });
});

describe('closeGracefully', () => {
  it('lets a request finish that is being answered, and accepts no more', async () => {
    const { app, entered, release, url } = await appWithSlowRoute();
    const answer = fetch(`${url}/slow`);
    await entered;
    const closed = closeGracefully(app);
    await expect(fetch(`${url}/none`)).rejects.toThrow('fetch failed');
    release();
    expect(await (await answer).json()).toEqual({ done: true });
    await closed;
  });

  it('cuts a request that takes too long', async () => {
    const { app, entered, release, url } = await appWithSlowRoute();
    const answer = expect(fetch(`${url}/slow`)).rejects.toThrow('fetch failed');
    await entered;
    await closeGracefully(app, 1);
    await answer;
    release();
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
