import { ORDER_ACTIONS, type OrderAction, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { UNDO_OFFERED_MS } from '@esteira/domain/orders/order-undo';
import type { Order } from '@esteira/validators/orders/order';
import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { cardIdOf } from '../list/use-load-to-order';

/** A step that was taken a moment ago: its order keeps its place in the list, and the step can be taken back. */
export interface RecentStep {
  /** As it is after the step. */
  order: Order;
  action: OrderAction;
  /** Until when it can be taken back; null while it is under way. */
  until: number | null;
  /** Its time is over: it keeps its place alone. */
  isOver: boolean;
}

/** A step that was taken by keyboard, which goes on with the next order. */
export interface KeyboardStep {
  order: Order;
  action: OrderAction;
}

type Steps = ReadonlyMap<string, RecentStep>;

interface StepNotes {
  begin: (order: Order, action: OrderAction) => void;
  finish: (order: Order, action: OrderAction) => void;
  drop: (id: string) => void;
  goOn: (step: KeyboardStep) => void;
  /** The steps as they are, for who is not drawn again with each. */
  read: () => Steps;
}

const NONE: Steps = new Map();
const nothing = () => {};

/** What a step of one order draws again is that order: the others look whether theirs is another, and it is not. */
function createStepStore() {
  const listeners = new Set<() => void>();
  let steps = NONE;
  return {
    read: () => steps,
    change(toNext: (steps: Steps) => Steps) {
      const next = toNext(steps);
      if (next === steps) return;
      steps = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

type StepStore = ReturnType<typeof createStepStore>;

const StepStoreContext = createContext(createStepStore());
/** The steps a moment later: a whole list that is drawn again would hold the click's own frame up. */
const DeferredStepsContext = createContext(NONE);
const KeyboardStepContext = createContext<KeyboardStep | null>(null);

/** Apart from the steps: whoever only takes one is not drawn again with each. */
const StepNotesContext = createContext<StepNotes>({
  ...{ begin: nothing, finish: nothing, drop: nothing, goOn: nothing, read: () => NONE },
});

/** The step that this order took a moment ago. */
export function useRecentStep(id: string): RecentStep | undefined {
  const { read, subscribe } = useContext(StepStoreContext);
  return useSyncExternalStore(subscribe, () => read().get(id));
}

/** Draws again after each step was painted; `read` of the notes tells the steps themselves. */
export function useDeferredSteps(): Steps {
  return useContext(DeferredStepsContext);
}

export function useKeyboardStep(): KeyboardStep | null {
  return useContext(KeyboardStepContext);
}

/**
 * The status that an order is shown with: the one its step leads to from the click on, the server's again when the step
 * has ended. A list of hundreds that is written for it would hold the click's own frame up.
 */
export function useShownStatus({ id, status }: Order): OrderStatus {
  const step = useRecentStep(id);
  return step?.until === null ? step.order.status : status;
}

/** Notes what becomes of a step; always the same functions. */
export function useStepNotes(): StepNotes {
  return useContext(StepNotesContext);
}

export function RecentStepsProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createStepStore);
  const [keyboardStep, goOn] = useState<KeyboardStep | null>(null);
  const steps = useSyncExternalStore(store.subscribe, store.read);
  const deferred = useDeferredValue(steps);
  useStepExpiry(steps.size > 0, store);

  const notes = useMemo(() => {
    const { change, read } = store;
    const put = (step: RecentStep) => change((current) => new Map(current).set(step.order.id, step));
    return {
      goOn,
      read,
      begin: (order: Order, action: OrderAction) => {
        const after = { ...order, status: ORDER_ACTIONS[action].to };
        put({ order: after, action, until: null, isOver: false });
      },
      finish: (order: Order, action: OrderAction) =>
        put({ order, action, until: Date.now() + UNDO_OFFERED_MS, isOver: false }),
      drop: (id: string) => change((current) => without(current, id)),
    };
  }, [store]);

  return (
    <StepNotesContext value={notes}>
      <KeyboardStepContext value={keyboardStep}>
        <DeferredStepsContext value={deferred}>
          <StepStoreContext value={store}>{children}</StepStoreContext>
        </DeferredStepsContext>
      </KeyboardStepContext>
    </StepNotesContext>
  );
}

const EXPIRY_CHECK_MS = 500;

function useStepExpiry(isNeeded: boolean, { change }: StepStore) {
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => change(expireSteps), EXPIRY_CHECK_MS);
    return () => clearInterval(timer);
  }, [isNeeded, change]);
}

/**
 * A step whose time is over can no longer be taken back, and its order no longer keeps its place. But nothing changes
 * under a pointer or a focus: an order that leaves the list moves those below it.
 */
function expireSteps(steps: Steps): Steps {
  let remaining = steps;
  for (const [id, step] of steps) {
    if (step.until === null || Date.now() < step.until || isInUse(document.getElementById(cardIdOf(id))))
      continue;
    if (!isPointedAt(document.querySelector<HTMLElement>('[data-orders]')))
      remaining = without(remaining, id);
    else if (!step.isOver) remaining = new Map(remaining).set(id, { ...step, isOver: true });
  }
  return remaining;
}

function isInUse(card: HTMLElement | null): boolean {
  return (
    isPointedAt(card) ||
    card?.querySelector(':focus-visible') != null ||
    card?.matches(':focus-visible') === true
  );
}

/** A touch leaves `:hover` behind, as a click leaves `:focus`: neither is somebody who is still there. */
function isPointedAt(element: HTMLElement | null): boolean {
  return window.matchMedia('(hover: hover)').matches && element?.matches(':hover') === true;
}

function without(steps: Steps, id: string): Steps {
  const next = new Map(steps);
  return next.delete(id) ? next : steps;
}
