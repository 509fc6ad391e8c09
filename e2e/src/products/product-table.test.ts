import { expect, type Locator, type Page } from '@playwright/test';
import { breakDown, INTERNAL } from '../failures/broken-server';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import type { Seller } from '../page/seller';
import { ANY_FAILED_LOAD, test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';

async function openTable(page: Page, seller: Seller, count: number): Promise<Locator> {
  await fillCatalogue(page, count);
  await seller.opens('Produtos');
  await page.getByRole('button', { name: 'Tabela' }).click();
  const grid = page.getByRole('grid', { name: 'Produtos' });
  await expect(grid).toBeVisible();
  return grid;
}

const cell = (grid: Locator, product: string, column: string) =>
  grid
    .getByRole('row')
    .filter({ has: grid.page().getByRole('button', { name: `Editar ${product}`, exact: true }) })
    .locator(`[data-column="${column}"]`);

/** What a spreadsheet puts on the clipboard, pasted where the focus is. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

async function storedPrices(page: Page): Promise<Record<string, number>> {
  const products: { nome: string; preco_venda_ml: number }[] = await (await Api.of(page)).call(
    'GET',
    '/produtos',
  );
  return Object.fromEntries(products.map(({ nome, preco_venda_ml }) => [nome, preco_venda_ml]));
}

test.use({ expectedErrors: ANY_FAILED_LOAD });

test('the table of products is edited by keyboard alone, overwrites no other change, and sorts by its heads', async ({
  page,
  seller,
}) => {
  const grid = await openTable(page, seller, 3);
  await test.step('Enter saves and goes down, Tab right, Esc reverts', async () => {
    await cell(grid, 'Produto 2', 'preco_venda_ml').focus();
    await page.keyboard.type('61,5');
    await page.keyboard.press('Enter');
    await expect(cell(grid, 'Produto 2', 'preco_venda_ml')).toHaveText('R$ 61,50');
    await expect(cell(grid, 'Produto 1', 'preco_venda_ml')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(grid.getByRole('textbox', { name: 'Preço ML de Produto 1' })).toHaveValue('59,90');
    await page.keyboard.type('77');
    await page.keyboard.press('Tab');
    await expect(cell(grid, 'Produto 1', 'preco_venda_amazon')).toBeFocused();
    await page.keyboard.type('1');
    await page.keyboard.press('Escape');
    await expect(cell(grid, 'Produto 1', 'preco_venda_amazon')).toHaveText('R$ 69,90');
    await expect(cell(grid, 'Produto 1', 'preco_venda_amazon')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect(cell(grid, 'Produto 0', 'estoque')).toBeFocused();
    await page.keyboard.type('40');
    await page.keyboard.press('Enter');
    await expect(cell(grid, 'Produto 0', 'estoque')).toHaveText('40 un.');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await expect(grid.getByRole('checkbox', { name: 'Selecionar Produto 0' })).toBeChecked();
    await expect
      .poll(() => storedPrices(page))
      .toEqual({ 'Produto 0': 59.9, 'Produto 1': 77, 'Produto 2': 61.5 });
    await page.reload();
    await expect(cell(grid, 'Produto 0', 'estoque')).toHaveText('40 un.');
    await expectAccessible(page, 'the table of products');
  });

  const price = cell(grid, 'Produto 1', 'preco_venda_ml');
  await test.step('what is wrong with a value is said at the cell, and no other change is overwritten', async () => {
    await price.dblclick();
    const input = grid.getByRole('textbox', { name: 'Preço ML de Produto 1' });
    await input.fill('abc');
    await input.press('Enter');
    await expect(input).toHaveAccessibleDescription('Número inválido (use 25.00, 25,00 ou 1.234,56)');
    await expect(input).toBeFocused();
    await expectAccessible(page, 'an error in a cell that is edited');
    await input.fill('900');
    await input.press('Enter');
    await expect(input).toHaveAccessibleDescription('Mais de 10 vezes o custo. Enter de novo confirma.');
    await input.press('Escape');
    const api = await Api.of(page);
    const products = await api.call('GET', '/produtos');
    const product = products.find(({ nome }: { nome: string }) => nome === 'Produto 1');
    await api.call('PUT', `/produtos/${product.id}`, { ...product, preco_venda_ml: 62 });
    await price.dblclick();
    await input.fill('70');
    await input.press('Enter');
    await expect(price).toHaveText(/R\$\s62,00/);
    await expect(price).toHaveAccessibleDescription('O valor mudou enquanto isso: agora R$ 62,00');
    await expectAccessible(page, 'an error at a cell');
    expect(await storedPrices(page)).toMatchObject({ 'Produto 1': 62 });
  });

  await test.step('what the server did not save is taken back', async () => {
    await page.route('**/trpc/products.applyChange*', breakDown);
    await price.focus();
    await page.keyboard.type('80');
    await page.keyboard.press('Enter');
    await expect(price).toContainText('R$ 62,00', { timeout: 15_000 });
    await expect(price).toHaveAccessibleDescription(INTERNAL);
  });

  await test.step('it sorts by its column heads and stays the view of this browser; a phone has cards', async () => {
    await grid.getByRole('button', { name: 'Produto', exact: true }).click();
    await expect(grid.getByRole('columnheader', { name: 'Produto' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(grid.getByRole('row').nth(1)).toContainText('Produto 0');
    await grid.getByRole('button', { name: 'Preço ML' }).click();
    await grid.getByRole('button', { name: 'Preço ML' }).click();
    await expect(page).toHaveURL(/ordem=maior_preco/);
    await seller.opens('Pedidos');
    await seller.opens('Produtos');
    await expect(grid).toBeVisible();
    await expect(grid).toHaveAttribute('aria-rowcount', '4');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('list', { name: 'Produtos' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tabela' })).toHaveCount(0);
  });
});

test('the table of products fills a column down from a spreadsheet, names the cells it could not read, and takes it back', async ({
  page,
  seller,
}) => {
  const grid = await openTable(page, seller, 130);
  await cell(grid, 'Produto 129', 'preco_venda_ml').focus();
  const lines = Array.from({ length: 132 }, (_, line) => (line === 1 ? 'x' : `${100 + line},50`));
  await paste(page, `${lines.join('\r\n')}\r\n`);
  await expect(
    page.getByText('129 valores colados · 1 com erro · 2 linhas além do fim da lista'),
  ).toBeVisible();
  await expect(cell(grid, 'Produto 129', 'preco_venda_ml')).toHaveText('R$ 100,50');
  await expect(cell(grid, 'Produto 128', 'preco_venda_ml')).toHaveAccessibleDescription(/^Número inválido/);
  expect(await storedPrices(page)).toMatchObject({
    'Produto 128': 59.9,
    'Produto 127': 102.5,
    'Produto 0': 229.5,
  });
  await page.getByRole('status').getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByText('129 produtos restaurados')).toBeVisible();
  expect(new Set(Object.values(await storedPrices(page)))).toEqual(new Set([59.9]));
});
