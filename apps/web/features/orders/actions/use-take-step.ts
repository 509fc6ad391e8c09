import { nextAction, type OrderAction } from '@esteira/domain/orders/order-machine';
import type { Order } from '@esteira/validators/orders/order';
import { useEffect, useState } from 'react';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { isFocusStillOn } from './is-focus-still-on';
import { useStepNotes } from './recent-steps';
import type { ShipValues } from './ship-dialog';
import { STEP_PAUSE_MS, startStepPause } from './step-pause';
import { type StepValues, useOrderStep } from './use-order-step';

interface StartedStep {
  action: OrderAction;
  isByKeyboard: boolean;
}

/** The steps of an order as its buttons take them: once each, kept in their place, and on to the next by keyboard. */
export function useTakeStep(order: Order) {
  const { begin, finish, drop, goOn } = useStepNotes();
  // While a step is under way its own button stays: the next one must not come under a finger that is still down.
  const [underWay, setUnderWay] = useState<OrderAction | null>(null);
  const [isFresh, setFresh] = useFresh();
  const next = underWay ?? nextAction(order.status);
  const step = useOrderStep(next ?? 'approve');

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
