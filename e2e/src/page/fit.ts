import { expect, type Page } from '@playwright/test';

/** The ends of what is promised, and those between at which the layout changes. */
export const WIDTHS = [360, 390, 640, 768, 1024, 1280, 1440, 2560];

/** What is wider than the window or than the dialog it stands in, and every button whose words are cut off. */
function findTooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page: ${scrollWidth}`);
    for (const dialog of document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')) {
      for (const box of [
        dialog,
        ...dialog.querySelectorAll<HTMLElement>('form, form > *, [class*="overflow-y"]'),
      ]) {
        // A table in its own region may scroll.
        if (box.scrollWidth > box.clientWidth + 1 && !box.closest('section[tabindex]'))
          found.push(`${box.tagName} in a dialog: ${box.scrollWidth} of ${box.clientWidth}`);
      }
    }
    for (const button of document.querySelectorAll<HTMLElement>('main button, [role="dialog"] button')) {
      if (
        button.offsetWidth > 0 &&
        !button.closest('.truncate') &&
        button.scrollWidth > button.clientWidth + 1
      )
        found.push(`"${button.textContent}" is cut off`);
    }
    return found;
  });
}

/** Nothing is wider than the window, and no button cut off; leaves the window at 1440 pixels. */
export async function expectToFit(
  page: Page,
  what: string,
  widths: readonly number[] = WIDTHS,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Lists measure their rows again in the next frame, and toasts glide to their new place.
    await expect.poll(() => findTooWide(page), { message: `${what} at ${width} px` }).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}
