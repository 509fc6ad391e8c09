import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar e ir para' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');

async function openByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

async function closes(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
}

// What it offers without a server, and when it asks it, is in apps/web/shell/palette/palette.test.tsx.
test('the command palette takes every letter, finds what the server has, and fits a phone', async ({
  page,
  seller,
}) => {
  const api = await Api.of(page);
  await api.sells(await api.publishesProduct('Luminária', { sku: 'LUM-1' }));
  const [order] = await api.call('GET', '/pedidos');

  await test.step('keeps the letters that are typed while a page is still coming', async () => {
    await page.goto('/produtos');
    await seller.seesHeading('Produtos');
    await openByKeys(page);
    await closes(page);
    const focusLosses = await page.evaluateHandle(() => {
      const losses: string[] = [];
      document.addEventListener('focusout', ({ target }) => {
        if (target instanceof HTMLInputElement) losses.push(target.value);
      });
      // In one turn: the palette is there before the page is.
      document.querySelector<HTMLElement>('a[href="/pedidos"]')?.click();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
      return losses;
    });
    await expect(field(page)).toBeFocused();
    await expect(page).toHaveTitle(/^(\(1\) )?Pedidos/);
    await page.keyboard.type('novo prod');
    await expect(field(page)).toHaveValue('novo prod');
    expect(await focusLosses.jsonValue()).toEqual([]);
    await closes(page);
  });

  await test.step('finds orders, products and suppliers on the server', async () => {
    await page.goto('/');
    await seller.seesHeading('Dashboard');
    await openByKeys(page);
    await page.keyboard.type('luminaria', { delay: 20 });
    await expect(options(page)).toHaveText([
      /Luminária.*LUM-1/,
      new RegExp(`#${order.ml_order_id}`),
      /Fornecedor de Luminária/,
    ]);
    await expectAccessible(page, 'palette with results');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await seller.seesHeading(`Pedido #${order.ml_order_id}`);

    await openByKeys(page);
    await page.keyboard.type('fornecedor de lum');
    await expect(options(page)).toHaveCount(2);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(seller.card('Fornecedor de Luminária')).toBeVisible();

    await openByKeys(page);
    await page.keyboard.type('xyzxyz');
    await expect(palette(page).getByText('Nada encontrado')).toBeVisible();
    await expectAccessible(page, 'palette without results');
    await closes(page);
  });

  await test.step('opens from its button, and from its icon on a phone', async () => {
    await page.getByRole('button', { name: /^Buscar…/ }).click();
    await expect(field(page)).toBeFocused();
    await expectAccessible(page, 'palette');
    await closes(page);
    await page.getByRole('button', { name: 'Atalhos do teclado' }).click();
    await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
    await expectAccessible(page, 'shortcuts');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Buscar em tudo' }).click();
    await expect(field(page)).toBeFocused();
    const box = await palette(page).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
    await expectAccessible(page, 'palette on a phone');
    await closes(page);
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('button', { name: /^Buscar…/ })
      .click();
    await expect(field(page)).toBeFocused();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
