import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { deferred } from '../testing/deferred';
import { createSameTurn } from './same-turn';

it('work is done once for all who ask at once, and each key has its own', async () => {
  const share = createSameTurn<number>();
  let runs = 0;
  const work = async () => {
    runs += 1;
    return runs;
  };
  expect(await Promise.all([share('a', work), share('a', work), share('b', work)])).toEqual([1, 1, 2]);
});

it('whoever asks after the work began does not get its outcome', async () => {
  const share = createSameTurn<string>();
  const { promise: slow, resolve } = deferred();
  const early = share('a', async () => {
    await slow;
    return 'before the write';
  });
  await nextTurn();
  await nextTurn();
  expect(await share('a', async () => 'after the write')).toBe('after the write');
  resolve();
  expect(await early).toBe('before the write');
});

it('a failure reaches all who asked, and nobody after them', async () => {
  const share = createSameTurn<string>();
  const fail = () => Promise.reject(new Error('failed'));
  const answers = await Promise.allSettled([share('a', fail), share('a', fail)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await share('a', async () => 'done')).toBe('done');
});
