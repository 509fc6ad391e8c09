import type { Order } from '@esteira/validators/orders/order';
import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RecentStepsProvider, useStepNotes } from '../actions/recent-steps';
import { useStableOrders } from './use-stable-orders';

const order = (id: string, status = 'pendente') => ({ id, status }) as Order;
let notes: ReturnType<typeof useStepNotes>;

function List({ orders }: { orders: Order[] }) {
  notes = useStepNotes();
  const stable = useStableOrders({ list: 'pendentes', orders, wanted: null });
  return <p>{stable.orders.map(({ id }) => id).join(' ')}</p>;
}

const page = (orders: Order[]) => (
  <RecentStepsProvider>
    <List orders={orders} />
  </RecentStepsProvider>
);

it('keeps the place of an order that took a step, though the list without it is read in the same moment', () => {
  const [a, b, c] = [order('a'), order('b'), order('c')];
  const { rerender } = render(page([a, b, c]));
  act(() => {
    notes.begin(b, 'approve');
    rerender(page([a, c]));
  });
  expect(screen.getByText('a b c')).not.toBeNull();
});

it('lets it go once its step is taken back', () => {
  const [a, b, c] = [order('a'), order('b'), order('c')];
  const { rerender } = render(page([a, b, c]));
  act(() => notes.begin(b, 'approve'));
  rerender(page([a, c]));
  act(() => notes.drop('b'));
  expect(screen.getByText('a c')).not.toBeNull();
});
