import { MARKETPLACE_CANCELS } from '@esteira/domain/orders/cancelling';
import { ATTENTION_LIFTS, isLiftable, type LiftableCode } from '@esteira/domain/orders/order-attention';
import { isUnshipped } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import { ExternalLink } from 'lucide-react';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { waitedFor } from '../../../lib/reload';
import { toastDetail } from '../../../lib/toasts';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { Button } from '../../../ui/button';
import { usePatchOrder } from './use-patch-order';

interface AttentionActProps {
  order: Order;
  codigo: Order['atencoes'][number]['codigo'];
}

/** What is to be done about a reason. */
export function AttentionAct({ order, codigo }: AttentionActProps) {
  return (
    <>
      {(!isLiftable(codigo) || codigo === 'dados_ocultos') && <OpenElsewhere order={order} />}
      {isLiftable(codigo) && <LiftReason order={order} codigo={codigo} />}
    </>
  );
}

function LiftReason({ order, codigo }: { order: Order; codigo: LiftableCode }) {
  const lift = useLiftReason();
  const cancelling = useUrlDialog('cancelar', 'changes');
  const isCancelledHere = order.envio === null && isUnshipped(order.status);
  return (
    <div data-changes className="flex flex-wrap gap-2">
      <Button size="sm" busy={lift.isPending} onClick={() => lift.mutate({ id: order.id, codigo })}>
        {ATTENTION_LIFTS[codigo].label}
      </Button>
      {codigo === 'sem_estoque' && isCancelledHere && (
        <Button size="sm" onClick={() => cancelling.open(order.id)}>
          Cancelar pedido
        </Button>
      )}
    </div>
  );
}

/** What the marketplace says, it takes back itself, and shows there. */
function OpenElsewhere({ order: { marketplace, ml_order_id } }: { order: Order }) {
  const { open, toUrl } = MARKETPLACE_CANCELS[marketplace];
  return (
    <Button asChild size="sm">
      <a href={toUrl(ml_order_id)} target="_blank" rel="noreferrer">
        <ExternalLink aria-hidden />
        {open}
      </a>
    </Button>
  );
}

function useLiftReason() {
  const utils = trpc.useUtils();
  const patch = usePatchOrder();
  return trpc.orders.liftAttention.useMutation({
    onSuccess: async (order) => {
      toast.success('Atenção resolvida!');
      await patch(order.id, order);
    },
    onError: (error) => toastDetail(error, 'Erro ao atualizar pedido'),
    onSettled: (_data, error) =>
      waitedFor(Promise.all([utils.orders.invalidate(), utils.dashboard.invalidate()]), error),
  });
}
