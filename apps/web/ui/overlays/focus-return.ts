import { type RefObject, useLayoutEffect, useRef } from 'react';

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
    if (!activeElement || activeElement === body) focusAgain(opener.current);
  };
}

/** Puts the focus on an element as long as it is there, from the first moment on, and back when it goes. */
export function useFocusWithin(target: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const box = target.current;
    box?.focus();
    return () => {
      if (box?.contains(document.activeElement)) focusAgain(opener);
    };
  }, [target]);
}

function focusAgain(target: Element | null): void {
  if (target instanceof HTMLElement && target.isConnected && target !== document.body) target.focus();
  // What opened it is gone with what was done: the page is the nearest that is left.
  else document.querySelector('main')?.focus({ preventScroll: true });
}
