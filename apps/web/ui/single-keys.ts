import { create } from 'zustand';
import { readStored, store } from './stored';

/*
 * Shortcuts of a single key (WCAG 2.1.4): they act nowhere where the key is a character to type or belongs to something
 * that lies over the page, and they can be switched off. The choice is remembered per browser.
 */

const KEY = 'atalhos';
const OFF = 'desligados';

const useStore = create(() => ({ on: isOn() }));

// Another window of this browser switched them.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === KEY) useStore.setState({ on: isOn() });
});

export function useSingleKeys(): [boolean, (on: boolean) => void] {
  return [useStore(({ on }) => on), chooseSingleKeys];
}

const FIELDS =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]:not([contenteditable=false])';
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether the key that was pressed is a shortcut: alone, switched on, in no field and under nothing else. */
export function isSingleKey({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !useStore.getState().on) return false;
  if (target instanceof Element && target.closest(FIELDS)) return false;
  return document.querySelector(OVERLAYS) === null;
}

function chooseSingleKeys(on: boolean): void {
  useStore.setState({ on });
  store(KEY, on ? null : OFF);
}

function isOn(): boolean {
  return readStored(KEY) !== OFF;
}
