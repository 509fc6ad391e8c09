import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../../testing/deferred';
import { repeat } from './repeat';

const unexpected = (error: unknown) => {
  throw error;
};

describe('repeat', () => {
  it('runs at once, then again and again, never twice at the same time', async () => {
    let running = 0;
    let runs = 0;
    const { promise, resolve } = deferred();
    const stop = repeat(
      1,
      async () => {
        running += 1;
        expect(running).toBe(1);
        await new Promise((done) => setImmediate(done));
        running -= 1;
        runs += 1;
        if (runs === 3) resolve();
      },
      unexpected,
    );
    await promise;
    await stop();
    expect(runs).toBe(3);
  });

  it('goes on after a failure, which it reports', async () => {
    const failures: unknown[] = [];
    const job = vi.fn().mockRejectedValueOnce(new Error('once')).mockResolvedValue(undefined);
    const stop = repeat(1, job, (error) => failures.push(error));
    await vi.waitUntil(() => job.mock.calls.length >= 2);
    await stop();
    expect(failures).toEqual([new Error('once')]);
  });

  it('stops only after the run that is going on', async () => {
    const { promise, resolve } = deferred();
    let ended = false;
    const stop = repeat(
      1,
      async () => {
        await promise;
        ended = true;
      },
      unexpected,
    );
    const stopped = stop();
    resolve();
    await stopped;
    expect(ended).toBe(true);
  });
});
