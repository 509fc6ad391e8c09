import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

/** Three products of two suppliers: in stock, scarce and sold out; the last one sold at a loss. */
async function stockedSeller(page: Page, seller: Seller): Promise<void> {
  const api = await Api.of(page);
  const { id: central } = await api.call('POST', '/fornecedores', { nome: 'Central' });
  const { id: tecno } = await api.call('POST', '/fornecedores', { nome: 'TecnoSul' });
  const add = (nome: string, fornecedor_id: string, estoque: number, rest: object) =>
    api.call('POST', '/produtos', { nome, fornecedor_id, estoque, preco_fornecedor: 20, ...rest });
  await add('Abajur', central, 0, { preco_venda_ml: 10 });
  await add('Bola', tecno, 3, { preco_venda_ml: 40, preco_venda_amazon: 45 });
  await add('Caneca', central, 1, { preco_venda_ml: 30, preco_venda_amazon: 35 });
  await add('Dominó', tecno, 80, { preco_venda_ml: 60, preco_venda_amazon: 70 });
  await seller.opens('Produtos');
}

const names = (page: Page) => page.getByRole('list', { name: 'Produtos' }).getByRole('heading', { level: 2 });

test.describe('the list of products', () => {
  test('is narrowed and sorted by what the address says', async ({ page, seller }) => {
    await stockedSeller(page, seller);
    await expect(names(page)).toHaveText(['Dominó', 'Caneca', 'Bola', 'Abajur']);
    await page.getByLabel('Ordenar por').selectOption('Nome');
    await expect(names(page)).toHaveText(['Abajur', 'Bola', 'Caneca', 'Dominó']);
    await page.getByLabel('Ordenar por').selectOption('Menor margem');
    await expect(names(page)).toHaveText(['Abajur', 'Caneca', 'Bola', 'Dominó']);
    await page.getByLabel('Fornecedor').selectOption('TecnoSul');
    await expect(names(page)).toHaveText(['Bola', 'Dominó']);
    await page.reload();
    await expect(names(page)).toHaveText(['Bola', 'Dominó']);
    await expect(page.getByLabel('Fornecedor').locator('option:checked')).toHaveText('TecnoSul');
    await page.getByLabel('Fornecedor').selectOption('Todos os fornecedores');
    await page.getByRole('checkbox', { name: 'Com prejuízo' }).click();
    await expect(page.getByRole('checkbox', { name: 'Com prejuízo' })).toBeChecked();
    await expect(names(page)).toHaveText(['Abajur']);
    await page.getByRole('checkbox', { name: 'Sem preço Amazon' }).click();
    await expect(page.getByRole('checkbox', { name: 'Sem preço Amazon' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'Sem estoque' }).click();
    await expect(page.getByRole('checkbox', { name: 'Sem estoque' })).toBeChecked();
    await expect(page).toHaveURL(/com_prejuizo=1&sem_preco_amazon=1&sem_estoque=1/);
    await expect(names(page)).toHaveText(['Abajur']);
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Sem estoque' })).not.toBeChecked();
  });

  test('takes two filters that are ticked at once', async ({ page, seller }) => {
    await stockedSeller(page, seller);
    const boxes = page.getByRole('checkbox', { name: /^(Sem estoque|Com prejuízo)$/ });
    await expect(boxes).toHaveCount(2);
    await boxes.evaluateAll((elements) => {
      for (const box of elements) (box as HTMLElement).click();
    });
    await expect(page).toHaveURL(/sem_estoque=1.*com_prejuizo=1/);
    await expect(names(page)).toHaveText(['Abajur']);
    await expectAccessible(page, 'a narrowed list');
  });

  test('shows low stock emptiest first', async ({ page, seller }) => {
    await stockedSeller(page, seller);
    await page.getByRole('checkbox', { name: 'Estoque baixo' }).click();
    await expect(page.getByRole('checkbox', { name: 'Estoque baixo' })).toBeChecked();
    await expect(names(page)).toHaveText(['Abajur', 'Caneca', 'Bola']);
    await expect(page.getByLabel('Ordenar por')).toHaveValue('menor_estoque');
  });

  test('keeps its filters behind a button on a phone, and says how many narrow it', async ({
    page,
    seller,
  }) => {
    await stockedSeller(page, seller);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('checkbox', { name: 'Sem estoque' })).toBeHidden();
    await expect(names(page).first()).toBeInViewport();
    await page.getByRole('button', { name: 'Filtros', exact: true }).click();
    await page.getByLabel('Fornecedor').selectOption('Central');
    await page.getByRole('checkbox', { name: 'Sem estoque' }).click();
    await expect(names(page)).toHaveText(['Abajur']);
    await expectAccessible(page, 'filters on a phone');
    const button = page.getByRole('button', { name: 'Filtros (2)' });
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await button.click();
    await expect(page.getByRole('checkbox', { name: 'Sem estoque' })).toBeHidden();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('checkbox', { name: 'Sem estoque' })).toBeChecked();
    await expect(button).toBeHidden();
  });

  test('leads back from filters that leave nothing, and the keyboard goes on in the search', async ({
    page,
    seller,
  }) => {
    await stockedSeller(page, seller);
    await page.goto('/produtos?busca=Bola&sem_preco_amazon=1&estoque_baixo=1&publicado=amazon');
    await expect(page.getByText('Nenhum produto encontrado')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect(page).toHaveURL('/produtos');
    await expect(page.getByLabel('Buscar produtos')).toBeFocused();
    await expect(seller.card('Bola')).toBeVisible();
  });

  test('gives the search its key while a product is being ticked', async ({ page, seller }) => {
    await stockedSeller(page, seller);
    await page.getByRole('checkbox', { name: 'Selecionar Bola' }).check();
    await page.keyboard.press('/');
    await expect(page.getByLabel('Buscar produtos')).toBeFocused();
  });

  test('leads from a missing Amazon price to where it is set', async ({ page, seller }) => {
    await stockedSeller(page, seller);
    await expect(page.getByText('Sem preço Amazon ·')).toHaveCount(1);
    await seller.card('Abajur').getByRole('button', { name: 'definir preço Amazon' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
    await dialog.getByLabel('Preço Amazon').fill('39,90');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await expect(seller.card('Abajur').getByText('R$ 39,90')).toBeVisible();
    await expect(page.getByText('Sem preço Amazon ·')).toHaveCount(0);
  });

  test('draws the ring of a ticked card inside it, so that none shows beside the bar', async ({
    page,
    seller,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const api = await Api.of(page);
    await api.publishesProduct('Caneca');
    await page.goto('/produtos');
    await page.getByRole('checkbox', { name: 'Selecionar Caneca' }).check();
    const ring = await seller.card('Caneca').evaluate((card) => getComputedStyle(card).boxShadow);
    // Of all shadows one has a spread, the ring.
    const spread = ring.split(/,(?![^(]*\))/).filter((shadow) => / 1px(?: inset)?$/.test(shadow.trim()));
    expect(spread).toHaveLength(1);
    expect(spread[0]).toMatch(/inset$/);
  });
});
