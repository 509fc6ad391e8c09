import { expect } from '@playwright/test';
import { scrollToProduct } from '../page/scroll';
import { test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';

const MAX_ELEMENTS = 1_500;
/** Six cards stand beside each other there. */
const MAX_WIDE_ELEMENTS = 3_600;
const PRODUCTS = 20_000;
/** More than fits into the largest window many times over. */
const WIDE_DEPTH = 600;
/** As deep as every run goes. */
const DEPTH = 4_000;

// That the card with the focus stays in the document is tested in shell/live.test.ts.
test('20,000 products, thousands of them scrolled past, keep fewer than 1,500 elements', {
  tag: '@release',
}, async ({ page, seller }) => {
  test.setTimeout(180_000);
  await fillCatalogue(page, PRODUCTS);

  await test.step('a window of 2560 by 1440 pixels holds more cards, and fewer than 3,600 elements', async () => {
    await page.setViewportSize({ width: 2560, height: 1440 });
    await seller.opens('Produtos');
    await expect(page.getByText('20.000 produtos')).toBeVisible();
    expect(await page.locator('*').count()).toBeLessThan(MAX_WIDE_ELEMENTS);
    expect(await scrollToProduct(page, WIDE_DEPTH)).toBeLessThan(MAX_WIDE_ELEMENTS);
  });

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/produtos');
  await expect(page.getByText('20.000 produtos')).toBeVisible();
  expect(await scrollToProduct(page, DEPTH)).toBeLessThan(MAX_ELEMENTS);
  await expect(page.getByRole('listitem').last()).toHaveAttribute('aria-setsize', '20000');
});
