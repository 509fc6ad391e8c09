import { ORDER_STEPS, type OrderStepName } from '@esteira/domain/orders/order-bulk';
import type { OrderAction } from '@esteira/domain/orders/order-machine';
import { findSellerAction } from '@esteira/domain/orders/sent-by-marketplace';
import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import type { BulkWords } from '../../../parts/bulk/bulk-outcome';

/** A step that many orders take at once. */
export interface BulkStep {
  name: OrderStepName;
  action: OrderAction;
  label: string;
  done: BulkWords['done'];
  /** What a failure is called when the server gives no reason. */
  failure: string;
}

const step = (name: OrderStepName, texts: Pick<BulkStep, 'label' | 'done' | 'failure'>): BulkStep => ({
  name,
  action: ORDER_STEPS[name],
  ...texts,
});

export const BULK_STEPS: readonly BulkStep[] = [
  step('aprovar', { label: 'Aprovar', done: ['aprovado', 'aprovados'], failure: 'Erro ao aprovar pedido' }),
  step('enviar-fornecedor', {
    label: 'Enviar ao Fornecedor',
    done: ['enviado ao fornecedor', 'enviados ao fornecedor'],
    failure: 'Erro ao enviar pedido',
  }),
  step('pagar', {
    label: 'Confirmar Pagamento',
    done: ['pago', 'pagos'],
    failure: 'Erro ao confirmar pagamento',
  }),
  step('enviado-cliente', {
    label: 'Marcar como Enviado',
    done: ['enviado ao cliente', 'enviados ao cliente'],
    failure: 'Erro ao atualizar status',
  }),
  step('entregue', {
    label: 'Marcar Entregue',
    done: ['entregue', 'entregues'],
    failure: 'Erro ao atualizar status',
  }),
];

/** Those of the orders that stand where the step begins, and that their seller leads on. */
export function filterReady(orders: readonly ChosenOrder[], { action }: BulkStep): ChosenOrder[] {
  return orders.filter((order) => findSellerAction(order) === action);
}

/** Those that a reason holds back from a step. */
export function filterHeld(orders: readonly ChosenOrder[]): ChosenOrder[] {
  return orders.filter((order) => order.retido !== null && findSellerAction(order) !== null);
}

/** What the suppliers of these orders get, in reais. */
export function sumCosts(orders: readonly ChosenOrder[]): number {
  return orders.reduce((cents, { preco_fornecedor }) => cents + Math.round(preco_fornecedor * 100), 0) / 100;
}
