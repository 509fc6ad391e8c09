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

it('stands in a sentence by its words, and recent moments as everywhere', () => {
  const { container } = render(
    <>
      <When date="2026-11-20T00:01:00Z" inSentence />, <When date="2025-10-03T12:15:00Z" inSentence />,{' '}
      <When date="2026-11-21T14:25:00Z" inSentence />
    </>,
  );
  expect(container.textContent).toBe('em 19/11 às 21:01, em 03/10/2025 às 09:15, há 5 min');
});

it('leaves no timer behind', () => {
  const { unmount } = render(<When date="2026-11-21T14:30:00Z" />);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
