import { useEffect } from 'react';

const CHECKOUT = '/checkout/';

/**
 * Makes sure that the checkout stands in a document of its own: a content policy belongs to a document, and only the
 * checkout's allows Mercado Pago's script. Who comes from another screen loads the page again. Returns whether the
 * document is the checkout's.
 */
export function useOwnDocument(): boolean {
  const isOwn = wasLoadedHere();
  useEffect(() => {
    if (!isOwn) window.location.reload();
  }, [isOwn]);
  return isOwn;
}

/** Loads the next screen in a document of its own where Mercado Pago's script ran in this one, so that it is gone. */
export function useScriptsEndHere(): void {
  useEffect(
    () => () => {
      const hasLeft = !window.location.pathname.startsWith(CHECKOUT);
      if (hasLeft && Reflect.has(window, 'MercadoPago')) window.location.reload();
    },
    [],
  );
}

function wasLoadedHere(): boolean {
  const [document] = performance.getEntriesByType('navigation');
  return document !== undefined && new URL(document.name).pathname.startsWith(CHECKOUT);
}
