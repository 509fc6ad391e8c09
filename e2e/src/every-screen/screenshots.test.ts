import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { applyTheme, THEMES } from '../page/axe';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';

const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url));
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
        await applyTheme(page, theme);
        await page.screenshot({ path: `${FOLDER}${name}-${width}-${theme}.png` });
      }
    }
  }
}

/** Everything that the page asked for is on it. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"], [role="status"]:has(.animate-spin)').first()).toHaveCount(0);
}

test.describe('nothing is wider than a desktop or a phone, and a screenshot shows it, on the pages', () => {
  test('of a visitor', async ({ page }) => portray(page, VISITOR_PAGES));

  test('of a seller with much on the shelves', async ({ page }) => {
    await signInAs(page, DEMO.seller);
    await portray(page, SELLER_PAGES);
  });

  test('of an admin', async ({ page }) => {
    await signInAs(page, DEMO.admin);
    await portray(page, ADMIN_PAGES);
  });
});
