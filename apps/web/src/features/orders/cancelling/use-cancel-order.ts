import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { waitedFor } from '../../../lib/reload';
import { toastDetail } from '../../../lib/toasts';
import { usePatchOrder } from '../actions/use-order-step';

/** Cancels an order with its reason; orders, figures and the stock that came back are read again. */
export function useCancelOrder() {
  const utils = trpc.useUtils();
  const patch = usePatchOrder();
  return trpc.orders.cancel.useMutation({
    onSuccess: async (order) => {
      toast.success('Pedido cancelado!');
      await patch(order.id, order);
    },
    onError: (error) => toastDetail(error, 'Erro ao cancelar pedido'),
    onSettled: (_data, error) =>
      waitedFor(
        Promise.all([utils.orders.invalidate(), utils.dashboard.invalidate(), utils.products.invalidate()]),
        error,
      ),
  });
}
