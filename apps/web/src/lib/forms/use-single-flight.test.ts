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
