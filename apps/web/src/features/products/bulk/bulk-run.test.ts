import { describe, expect, it } from 'vitest';
import { runEach } from './bulk-run';

const never = new AbortController().signal;

describe('runEach', () => {
  it('runs every item once, never more than allowed together', async () => {
    const seen: number[] = [];
    let underWay = 0;
    let most = 0;
    await runEach(
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
      async (item) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await Promise.resolve();
        seen.push(item);
        underWay -= 1;
      },
      { atOnce: 4, signal: never },
    );
    expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(most).toBe(4);
  });

  it('begins nothing after the abort and waits for what is under way', async () => {
    const controller = new AbortController();
    const ended: number[] = [];
    await runEach(
      [1, 2, 3, 4, 5, 6],
      async (item) => {
        if (item === 2) controller.abort();
        await Promise.resolve();
        ended.push(item);
      },
      { atOnce: 2, signal: controller.signal },
    );
    expect(ended).toEqual([1, 2]);
  });

  it('ends at once when there is nothing to do', async () => {
    await expect(
      runEach([], () => Promise.reject(new Error('never called')), { atOnce: 3, signal: never }),
    ).resolves.toBeUndefined();
  });
});
