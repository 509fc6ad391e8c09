import type { Order } from '@esteira/validators/order';
import { useRecentSteps } from '../actions/recent-steps';

/** Whether an order waits for its payment, or was just paid: until the list moves on, its card keeps its height. */
export function usePaymentShown({ id, status }: Order): boolean {
  const { steps } = useRecentSteps();
  return status === 'enviado_fornecedor' || (status === 'pago' && steps.get(id)?.action === 'pay');
}
