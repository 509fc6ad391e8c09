import { expect, it } from 'vitest';
import { createOnce } from './once';

it('work is done once for all who ask, also when it is done already, and each key has its own', async () => {
  const once = createOnce();
  let runs = 0;
  const work = async () => {
    runs += 1;
    return runs;
  };
  expect(await Promise.all([once('a', work), once('a', work), once('b', work)])).toEqual([1, 1, 2]);
  expect(await once('a', work)).toBe(1);
});

it('a failure reaches all who ask, and the next call starts again', async () => {
  const once = createOnce();
  const fail = () => Promise.reject(new Error('failed'));
  const answers = await Promise.allSettled([once('a', fail), once('a', fail)]);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await once('a', async () => 'done')).toBe('done');
});
