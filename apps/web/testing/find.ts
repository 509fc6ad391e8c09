import { fireEvent } from '@testing-library/react';

/** A no-break space of an amount is read as any other. */
export const toPlainName = (name: string) => name.replaceAll('\u00a0', ' ').trim();

const labelOf = (element: Element) => toPlainName(element.getAttribute('aria-label') ?? element.textContent);

/** The part of the page that is named like this: a card, a panel, a dialog. */
export function getPart(name: string): HTMLElement {
  const found = [
    ...document.querySelectorAll<HTMLElement>('[aria-label], [role="dialog"], [role="alertdialog"]'),
  ].find(
    (each) =>
      each.getAttribute('aria-label') === name ||
      toPlainName(document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.textContent ?? '') ===
        name,
  );
  if (found === undefined) throw new Error(`there is no part ${name}`);
  return found;
}

/** The button or link of this name, in the whole page or in a part of it. */
export function getButton(label: string | RegExp, area: HTMLElement = document.body): HTMLElement {
  const found = findButtons(area).find((each) =>
    typeof label === 'string' ? labelOf(each) === label : label.test(labelOf(each)),
  );
  if (found === undefined) throw new Error(`there is no button ${label} but ${listButtons(area)}`);
  return found;
}

/** What the buttons and links of a part are called, in their order. */
export function listButtons(area: HTMLElement): string[] {
  return findButtons(area).map(labelOf);
}

const findButtons = (area: HTMLElement) => [...area.querySelectorAll<HTMLElement>('button, a')];

/** As the mouse does: a click that a key makes has no detail. */
export function click(element: Element): void {
  fireEvent.click(element, { detail: 1 });
}

/** Presses a key where the focus is, and clicks what it stands on as browsers do; `repeat` while it is held down. */
export function pressKey(key: string, { repeat = false } = {}): void {
  const target = document.activeElement ?? document.body;
  const goesOn = fireEvent.keyDown(target, { key, repeat });
  const acts =
    (key === 'Enter' && target.matches('button, a')) ||
    (key === ' ' && target.matches('button, [type=checkbox]'));
  if (goesOn && acts) fireEvent.click(target);
  if (!repeat) fireEvent.keyUp(target, { key });
}
