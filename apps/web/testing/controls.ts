import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { toPlainName } from './find';
import { fill, until } from './open-app';

/** What a control is called: by its label, and where it has none by its text. */
const nameOf = (control: HTMLElement) =>
  toPlainName(control.getAttribute('aria-label') ?? control.textContent ?? '');

const isNamed = (control: HTMLElement, name: string | RegExp) =>
  typeof name === 'string' ? nameOf(control) === name : name.test(nameOf(control));

/** The button of this name, once it is in the page or in the part of it that `within` selects. */
export function findButton(name: string | RegExp, within = 'body'): Promise<HTMLButtonElement> {
  return until(() => {
    const button = queryButton(name, within);
    if (button === null) throw new Error(`there is no button ${name}`);
    return button;
  });
}

/** The same button, where it is there now. */
export function queryButton(name: string | RegExp, within = 'body'): HTMLButtonElement | null {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(`:is(${within}) button`)];
  return buttons.find((button) => isNamed(button, name)) ?? null;
}

/** Clicks the button of this name once it can be clicked. */
export async function press(name: string | RegExp, within?: string): Promise<void> {
  const button = await findButton(name, within);
  await until(() => expect(button.disabled, `${name}`).toBe(false));
  fireEvent.click(button);
}

/** The field of this label, once it is there. */
export function findField<Field extends HTMLElement = HTMLInputElement>(
  label: string | RegExp,
): Promise<Field> {
  return until(() => screen.getByLabelText<Field>(label));
}

export async function fillIn(label: string | RegExp, value: string): Promise<void> {
  fill(await findField(label), value);
}

/** Chooses the option of this text. */
export async function choose(label: string | RegExp, text: string): Promise<void> {
  const select = await findField<HTMLSelectElement>(label);
  const option = await until(() => {
    const found = [...select.options].find((each) => toPlainName(each.text) === text);
    if (found === undefined) throw new Error(`${label} has no option ${text}`);
    return found;
  });
  fill(select, option.value);
}

/** Ticks or unticks a box, or checks a radio button. */
export async function tick(label: string | RegExp): Promise<void> {
  fireEvent.click(await findField(label));
}

/** Waits for a text that one element alone has. */
export function see(text: string | RegExp): Promise<HTMLElement> {
  return until(() => screen.getByText(text));
}

/** Waits until no element has this text. */
export function seeGone(text: string | RegExp): Promise<void> {
  return until(() => expect(screen.queryByText(text)).toBeNull());
}

/** Waits for the page of this heading. */
export function seeHeading(name: string): Promise<void> {
  return until(() => expect(document.querySelector('h1')?.textContent).toBe(name));
}
