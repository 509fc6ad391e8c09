import { expect, it } from 'vitest';
import { createSharedLookup } from './shared-lookup';

/** Look-ups that end when the test says so. */
function holdLookups({ maxKeys = 100, maxWaitMs = 60_000 } = {}) {
  const begun: { keys: readonly string[]; end: (found: Map<string, string>) => void; fail: () => void }[] =
    [];
  const ask = createSharedLookup<string>(
    (keys) =>
      new Promise((resolve, reject) => {
        begun.push({ keys, end: resolve, fail: () => reject(new Error('away')) });
      }),
    { maxKeys, maxWaitMs },
  );
  const answer = (at: number, ...found: string[]) =>
    begun[at]?.end(new Map(found.map((key) => [key, `${key}${at}`])));
  return { ask, begun, answer };
}

it('who asks is looked up at once, and who asks meanwhile by the next look-up and never by one that had begun', async () => {
  const { ask, begun, answer } = holdLookups();
  const first = ask('a');
  const later = [ask('a'), ask('b'), ask('a'), ask('absent')];
  expect(begun.map(({ keys }) => keys)).toEqual([['a']]);
  answer(0, 'a', 'b');
  expect(await first).toBe('a0');
  expect(begun.map(({ keys }) => keys)).toEqual([['a'], ['a', 'b', 'absent']]);
  answer(1, 'a', 'b');
  expect(await Promise.all(later)).toEqual(['a1', 'b1', 'a1', undefined]);
  const again = ask('a');
  answer(2, 'a');
  expect(await again).toBe('a2');
});

it('a failure reaches those of its look-up, and the next ones are looked up again', async () => {
  const { ask, begun, answer } = holdLookups();
  const failed = Promise.allSettled([ask('a')]);
  const next = ask('b');
  begun[0]?.fail();
  expect(await failed).toMatchObject([{ status: 'rejected', reason: { message: 'away' } }]);
  answer(1, 'b');
  expect(await next).toBe('b1');
});

it('a look-up without an answer holds the others up no longer than is said', async () => {
  const { ask, begun, answer } = holdLookups({ maxWaitMs: 5 });
  const stuck = ask('a');
  const next = ask('b');
  await expect.poll(() => begun.length).toBe(2);
  answer(1, 'b');
  expect(await next).toBe('b1');
  answer(0, 'a');
  expect(await stuck).toBe('a0');
});

it('many keys are looked up in parts', async () => {
  const { ask, begun, answer } = holdLookups({ maxKeys: 2 });
  const all = ['a', 'b', 'c', 'd'].map((key) => ask(key));
  answer(0, 'a');
  await all[0];
  answer(1, 'b', 'c');
  await all[2];
  answer(2, 'd');
  expect(await Promise.all(all)).toEqual(['a0', 'b1', 'c1', 'd2']);
  expect(begun.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c'], ['d']]);
});
