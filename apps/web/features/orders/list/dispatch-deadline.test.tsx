import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DispatchDeadline } from './dispatch-deadline';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T13:59:00-03:00') });
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (status: OrderStatus, despachar_ate: string | null) =>
  render(<DispatchDeadline order={{ status, despachar_ate }} />).container;

it('becomes late while it is looked at, in words and with a sign', () => {
  const shown = show('pago', '2026-11-21T17:00:00.000Z');
  expect(shown.textContent).toBe('Despachar até hoje 14:00');
  expect(shown.querySelector('svg')).toBeNull();
  act(() => {
    vi.advanceTimersByTime(60_000);
  });
  expect(shown.textContent).toBe('Atrasado · Despachar até hoje 14:00');
  expect(shown.querySelector('svg')).not.toBeNull();
});

it('is marked in the four hours before it, no sooner, and then as late', () => {
  const line = show('pago', '2026-11-21T21:00:00.000Z').querySelector('p');
  const marks = () =>
    ['text-warning-text', 'text-danger-text'].filter((mark) => line?.classList.contains(mark));
  // Four hours and a minute are left.
  expect(marks()).toEqual([]);
  act(() => {
    vi.advanceTimersByTime(2 * 60_000);
  });
  expect(marks()).toEqual(['text-warning-text']);
  act(() => {
    vi.advanceTimersByTime(4 * 60 * 60_000);
  });
  expect(marks()).toEqual(['text-danger-text']);
});

it.each(['enviado_cliente', 'entregue', 'cancelado'] as const)('says nothing of what is %s', (status) => {
  expect(show(status, '2026-11-01T12:00:00.000Z').textContent).toBe('');
});

it('says nothing where the marketplace does not tell', () => {
  expect(show('pendente', null).textContent).toBe('');
});
