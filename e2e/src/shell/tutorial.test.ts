import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from '../servers/fixtures';

const SECTIONS = [
  ['Cadastre seus fornecedores', 'O ID do fornecedor aparece no cartão dele'],
  ['Adicione produtos', 'O lucro é o preço de venda menos o preço do fornecedor.'],
  ['Publique nos marketplaces', 'O selo verde'],
  ['Acompanhe os pedidos', 'e o sistema gera a etiqueta do marketplace'],
  ['Entenda o Dashboard', 'mostra o total de vendas'],
  ['Conecte a conta real', 'tudo funciona em modo simulado'],
] as const;

test.describe('the tutorial', () => {
  test('opens one section at a time, and closes it', async ({ page, seller }) => {
    await seller.opens('Tutorial');
    for (const [title, text] of SECTIONS.slice(1)) {
      await page.getByRole('button', { name: title }).click();
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByRole('button', { expanded: true })).toContainText([title]);
    }
    await page.getByRole('button', { name: 'Conecte a conta real' }).click();
    await expect(page.getByRole('button', { expanded: true })).toHaveCount(0);
  });

  test('shows the row of a product file, gives the template, and leads to the screens it speaks of', async ({
    page,
    seller,
  }) => {
    await seller.opens('Tutorial');
    await page.getByRole('button', { name: 'Adicione produtos' }).click();
    for (const cell of ['25.00', '59.90', '64.90', '100']) {
      await expect(page.getByRole('cell', { name: cell, exact: true })).toBeVisible();
    }
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar template_produtos.csv' }).click();
    const template = await saved;
    expect(template.suggestedFilename()).toBe('template_produtos.csv');
    const columns = await page.getByRole('columnheader').allTextContents();
    expect(await readFile(await template.path(), 'utf8')).toBe(`${columns.join(',')}\r\n`);
    expect(columns).toContain('preco_venda_amazon');
    await page.getByRole('main').getByRole('link', { name: 'Produtos' }).click();
    await seller.seesHeading('Produtos');
  });
});
