import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCoalescer } from './coalescer';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp({ takes = 0, busy = (): boolean => false } = {}) {
  const runs: { topics: string[]; at: number }[] = [];
  const start = Date.now();
  const coalescer = createCoalescer<string>({
    run: (topics) => {
      runs.push({ topics: [...topics], at: Date.now() - start });
      return new Promise((resolve) => setTimeout(resolve, takes));
    },
    isBusy: busy,
  });
  return { coalescer, runs };
}

it('runs once for all that is asked for together, each topic once', async () => {
  const { coalescer, runs } = setUp();
  for (let sale = 0; sale < 100; sale += 1) coalescer.request(['orders', 'stock']);
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs.map((run) => run.topics)).toEqual([['orders', 'stock']]);
});

it('runs no more than twice a second under a steady stream, and loses nothing at its end', async () => {
  const { coalescer, runs } = setUp();
  for (let sale = 0; sale < 40; sale += 1) {
    coalescer.request(['orders']);
    await vi.advanceTimersByTimeAsync(50);
  }
  coalescer.request(['last']);
  await vi.advanceTimersByTimeAsync(2000);
  const gaps = runs.slice(1).map((run, index) => run.at - (runs[index]?.at ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(500);
  expect(runs.at(-1)?.topics).toContain('last');
});

it('starts no second run while one is under way, but goes on after one that hangs', async () => {
  const { coalescer, runs } = setUp({ takes: 60_000 });
  coalescer.request(['orders']);
  await vi.advanceTimersByTimeAsync(200);
  coalescer.request(['orders']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(runs).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toHaveLength(2);
});

it('waits for what must not be disturbed', async () => {
  let busy = true;
  const { coalescer, runs } = setUp({ busy: () => busy });
  coalescer.request(['orders']);
  await vi.advanceTimersByTimeAsync(3000);
  expect(runs).toHaveLength(0);
  busy = false;
  await vi.advanceTimersByTimeAsync(500);
  expect(runs).toHaveLength(1);
});

it('runs nothing after its end', async () => {
  const { coalescer, runs } = setUp();
  coalescer.request(['orders']);
  coalescer.stop();
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toHaveLength(0);
});
