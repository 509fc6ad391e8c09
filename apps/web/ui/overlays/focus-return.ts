import { useLayoutEffect, useRef } from 'react';

/**
 * Where the focus goes when a dialog closes: back to what had it when the dialog opened. Radix does that only for
 * dialogs with a trigger of their own; ours open from state. Goes to `onCloseAutoFocus`.
 */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const opener = useRef<Element | null>(null);

  // Before any field of the dialog takes the focus in an effect of its own.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);

  return (event) => {
    event.preventDefault();
    const { activeElement, body } = document;
    // Something on the page has taken it already, and knows why.
    if (activeElement && activeElement !== body) return;
    const target = opener.current;
    if (target instanceof HTMLElement && target.isConnected && target !== body) target.focus();
    // What opened it is gone with what was done: the page is the nearest that is left.
    else document.querySelector('main')?.focus({ preventScroll: true });
  };
}
