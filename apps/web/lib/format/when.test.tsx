import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { When } from './when';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:30:10Z') });
});
afterEach(() => vi.useRealTimers());

it('goes with the time: what was now is minutes ago soon, by one timer for all', () => {
  render(
    <>
      <When date="2026-11-21T14:30:00Z" />
      <When date="2026-11-21T14:29:30Z" />
    </>,
  );
  expect(screen.getAllByText('agora')).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(1);
  act(() => vi.advanceTimersByTime(130_000));
  expect(screen.getAllByText('há 2 min')).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(1);
});

it('leaves no timer behind', () => {
  const { unmount } = render(<When date="2026-11-21T14:30:00Z" />);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
