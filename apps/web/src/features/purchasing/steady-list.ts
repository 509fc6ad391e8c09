import type { PurchaseList, PurchaseOrder } from '@esteira/validators/products/purchasing';

/** The two lists of a supplier, as a screen shows them or holds them. */
export interface Shown<Entry> {
  enviar: Entry[];
  pagar: Entry[];
}

export type PurchaseStep = keyof Shown<never>;

/** All orders of a list, as what is on screen from now on. */
export function acceptAll({ enviar, pagar }: PurchaseList): Shown<string> {
  return { enviar: enviar.pedidos.map(({ id }) => id), pagar: pagar.pedidos.map(({ id }) => id) };
}

/**
 * What stays on screen while lists are read anew: an amount that somebody is about to pay must not grow under the
 * pointer. Orders that are gone leave at once, new ones wait until they are asked for.
 */
export function keepSteady(
  list: PurchaseList,
  accepted: Shown<string>,
): Shown<PurchaseOrder> & { waiting: number } {
  const keep = (step: PurchaseStep) => {
    const known = new Set(accepted[step]);
    return list[step].pedidos.filter(({ id }) => known.has(id));
  };
  const shown = { enviar: keep('enviar'), pagar: keep('pagar') };
  const all = list.enviar.pedidos.length + list.pagar.pedidos.length;
  return { ...shown, waiting: all - shown.enviar.length - shown.pagar.length };
}

/** Orders that were just moved from one list to the other are no news to whoever moved them. */
export function acceptMoved(
  accepted: Shown<string>,
  ids: readonly string[],
  to: PurchaseStep,
): Shown<string> {
  return { ...accepted, [to]: [...new Set([...accepted[to], ...ids])] };
}
