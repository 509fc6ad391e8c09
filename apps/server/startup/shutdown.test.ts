import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createReadiness } from '../http/readiness';
import { deferred } from '../testing/deferred';
import { createTestServer } from '../testing/server';
import { listen } from './listening';
import { shutDown } from './shutdown';

/** A server with one request under way, which ends when it is told to; `ends` is what ended, in order. */
async function openServer() {
  const app = Fastify();
  const [entered, gate] = [deferred(), deferred()];
  const ends: string[] = [];
  app.get('/', async () => {
    entered.resolve();
    await gate.promise;
    ends.push('request');
    return 'done';
  });
  const url = await listen(app, { host: '127.0.0.1', port: 0 });
  const answer = fetch(url).then(
    (response) => response.text(),
    () => 'cut',
  );
  await entered.promise;
  const stoppable = {
    app,
    readiness: createReadiness(),
    stopJobs: async () => void ends.push('jobs'),
    database: { close: async () => void ends.push('database') },
  };
  return { stoppable, ends, answer, release: gate.resolve };
}

it('ends well once every request was answered, the database last', async () => {
  const { stoppable, ends, answer, release } = await openServer();
  const code = shutDown(stoppable);
  release();
  expect([await answer, await code]).toEqual(['done', 0]);
  expect(ends.at(-1)).toBe('database');
  expect(ends.sort()).toEqual(['database', 'jobs', 'request']);
});

it('ends with a failure at once when a request was cut, so that it writes nothing more', async () => {
  const { stoppable, ends, answer, release } = await openServer();
  expect(await shutDown(stoppable, { requestsWithinMs: 1 })).toBe(1);
  expect([await answer, ends]).toEqual(['cut', ['jobs']]);
  release();
});

it('ends with a failure when background work or the database do not end', async () => {
  const { stoppable, release } = await openServer();
  release();
  const stopJobs = () => new Promise<never>(() => undefined);
  expect(await shutDown({ ...stoppable, stopJobs }, { restWithinMs: 1 })).toBe(1);
});

it('tells whoever watches /ready that it closes, and serves everybody until they know', async () => {
  const readiness = createReadiness();
  const server = await createTestServer({ app: { readiness } });
  const url = await listen(server.app, { host: '127.0.0.1', port: 0 });
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${url}/api/${path}`);
    return [status, headers.get('retry-after')];
  };
  for (const _ of [1, 2]) expect(await ask('ready')).toEqual([200, null]);
  const stoppable = { app: server.app, readiness, stopJobs: async () => undefined, database: server };
  const code = shutDown(stoppable);
  for (const _ of [1, 2]) expect(await ask('ready')).toEqual([503, '5']);
  expect(await ask('health')).toEqual([200, null]);
  expect(await ask('auth/me')).toEqual([401, null]);
  expect(await ask('ready')).toEqual([503, '5']);
  expect(await code).toBe(0);
  await expect(ask('health')).rejects.toThrow('fetch failed');
});
