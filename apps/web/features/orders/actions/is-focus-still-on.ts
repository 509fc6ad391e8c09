import { cardIdOf } from '../list/use-load-to-order';

/** Whether the focus is still with the order, or lost with what had it: whoever has gone elsewhere is not taken along. */
export function isFocusStillOn({ id }: { id: string }): boolean {
  const { activeElement, body } = document;
  return activeElement === body || document.getElementById(cardIdOf(id))?.contains(activeElement) === true;
}
