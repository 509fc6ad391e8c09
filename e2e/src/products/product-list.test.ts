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

test('the list of products is narrowed and sorted by what the address says, also on a phone', async ({
  page,
  seller,
}) => {
  await stockedSeller(page, seller);
  await test.step('one filter and order after the other', async () => {
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
    await expectAccessible(page, 'a narrowed list');
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Sem estoque' })).not.toBeChecked();
  });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/produtos');
  await test.step('on a phone the filters stand behind a button, which says how many narrow the list', async () => {
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
  });

  await test.step('the ring of a ticked card is drawn inside it, so that none shows beside the bar', async () => {
    await page.getByRole('checkbox', { name: 'Selecionar Abajur' }).check();
    const ring = await seller.card('Abajur').evaluate((card) => getComputedStyle(card).boxShadow);
    // Of all shadows one has a spread, the ring.
    const spread = ring.split(/,(?![^(]*\))/).filter((shadow) => / 1px(?: inset)?$/.test(shadow.trim()));
    expect(spread).toHaveLength(1);
    expect(spread[0]).toMatch(/inset$/);
  });

  await test.step('where there is room the filters stand there as they were, without their button', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole('checkbox', { name: 'Sem estoque' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Filtros (2)' })).toBeHidden();
  });
});
