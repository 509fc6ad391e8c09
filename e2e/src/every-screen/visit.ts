import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectLoaded } from '../page/axe';
import { expectToFit } from '../page/fit';
import { expectWithinBudget, watchLoading } from './budget';

export const DESKTOP = 1280;
/** Where the layout changes between a phone and a desktop. */
export const TABLETS = [768, 1024];
export const NARROW = 360;
export const PHONE = { width: 390, height: 844 };

/** In pixels: what a thumb hits. */
const THUMB = 40;

/** What the walks open one page after the other. */
export class Visitor {
  private constructor(readonly page: Page) {}

  static async of(page: Page): Promise<Visitor> {
    await watchLoading(page);
    return new Visitor(page);
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(path);
    await expectLoaded(this.page);
  }

  /** Opens a page: it loads no more than it may, fits from 360 to 2560 pixels, and breaks no rule of WCAG 2.2 AA at some widths. */
  async inspects(path: string, widths: readonly number[] = [DESKTOP]): Promise<void> {
    await this.opens(path);
    await expectWithinBudget(this.page, path);
    await expectToFit(this.page, path);
    for (const width of widths) {
      await this.page.setViewportSize({ width, height: 1024 });
      await expectAccessible(this.page, `${path} at ${width} px`);
    }
  }

  async isOnDesktop(): Promise<void> {
    await this.page.setViewportSize({ width: DESKTOP, height: 800 });
  }

  async isOnPhone(width = PHONE.width): Promise<void> {
    await this.page.setViewportSize({ ...PHONE, width });
  }
}

/** Opens a dialog by the keyboard. */
export async function openByEnter(opener: Locator): Promise<void> {
  await opener.focus();
  await opener.page().keyboard.press('Enter');
}

/** Tab goes round inside of the dialog, both ways; Esc closes it and the focus returns to what opened it. */
export async function expectTrapped(dialog: Locator, opener: Locator): Promise<void> {
  const { keyboard } = dialog.page();
  const stops = await dialog.locator('button, input, select, textarea, a[href]').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop <= stops; stop += 1) {
      await keyboard.press(key);
      expect(await dialog.evaluate((node) => node.contains(document.activeElement)), key).toBe(true);
    }
  }
  await keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

/** Every button, link, field and choice that is lower than a thumb needs; what lies around one by its ::after belongs to it. */
function findLow(page: Page): Promise<string[]> {
  return page.evaluate((thumb) => {
    const scope =
      document.querySelector('[role="dialog"]') ?? document.querySelector('main') ?? document.body;
    const found: string[] = [];
    const controls =
      'a[href], button, summary, select, input:not([type="checkbox"], [type="radio"], [type="file"], [type="range"])';
    for (const control of scope.querySelectorAll<HTMLElement>(controls)) {
      const around = getComputedStyle(control, '::after');
      const height = around.position === 'absolute' ? Number.parseFloat(around.height) : control.offsetHeight;
      // Words within a line of text are as high as the line.
      const isWithinText =
        getComputedStyle(control).display === 'inline' &&
        control.parentElement?.textContent !== control.textContent;
      if (control.checkVisibility() && !control.closest('.sr-only') && !isWithinText && height < thumb)
        found.push(`${control.getAttribute('aria-label') ?? control.textContent}: ${height}`);
    }
    return found;
  }, THUMB);
}

/** On a phone, once the button of this name is there, all that is worked by a thumb is high enough for one. */
export async function expectTouchable(page: Page, what: string, last: RegExp | null = /./): Promise<void> {
  if (last !== null)
    await expect(page.locator('main').getByRole('button', { name: last }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await findLow(page), what).toEqual([]);
}

/** No chosen text and no placeholder is wider than its field has room for. */
export async function expectWhole(fields: Locator, what: string): Promise<void> {
  const cut = await fields.evaluateAll((all) => {
    const pen = document.createElement('canvas').getContext('2d');
    return all.flatMap((field) => {
      if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) return [];
      const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.placeholder;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      if (pen === null || !text) return [];
      pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(text).width > room ? [text] : [];
    });
  });
  expect(cut, what).toEqual([]);
}
