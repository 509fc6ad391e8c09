/*
 * Keys that work the list of a page, whatever it is drawn as. What a list offers is marked in its markup: an item by
 * `data-item`, the order of a page of its own by `data-order`, a step by `data-step`, a label by `data-label`.
 */

/** Puts the focus on the next item of the list, or on the one before. */
export function moveFocus(by: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-item]')];
  const current = findCurrent();
  const at = current === null ? -1 : items.indexOf(current);
  const next = at < 0 ? items.find(isInView) : items[at + by];
  if (next) focusItem(next);
}

/** Ticks the item that has the focus, or takes the tick away. */
export function tickCurrent(): void {
  press(findCurrent(), 'input[type=checkbox]:not(:disabled)');
}

/** Takes the next step of the order that has the focus, or that the page is of. */
export function stepCurrent(): void {
  press(findOrder(), '[data-step]');
}

/** Opens the label of that order. */
export function openLabel(): void {
  press(findOrder(), '[data-label]');
}

/** What is hidden from a role (lib/session/role-mark.ts) is not pressed by a key either. */
function press(within: HTMLElement | null, selector: string): void {
  const control = within?.querySelector<HTMLElement>(selector);
  if (control?.checkVisibility()) control.click();
}

const findCurrent = () => document.activeElement?.closest<HTMLElement>('[data-item]') ?? null;
const findOrder = () => findCurrent() ?? document.querySelector<HTMLElement>('main [data-order]');

function isInView(item: HTMLElement): boolean {
  return item.getBoundingClientRect().bottom > 0;
}

function focusItem(item: HTMLElement): void {
  const target = item.querySelector<HTMLElement>('section[tabindex]') ?? item;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
}
