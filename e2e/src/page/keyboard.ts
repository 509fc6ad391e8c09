import { expect, type Locator, type Page } from '@playwright/test';

/** No page of the app has more stops than this before the one that is wanted. */
const MAX_STOPS = 250;

/** Somebody without a pointer: keys are pressed, never an element clicked or focused for them. */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Several keys follow one another without waiting for the page, which forgets the first of a pair after a second. */
  async press(...keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.page.keyboard.press(key)));
  }

  /** Goes on with Tab, or back with Shift+Tab, until the control has the focus; it must be in sight and show it. */
  async reach(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const target = control.first();
    await expect(target).toBeVisible();
    for (let stop = 0; !(await hasFocus(target)); stop += 1) {
      if (stop === MAX_STOPS) throw new Error(`${key} never reaches ${control}`);
      await this.press(key);
    }
    await expect(target).toBeInViewport();
    expect(await target.evaluate((element) => element.matches(':focus-visible')), `${control}`).toBe(true);
  }

  async activate(control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.reach(control, key);
    await this.press('Enter');
  }

  async tick(box: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.reach(box, key);
    await this.press('Space');
    await expect(box.first()).toBeChecked();
  }

  async write(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.page.keyboard.type(text);
  }

  /** Opens the command palette, types, and takes the first of what is found, which must be what is expected. */
  async find(text: string, first: RegExp): Promise<void> {
    const palette = this.page.getByRole('dialog', { name: 'Buscar e ir para' });
    await this.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await this.page.keyboard.type(text);
    await expect(palette.getByRole('option').first()).toHaveText(first);
    await this.press('Enter');
    await expect(palette).toHaveCount(0);
  }
}

/** Asked of the document, so that a control that is being rendered again does not delay the test. */
function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
