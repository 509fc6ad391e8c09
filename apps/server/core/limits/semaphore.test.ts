import { describe, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { AppError } from '../errors';
import { createSemaphore } from './semaphore';

const refusal = () => new AppError('unavailable', 'Tente depois.', { retryAfter: 5 });
const OPTIONS = { inAll: 2, waiting: 5, waitingOfKey: 3, refusal };

/** Work of these keys, each of which ends when told; and who began, in order. */
function createWork(queue = createSemaphore(OPTIONS)) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (key: string) =>
    queue.run(key, async () => {
      begun.push(key);
      const end = deferred();
      ends.push(end.resolve);
      await end.promise;
    });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, endOne };
}

describe('a semaphore', () => {
  it('let no more run at once than told', async () => {
    const { begun, ask, endOne } = createWork();
    for (const key of ['a', 'b', 'c', 'd']) void ask(key);
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
    await endOne();
    expect(begun).toEqual(['a', 'b', 'c']);
  });

  it('serve who asks once before the second of who asks a lot', async () => {
    const { begun, ask, endOne } = createWork();
    for (const key of ['flood', 'flood', 'flood', 'flood', 'flood', 'other']) void ask(key);
    await new Promise(setImmediate);
    for (let n = 0; n < 4; n += 1) await endOne();
    expect(begun).toEqual(['flood', 'flood', 'flood', 'other', 'flood', 'flood']);
  });

  it('refuse work that has waited too long, which then does not run', async () => {
    const { begun, ask, endOne } = createWork(createSemaphore({ ...OPTIONS, inAll: 1, maxWaitMs: 1 }));
    const first = ask('a');
    const refused = { kind: 'unavailable', retryAfter: 5 };
    await Promise.all(['b', 'b', 'c'].map((key) => expect(ask(key)).rejects.toMatchObject(refused)));
    await endOne();
    await first;
    void ask('d');
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'd']);
  });

  it('refuse at once what would wait too long, of one and of all, with when to come again', async () => {
    const { ask } = createWork();
    const refused = { kind: 'unavailable', message: 'Tente depois.', retryAfter: 5 };
    for (let n = 0; n < 5; n += 1) void ask('flood');
    await expect(ask('flood')).rejects.toMatchObject(refused);
    for (const key of ['a', 'b']) void ask(key);
    await expect(ask('c')).rejects.toMatchObject(refused);
  });

  it('go on after work that fails', async () => {
    const queue = createSemaphore({ ...OPTIONS, inAll: 1 });
    const failed = queue.run('a', () => Promise.reject(new Error('a bug')));
    const next = queue.run('b', async () => 'done');
    await expect(failed).rejects.toThrow('a bug');
    expect(await next).toBe('done');
  });
});
