import type { Order } from '@esteira/validators/orders/order';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RecentStepsProvider, useStepNotes } from '../actions/recent-steps';
import { describeStep, StepAnnouncement } from './step-announcement';

const order = { ml_order_id: '123' } as Order;
const counts = { todos: 2929, pendentes: 27, aprovados: 1, com_fornecedor: 4 } as OrderCounts;

it('says the order, its step and what is left', () => {
  expect(describeStep({ order, action: 'approve' }, counts)).toBe('Pedido 123 aprovado, 27 pendentes');
  expect(describeStep({ order, action: 'sendToSupplier' }, counts)).toBe(
    'Pedido 123 enviado ao fornecedor, 1 aprovado',
  );
  expect(describeStep({ order, action: 'approve' }, { ...counts, pendentes: 0 })).toBe(
    'Pedido 123 aprovado, nenhum pendente',
  );
  expect(describeStep({ order, action: 'approve' }, { ...counts, pendentes: 1200 })).toBe(
    'Pedido 123 aprovado, 1.200 pendentes',
  );
});

it('says no number where none is counted or known', () => {
  expect(describeStep({ order, action: 'pay' }, counts)).toBe('Pedido 123 pago ao fornecedor');
  expect(describeStep({ order, action: 'approve' }, undefined)).toBe('Pedido 123 aprovado');
});

function StepButton() {
  const { goOn } = useStepNotes();
  return (
    <button type="button" onClick={() => goOn({ order, action: 'approve' })}>
      Step
    </button>
  );
}

function Orders(props: { counts: OrderCounts; isReading: boolean }) {
  return (
    <RecentStepsProvider>
      <StepAnnouncement {...props} />
      <StepButton />
    </RecentStepsProvider>
  );
}

it('is said once, with the counts of a list that was read after the step', () => {
  const { rerender } = render(<Orders counts={counts} isReading />);
  fireEvent.click(screen.getByRole('button'));
  expect(screen.queryByText(/aprovado/)).toBeNull();
  rerender(<Orders counts={{ ...counts, pendentes: 26 }} isReading={false} />);
  expect(screen.getByText('Pedido 123 aprovado, 26 pendentes')).not.toBeNull();
  rerender(<Orders counts={{ ...counts, pendentes: 20 }} isReading />);
  rerender(<Orders counts={{ ...counts, pendentes: 19 }} isReading={false} />);
  expect(screen.getByText('Pedido 123 aprovado, 26 pendentes')).not.toBeNull();
});
