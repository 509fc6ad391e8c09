import type { OrderAction } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import { useMutation } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { type ExternalToast, toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { waitedFor } from '../../../lib/reload';
import { toastDetail, toastFailure } from '../../../lib/toasts';
import type { ShipValues } from './ship-dialog';
import { usePatchOrder } from './use-patch-order';

interface StepMessages {
  done: string;
  failed: string;
  /** Whether the server's sentence stands alone ('detail, else …') or below the fixed one. */
  detailAlone: boolean;
}

const STEP_MESSAGES = {
  approve: { done: 'Pedido aprovado!', failed: 'Erro ao aprovar pedido', detailAlone: true },
  sendToSupplier: {
    done: 'Pedido enviado ao fornecedor!',
    failed: 'Erro ao enviar pedido',
    detailAlone: true,
  },
  pay: { done: 'Pagamento confirmado!', failed: 'Erro ao confirmar pagamento', detailAlone: true },
  markShipped: {
    done: 'Marcado como enviado ao cliente!',
    failed: 'Erro ao atualizar status',
    detailAlone: false,
  },
  markDelivered: {
    done: 'Pedido marcado como entregue!',
    failed: 'Erro ao atualizar status',
    detailAlone: false,
  },
} as const satisfies Record<OrderAction, StepMessages>;

/** What the seller says of their own shipping goes with that step alone. */
export type StepValues = Pick<ShipValues, 'id'> | ShipValues;

type Client = ReturnType<typeof trpc.useUtils>['client'];

const SEND: Record<OrderAction, (client: Client, values: StepValues) => Promise<Order>> = {
  approve: (client, values) => client.orders.approve.mutate(values),
  sendToSupplier: (client, values) => client.orders.sendToSupplier.mutate(values),
  pay: (client, values) => client.orders.pay.mutate(values),
  markShipped: (client, values) => client.orders.markShipped.mutate(values),
  markDelivered: (client, values) => client.orders.markDelivered.mutate(values),
};

/** What the toast of a step offers. */
type OfferUndo = (order: Order, action: OrderAction) => ExternalToast | undefined;

/**
 * Moves an order by this step and says how it went; until then it is shown by its recent step. One for whichever step is
 * next: a list draws as many as it has orders.
 */
export function useOrderStep(action: OrderAction, offerUndo?: OfferUndo) {
  const utils = trpc.useUtils();
  const show = usePatchOrder();
  const { done, failed, detailAlone } = STEP_MESSAGES[action];

  return useMutation({
    mutationKey: getMutationKey(trpc.orders[action]),
    mutationFn: (values: StepValues) => SEND[action](utils.client, values),
    onSuccess: async (order: Order) => {
      toast.success(done, offerUndo?.(order, action));
      await show(order.id, order);
    },
    onError: (error: unknown) => {
      if (detailAlone) toastDetail(error, failed);
      else toastFailure(error, failed);
    },
    onSettled: (_data, error) =>
      waitedFor(Promise.all([utils.orders.invalidate(), utils.dashboard.invalidate()]), error),
  });
}
