import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { THEMES, wear } from './axe';
import { DEMO, demo, signedInAs } from './demo';

const FOLDER = fileURLToPath(new URL('../screenshots/', import.meta.url));
const WIDTHS = [1440, 390] as const;

const SELLER_PAGES = {
  dashboard: '/',
  products: '/produtos',
  'product-dialog': '/produtos?novo=1',
  suppliers: '/fornecedores',
  orders: '/pedidos',
  integrations: '/integracao',
  tutorial: '/tutorial',
  checkout: '/checkout/intermediario',
};
const VISITOR_PAGES = {
  login: '/login',
  register: '/login?aba=registrar',
  pricing: '/pricing',
  'not-found': '/nao-existe',
};
const ADMIN_PAGES = { admin: '/admin', 'admin-payments': '/admin?aba=pagamentos' };

/** Takes the page at both widths in both themes, and sees that nothing sticks out at its side. */
async function portray(page: Page, pages: Record<string, string>): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width > 1000 ? 900 : 844 });
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(path);
      await settled(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${name} at ${width}`).toBeLessThanOrEqual(0);
      for (const theme of THEMES) {
        await wear(page, theme);
        await page.screenshot({ path: `${FOLDER}${name}-${width}-${theme}.png` });
      }
    }
  }
}

/** Everything that the page asked for is on it. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await page
    .locator('[aria-busy="true"], [role="status"]:has(.animate-spin)')
    .first()
    .waitFor({ state: 'detached' });
}

describe('screenshots of every page', () => {
  demo('of a visitor', async ({ page }) => portray(page, VISITOR_PAGES));

  demo('of a seller with much on the shelves', async ({ page }) => {
    await signedInAs(page, DEMO.seller);
    await portray(page, SELLER_PAGES);
  });

  demo('of an admin', async ({ page }) => {
    await signedInAs(page, DEMO.admin);
    await portray(page, ADMIN_PAGES);
  });
});
