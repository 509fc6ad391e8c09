import type { PurchaseList, PurchaseOrder } from '@esteira/validators/products/purchasing';

/** The two lists of a supplier, as a screen shows them or holds them. */
export interface Shown<Entry> {
  enviar: Entry[];
  pagar: Entry[];
}

export type PurchaseStep = keyof Shown<never>;

export const NOTHING: Shown<never> = { enviar: [], pagar: [] };

/** All orders of a list, as what is on screen from now on. */
export function acceptAll({ enviar, pagar }: PurchaseList): Shown<string> {
  return { enviar: enviar.pedidos.map(({ id }) => id), pagar: pagar.pedidos.map(({ id }) => id) };
}

/**
 * The orders that stay on screen when the lists are read again, so that the amount to pay does not grow while it is
 * being paid. Orders that are gone leave at once; new ones are counted in `waiting` until they are requested.
 */
export function toStableList(
  list: PurchaseList,
  accepted: Shown<string>,
): Shown<PurchaseOrder> & { waiting: number } {
  const stillThere = (step: PurchaseStep) => {
    const known = new Set(accepted[step]);
    return list[step].pedidos.filter(({ id }) => known.has(id));
  };
  const shown = { enviar: stillThere('enviar'), pagar: stillThere('pagar') };
  const all = list.enviar.pedidos.length + list.pagar.pedidos.length;
  return { ...shown, waiting: all - shown.enviar.length - shown.pagar.length };
}

/** Accepts orders that this screen moved from one list to the other: they are not new to it. */
export function acceptMoved(
  accepted: Shown<string>,
  ids: readonly string[],
  to: PurchaseStep,
): Shown<string> {
  return { ...accepted, [to]: [...new Set([...accepted[to], ...ids])] };
}
