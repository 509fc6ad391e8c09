import { expect, type Page } from '@playwright/test';

/** The whole of what moves by itself while a page comes, as browsers measure it. */
const MAX_SHIFT = 0.02;

/** Runs in the page: sums what moved, and notes what it was. */
function watchShifts(): void {
  const shifts: { value: number; moved: string[] }[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      };
      const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML : '').slice(0, 120));
      if (!hadRecentInput) shifts.push({ value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Notes what moves on the pages that are opened from now on. */
export const watchForShifts = (page: Page): Promise<unknown> => page.addInitScript(watchShifts);

/** What came by itself until now moved next to nothing. */
export async function expectSteady(page: Page, what: string): Promise<void> {
  const shifts: { value: number; moved: string[] }[] = await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done(Reflect.get(window, 'shifts'))));
      }),
  );
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${what} moved: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(MAX_SHIFT);
}
