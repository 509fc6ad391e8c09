import { render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { formatTimeLeft, PixTimeLeft } from './pix-time-left';

it.each([
  [1_800_000, '30:00'],
  [1_799_001, '30:00'],
  [61_000, '1:01'],
  [3_600_000, '1:00:00'],
  [3_725_000, '1:02:05'],
  [1, '0:01'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('tells that %d ms are left as %s', (ms, text) => {
  expect(formatTimeLeft(ms)).toBe(text);
});

afterEach(() => vi.useRealTimers());

it('tells no more time than is left when the server is asked again between two seconds', () => {
  vi.useFakeTimers();
  const start = Date.now();
  const { rerender } = render(createElement(PixTimeLeft, { endsAt: start + 1_800_000 }));
  vi.setSystemTime(start + 700);
  rerender(createElement(PixTimeLeft, { endsAt: start + 700 + 1_799_300 + 50 }));
  expect(screen.getByRole('timer').textContent).toBe('30:00');
});
