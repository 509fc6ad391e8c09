import type { Order } from '@esteira/validators/orders/order';
import { useRecentStep } from '../actions/recent-steps';

/** Whether an order waits for its payment, or was just paid: until the list moves on, its card keeps its height. */
export function usePaymentShown({ id, status }: Order): boolean {
  const step = useRecentStep(id);
  return status === 'enviado_fornecedor' || (status === 'pago' && step?.action === 'pay');
}
