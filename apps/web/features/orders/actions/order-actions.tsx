import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import {
  FINISHED_LABEL,
  isUnshipped,
  ORDER_ACTIONS,
  type OrderAction,
} from '@esteira/domain/orders/order-machine';
import { findSellerAction, SENT_BY_MARKETPLACE } from '@esteira/domain/orders/sent-by-marketplace';
import type { Order } from '@esteira/validators/orders/order';
import { clsx } from 'clsx';
import { ExternalLink, History, PackageCheck, Printer } from 'lucide-react';
import { memo, useEffect, useId, useState } from 'react';
import { When } from '../../../lib/format/when';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { Button } from '../../../ui/button';
import { CancelOrder } from '../cancelling/cancel-order';
import { SentBadge } from '../list/sent-badge';
import { isAskedAbout } from './is-asked-about';
import { isFocusStillOn } from './is-focus-still-on';
import { useStepNotes } from './recent-steps';
import type { ShipValues } from './ship-dialog';
import { STEP_PAUSE_MS, startStepPause, useStepPause } from './step-pause';
import { type StepValues, useOrderStep } from './use-order-step';
import { useTakeBack } from './use-take-back';

const HoldQuestion = lazyDialog(() => import('./hold-question'), 'HoldQuestion', {
  title: ({ action }) => `${ORDER_ACTIONS[action].label}?`,
});
const ShipDialog = lazyDialog(() => import('./ship-dialog'), 'ShipDialog', { title: 'Enviado ao Cliente' });

interface OrderActionsProps {
  order: Order;
  historyOpen?: boolean;
  /** Absent where the history is on the page anyway. */
  onToggleHistory?: () => void;
}

/** One action, the one its status allows, and the links that do not change anything. */
export function OrderActions(props: OrderActionsProps) {
  const heading = useId();
  const isPaused = useStepPause();
  // A heading above nothing says nothing.
  if (props.order.status === 'cancelado' && !props.order.etiqueta_ml_url && !props.onToggleHistory)
    return null;
  return (
    <fieldset
      aria-labelledby={heading}
      aria-disabled={isPaused || undefined}
      className="grid min-w-0 content-start gap-2"
    >
      <h3 id={heading} className="text-[13px] text-muted">
        Ações
      </h3>
      <Actions {...props} />
    </fieldset>
  );
}

/** Memoised: each step pauses all orders, and only what shows that is drawn again. */
const Actions = memo(function Actions({ order, historyOpen, onToggleHistory }: OrderActionsProps) {
  return (
    <>
      <StepButton order={order} />
      {order.etiqueta_ml_url && (
        <Button asChild size="sm">
          <a data-label href={order.etiqueta_ml_url} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden />
            Ver Etiqueta {order.marketplace === 'amazon' ? MARKETPLACE_NAMES.amazon : 'ML'}
          </a>
        </Button>
      )}
      <PrintedLabel order={order} />
      <div className="flex flex-wrap *:flex-1 *:px-1.5! empty:hidden">
        {onToggleHistory && (
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
        )}
        <CancelOrder order={order} />
      </div>
    </>
  );
});

/** Whoever prints labels one by one sees which are done. */
function PrintedLabel({ order }: { order: Order }) {
  if (order.etiqueta_impressa_em === null || !isUnshipped(order.status)) return null;
  return (
    <p className="flex items-center justify-center gap-1 text-[13px] text-muted">
      <Printer aria-hidden className="size-3.5" />
      <span>
        Impressa <When date={order.etiqueta_impressa_em} />
      </span>
    </p>
  );
}

interface StepButtonProps {
  order: Order;
  /** In a row of a table. */
  isDense?: boolean;
}

/** The one step that an order's status allows. */
export function StepButton({ order, isDense = false }: StepButtonProps) {
  const { take, ship, next: action, underWay, isFresh } = useTakeStep(order);
  const isPaused = useStepPause();
  const shipping = useUrlDialog('envio', 'changes');
  const [isAsking, setAsking] = useState(false);
  if (action === null) return <NoStep order={order} isDense={isDense} />;
  const asksForParcel = action === 'markShipped' && order.envio?.situacao === 'envio_proprio';
  const asksWhetherMeant = underWay === null && isAskedAbout(order, action);

  function start(startedAction: OrderAction, isByKeyboard: boolean) {
    if (asksForParcel) return shipping.open(order.id);
    take({ action: startedAction, isByKeyboard });
  }

  return (
    <>
      <Button
        data-changes
        data-step={action}
        variant={isDense || asksWhetherMeant ? 'secondary' : 'primary'}
        {...(isDense ? { size: 'sm' as const } : {})}
        className={clsx(
          underWay === null && 'aria-disabled:cursor-default! aria-disabled:opacity-100!',
          isDense && 'h-7! w-full gap-1! px-3! text-xs! @max-[860px]:px-1.5!',
        )}
        aria-disabled={isPaused || isFresh || undefined}
        busy={underWay !== null}
        onClick={({ detail }) => (asksWhetherMeant ? setAsking(true) : start(action, detail === 0))}
      >
        {ORDER_ACTIONS[action].label}
      </Button>
      {isAsking && (
        <HoldQuestion
          order={order}
          action={action}
          onConfirm={() => start(action, false)}
          onClose={() => setAsking(false)}
        />
      )}
      {shipping.value === order.id && <ShipDialog order={order} onShip={ship} onClose={shipping.close} />}
    </>
  );
}

/** What stands in place of a step: a row says whose the order is, a card that it is finished, or who sends it. */
function NoStep({ order, isDense }: Required<StepButtonProps>) {
  if (isDense) return <SentBadge order={order} />;
  if (order.status === 'entregue') return <Finished />;
  if (order.status === 'cancelado' || !order.enviado_pelo_marketplace) return null;
  return <p className="text-[13px] text-muted">{SENT_BY_MARKETPLACE[order.marketplace].refusal}</p>;
}

function Finished() {
  return (
    <p className="flex h-9 items-center justify-center gap-2 rounded-lg bg-success-soft font-medium text-success-text">
      <PackageCheck aria-hidden className="size-4" />
      {FINISHED_LABEL}
    </p>
  );
}

interface StartedStep {
  action: OrderAction;
  isByKeyboard: boolean;
}

/** The steps of an order as its buttons take them: once each, kept in their place, and on to the next by keyboard. */
function useTakeStep(order: Order) {
  const { begin, finish, drop, goOn } = useStepNotes();
  // While a step is under way its own button stays: the next one must not come under a finger that is still down.
  const [underWay, setUnderWay] = useState<OrderAction | null>(null);
  const [isFresh, setFresh] = useFresh();
  const next = underWay ?? findSellerAction(order);
  const { offerUndo } = useTakeBack();
  const step = useOrderStep(next ?? 'approve', offerUndo);

  async function run(action: OrderAction, values: StepValues): Promise<void> {
    startStepPause();
    setUnderWay(action);
    begin(order, action);
    try {
      finish(await step.mutateAsync(values), action);
      setFresh(true);
    } catch (error) {
      drop(order.id);
      throw error;
    } finally {
      setUnderWay(null);
    }
  }

  const take = useSingleFlight(async ({ action, isByKeyboard }: StartedStep) => {
    await run(action, { id: order.id });
    if (isByKeyboard && isFocusStillOn(order)) goOn({ order, action });
  });
  const ship = (values: ShipValues) => run('markShipped', values);
  return { take, ship, next, underWay, isFresh };
}

/** Whether the button has only just taken the place of another: on a slow line that is long after the click. */
function useFresh() {
  const [isFresh, setFresh] = useState(false);
  useEffect(() => {
    if (!isFresh) return;
    const timer = setTimeout(() => setFresh(false), STEP_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isFresh]);
  return [isFresh, setFresh] as const;
}
