import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSingleFlight } from './use-single-flight';

it('lets two calls in one tick through as one, and the next after the answer', async () => {
  let answer: () => void = () => {};
  const run = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const { result } = renderHook(() => useSingleFlight(run));
  result.current('a');
  result.current('b');
  expect(run.mock.calls).toEqual([['a']]);
  await act(async () => answer());
  result.current('c');
  expect(run).toHaveBeenLastCalledWith('c');
});

it('is free again after a failure', async () => {
  const run = vi.fn(async () => {
    throw new Error('refused');
  });
  const { result } = renderHook(() => useSingleFlight(run));
  await act(async () => result.current('a'));
  await act(async () => result.current('b'));
  expect(run).toHaveBeenCalledTimes(2);
});

it('hides no defect in what follows the answer', async () => {
  // The runner's own listeners would fail the test for what it is about.
  const listeners = process.rawListeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  try {
    const defect = new Promise((resolve) => process.once('unhandledRejection', resolve));
    const onDone = () => {
      throw new Error('a defect');
    };
    const { result } = renderHook(() => useSingleFlight(async () => 'answer', onDone));
    result.current('a');
    const nothing = new Promise((resolve) => setTimeout(resolve, 200, 'nothing'));
    expect(await Promise.race([defect, nothing])).toEqual(new Error('a defect'));
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener as () => void);
  }
});
