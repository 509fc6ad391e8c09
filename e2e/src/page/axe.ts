import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

/** Half of what the package's own `source` weighs, which each page has to read. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA, and good practice beyond it: everything in a landmark, no two of one name, headings without a gap. */
const ALL_RULES: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: {
    region: { enabled: true },
    'landmark-unique': { enabled: true },
    'heading-order': { enabled: true },
  },
};
/** Those that look at colours, which are all that the second theme changes (apps/web/ui/dark-theme.test.ts). */
const COLOUR_RULES: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Paints the page in a theme as its own toggle does, and returns when nothing moves any more. */
export async function applyTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(async (dark) => {
    document.documentElement.classList.toggle('dark', dark);
    await document.fonts.ready;
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  }, theme === 'dark');
}

/** What breaks WCAG 2.2 AA, or the rules beyond it, on the page as it stands, in both themes: one line for each rule and element. */
async function findViolations(page: Page): Promise<string[]> {
  // Given to the debugger's evaluation, which the page's CSP does not bind.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found: string[] = [];
  for (const theme of THEMES) {
    await applyTheme(page, theme);
    const violations = await page.evaluate(
      async (options) => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') };
        return (await axe.run(document, { ...options, resultTypes: ['violations'] })).violations;
      },
      theme === 'light' ? ALL_RULES : COLOUR_RULES,
    );
    for (const { id, nodes } of violations) {
      for (const node of nodes) found.push(`${theme} ${id}: ${node.target.join(' ')} ${node.failureSummary}`);
    }
  }
  await applyTheme(page, 'light');
  return found;
}

/** Waits until everything that the page asked for is on it. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').first()).toHaveCount(0);
}

export async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await findViolations(page), what).toEqual([]);
}
