import { expect, it } from 'vitest';
import { createImportQueue } from './route';

/** Work that ends when told to. */
function job() {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { finish, run: () => done };
}

const makeQueue = (slots = 2) => createImportQueue({ slots, perSeller: 2 });

/** Lets everything that can go on do so. */
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

it('writes one import of a seller at a time, oldest first, and of several sellers together', async () => {
  const queue = makeQueue();
  const started: string[] = [];
  const [first, second, other] = [job(), job(), job()];
  const start = (usuarioId: string, name: string, { run }: ReturnType<typeof job>) =>
    queue.enqueue(usuarioId, () => {
      started.push(name);
      return run();
    });
  const all = [start('a', 'a1', first), start('a', 'a2', second), start('b', 'b1', other)];
  await nextTick();
  expect(started).toEqual(['a1', 'b1']);
  first.finish();
  await nextTick();
  expect(started).toEqual(['a1', 'b1', 'a2']);
  second.finish();
  other.finish();
  await Promise.all(all);
});

it('writes no more imports at a time than it has slots', async () => {
  const queue = makeQueue(1);
  const [first, second] = [job(), job()];
  let isSecondStarted = false;
  const all = [
    queue.enqueue('a', first.run),
    queue.enqueue('b', () => {
      isSecondStarted = true;
      return second.run();
    }),
  ];
  await nextTick();
  expect(isSecondStarted).toBe(false);
  first.finish();
  await nextTick();
  expect(isSecondStarted).toBe(true);
  second.finish();
  await Promise.all(all);
});

it('goes on after an import that failed', async () => {
  const queue = makeQueue(1);
  await expect(queue.enqueue('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await queue.enqueue('a', async () => 'done')).toBe('done');
});

it('refuses a seller who has too many at once, and no other seller, until one ends', async () => {
  const queue = makeQueue();
  const [first, second] = [job(), job()];
  const all = [queue.admit('a', first.run), queue.admit('a', second.run)];
  await expect(queue.admit('a', async () => 'x')).rejects.toMatchObject({ kind: 'too_many', retryAfter: 10 });
  expect(await queue.admit('b', async () => 'x')).toBe('x');
  first.finish();
  await all[0];
  expect(await queue.admit('a', async () => 'x')).toBe('x');
  second.finish();
  await all[1];
});
