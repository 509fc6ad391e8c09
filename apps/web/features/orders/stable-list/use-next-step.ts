import { findSellerAction } from '@esteira/domain/orders/sent-by-marketplace';
import type { Order } from '@esteira/validators/orders/order';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type KeyboardStep, useKeyboardStep } from '../actions/recent-steps';
import { startStepPause } from '../actions/step-pause';
import { cardIdOf } from '../list/use-load-to-order';

/** After a step by keyboard the focus goes to the same action of the next order; where there is none, to the card. */
export function useNextStep(orders: Order[], scrollTo: (index: number) => void) {
  const keyboardStep = useKeyboardStep();
  const target = useRef<string | null>(null);

  const goOn = useEffectEvent((step: KeyboardStep) => {
    // Ignores a second press of the key that took the step before.
    startStepPause();
    const index = findNext(orders, step);
    const next = orders[index];
    if (next === undefined) return document.getElementById(cardIdOf(step.order.id))?.focus();
    target.current = next.id;
    scrollTo(index);
    focusStep(target);
  });
  useEffect(() => {
    if (keyboardStep) goOn(keyboardStep);
  }, [keyboardStep]);

  // The list is virtual: the card may be rendered only after the scrolling.
  useEffect(() => focusStep(target));
}

/** Further down the list first, then from its beginning. */
function findNext(orders: Order[], { order, action }: KeyboardStep): number {
  const from = orders.findIndex(({ id }) => id === order.id);
  const isNext = (each: Order) => each.id !== order.id && findSellerAction(each) === action;
  const below = orders.findIndex((each, index) => index > from && isNext(each));
  return below === -1 ? orders.findIndex(isNext) : below;
}

function focusStep(target: RefObject<string | null>) {
  if (target.current === null) return;
  const card = document.getElementById(cardIdOf(target.current));
  const button = card?.querySelector<HTMLElement>('[data-step]');
  if (!button) return;
  target.current = null;
  button.focus();
}
