import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Buscar e ir para' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');

async function openByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test.describe('the command palette', () => {
  test('leads by keyboard alone to pages, actions and lists, and gives the focus back', async ({
    page,
    seller,
  }) => {
    await page.goto('/produtos');
    await seller.seesHeading('Produtos');
    const add = page.getByRole('button', { name: 'Adicionar Produto' });
    await add.focus();
    await openByKeys(page);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
    await expect(add).toBeFocused();

    await openByKeys(page);
    await page.keyboard.type('integracoes');
    await expect(options(page)).toHaveText(['Integrações']);
    await page.keyboard.press('Enter');
    await seller.seesHeading('Integrações');

    await openByKeys(page);
    await page.keyboard.type('aprovar');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/pedidos?filtro=pendentes');

    await openByKeys(page);
    await page.keyboard.type('novo prod');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Novo Produto' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    // While a dialog is open the keys open no other.
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await openByKeys(page);
    await page.keyboard.type('importar');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Importar CSV' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/produtos');
  });

  test('keeps the letters that are typed while a page is still coming', async ({ page, seller }) => {
    await page.goto('/produtos');
    await seller.seesHeading('Produtos');
    await openByKeys(page);
    await page.keyboard.press('Escape');
    await expect(palette(page)).toHaveCount(0);
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
    await expect(page).toHaveTitle(/^Pedidos/);
    await page.keyboard.type('novo prod');
    await expect(field(page)).toHaveValue('novo prod');
    expect(await focusLosses.jsonValue()).toEqual([]);
  });

  test('changes the theme, shows the shortcuts and signs out', async ({ page, seller }) => {
    await page.goto('/');
    await seller.seesHeading('Dashboard');
    await openByKeys(page);
    await page.keyboard.type('tema');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveClass(/dark/);
    await openByKeys(page);
    await page.keyboard.type('atalhos');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openByKeys(page);
    await page.keyboard.type('sair');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
    await page.keyboard.press('Control+k');
    await expect(palette(page)).toHaveCount(0);
  });

  test('finds orders, products and suppliers on the server, once typing pauses', async ({ page, seller }) => {
    const api = await Api.of(page);
    const product = await api.publishesProduct('Luminária', { sku: 'LUM-1' });
    await api.sells(product);
    const [order] = await api.call('GET', '/pedidos');
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('suppliers.list') && asked.push(request.url()));
    await page.goto('/');
    await seller.seesHeading('Dashboard');
    await openByKeys(page);
    await page.keyboard.type('luminaria', { delay: 20 });
    await expect(options(page)).toHaveText([
      new RegExp(`#${order.ml_order_id}`),
      /Luminária.*LUM-1/,
      /Fornecedor de Luminária/,
    ]);
    expect(asked).toHaveLength(1);
    await expectAccessible(page, 'palette with results');
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
  });

  test('opens from its button, and from its icon on a phone', async ({ page }) => {
    await Seller.new(page).arrives();
    await page.goto('/');
    await page.getByRole('button', { name: /^Buscar…/ }).click();
    await expect(field(page)).toBeFocused();
    await expectAccessible(page, 'palette');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Buscar em tudo' }).click();
    await expect(field(page)).toBeFocused();
    const box = await palette(page).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
    await expectAccessible(page, 'palette on a phone');
    await page.keyboard.press('Escape');
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
