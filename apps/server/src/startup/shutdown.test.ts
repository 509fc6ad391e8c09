import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { deferred } from '../testing/deferred';
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
  expect(await shutDown(stoppable, 1)).toBe(1);
  expect([await answer, ends]).toEqual(['cut', ['jobs']]);
  release();
});
