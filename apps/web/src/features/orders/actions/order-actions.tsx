import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { FINISHED_LABEL, nextAction, ORDER_ACTIONS, type OrderAction } from '@esteira/domain/order-machine';
import type { Order } from '@esteira/validators/order';
import { ExternalLink, History, PackageCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { lazyNamed } from '../../../lib/lazy-named';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { Button } from '../../../ui/button';
import { useOrderStep } from './use-order-step';

const ShipDialog = lazyNamed(() => import('./ship-dialog'), 'ShipDialog');

interface OrderActionsProps {
  order: Order;
  historyOpen: boolean;
  onToggleHistory: () => void;
}

/** One action, the one its status allows, and the links that do not change anything. */
export function OrderActions({ order, historyOpen, onToggleHistory }: OrderActionsProps) {
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-[13px] text-muted">Ações</h3>
      <StepButton order={order} />
      {order.etiqueta_ml_url && (
        <Button asChild size="sm">
          <a href={order.etiqueta_ml_url} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            Ver Etiqueta {order.marketplace === 'amazon' ? MARKETPLACE_NAMES.amazon : 'ML'}
          </a>
        </Button>
      )}
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={historyOpen}
        aria-controls={`historico-${order.id}`}
        onClick={onToggleHistory}
      >
        <History aria-hidden />
        Histórico
      </Button>
    </div>
  );
}

function StepButton({ order }: { order: Order }) {
  const steps = useOrderStep(order.status);
  const shipping = useUrlDialog('envio');
  // While a step is under way its own button stays: the next one must not come under a finger that is still down.
  const [underWay, setUnderWay] = useState<OrderAction | null>(null);
  const send = useSingleFlight(async (action: OrderAction) => {
    setUnderWay(action);
    try {
      await steps[action].mutateAsync({ id: order.id });
    } finally {
      setUnderWay(null);
    }
  });

  const action = underWay ?? nextAction(order.status);
  if (action) {
    const asksFirst = action === 'markShipped' && order.envio?.situacao === 'envio_proprio';
    return (
      <>
        <Button
          variant="primary"
          busy={underWay !== null}
          onClick={() => (asksFirst ? shipping.open(order.id) : send(action))}
        >
          {ORDER_ACTIONS[action].label}
        </Button>
        {shipping.value === order.id && (
          <Suspense fallback={null}>
            <ShipDialog order={order} onShip={steps.markShipped.mutateAsync} onClose={shipping.close} />
          </Suspense>
        )}
      </>
    );
  }
  if (order.status !== 'entregue') return null;
  return (
    <p className="flex h-9 items-center justify-center gap-2 rounded-lg bg-success-soft font-medium text-success-text">
      <PackageCheck aria-hidden className="size-4" />
      {FINISHED_LABEL}
    </p>
  );
}
