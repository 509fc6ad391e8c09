import { expect } from '@playwright/test';
import { test } from './fixtures';

const LAMP = {
  nome: 'Luminária Articulada',
  fornecedor: 'Distribuidora Central',
  custo: '35',
  precoMl: '99',
  precoAmazon: '109.90',
  estoque: '4',
};

test.describe('prices in the product form', () => {
  // There a number field takes the comma out of `59,90` without a word.
  test.use({ locale: 'en-US' });

  test('a price typed or pasted the Brazilian way is that price, also in a browser that speaks English', async ({
    page,
    seller,
  }) => {
    expect(await page.evaluate(() => navigator.language)).toMatch(/^en/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await seller.addsSupplier('Distribuidora Central');
    await page.goto('/produtos?novo=1');
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    await dialog.getByLabel('Fornecedor *', { exact: true }).selectOption('Distribuidora Central');
    await dialog.getByLabel('Nome do Produto *').fill('Caneca');
    await dialog.getByLabel('Preço Fornecedor *').pressSequentially('25,5');
    await page.evaluate(() => navigator.clipboard.writeText('R$ 59,90'));
    await dialog.getByLabel('Preço ML *').focus();
    await page.keyboard.press('ControlOrMeta+V');
    await dialog.getByLabel('Preço Amazon').pressSequentially('69.90');
    await dialog.getByLabel('Estoque *').fill('60');
    await expect(dialog.getByLabel('Preço Fornecedor *')).toHaveValue('25,50');
    await expect(dialog.getByLabel('Preço ML *')).toHaveValue('59,90');
    await expect(dialog.getByLabel('Preço Amazon')).toHaveValue('69,90');
    await expect(dialog.getByText('Lucro: R$ 34,40 (57,4%)')).toBeVisible();
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await seller.seesToast('Produto criado!');
    await expect(seller.card('Caneca').getByText('R$ 59,90')).toBeVisible();
    await expect(seller.card('Caneca').getByText('R$ 69,90')).toBeVisible();
  });

  test('a price of more than ten times the cost is asked about once', async ({ page, seller }) => {
    await seller.addsSupplier('Distribuidora Central');
    await seller.addsProduct(LAMP);
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
    await expect(dialog.getByLabel('Preço Amazon')).toHaveValue('109,90');
    await dialog.getByLabel('Preço ML *').fill('1.234,56');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    const question = page.getByRole('alertdialog', {
      name: 'O preço passa de dez vezes o custo. Está certo?',
    });
    await expect(question).toContainText('Preço ML: R$ 1.234,56 · Custo: R$ 35,00');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog.getByLabel('Preço ML *')).toHaveValue('1.234,56');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await question.getByRole('button', { name: 'Salvar assim mesmo' }).click();
    await seller.seesToast('Produto atualizado!');
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    await dialog.getByLabel('Nome do Produto *').fill('Luminária');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await expect(seller.card('Luminária')).toBeVisible();
  });
});
