import { expect } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

async function stockedSeller(seller: Seller): Promise<void> {
  await seller.hasSupplier('Casa Nova');
  await seller.hasSupplier('Distribuidora Central');
  await seller.hasProduct({
    nome: 'Luminária Articulada',
    fornecedor: 'Distribuidora Central',
    custo: '35',
    precoMl: '99',
    precoAmazon: '109,90',
    estoque: '9',
    marca: 'Lux',
  });
  await seller.opens('Produtos');
}

test.describe('tools of a product', () => {
  test('duplicating opens a new product with all but SKU, stock and publication, and Back leaves the list', async ({
    page,
    seller,
  }) => {
    await stockedSeller(seller);
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    const editor = page.getByRole('dialog', { name: 'Editar Produto' });
    await editor.getByLabel('SKU').fill('LUM-1');
    await editor.getByRole('button', { name: 'Atualizar' }).click();
    await seller.seesToast('Produto atualizado!');

    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    await editor.getByRole('button', { name: 'Duplicar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    await expect(dialog.getByLabel('Nome do Produto *')).toHaveValue('Luminária Articulada (cópia)');
    await expect(dialog.getByLabel('Nome do Produto *')).toBeFocused();
    await expect(dialog.getByLabel('SKU')).toHaveValue('');
    await expect(dialog.getByLabel('Estoque *')).toHaveValue('0');
    await expect(dialog.getByLabel('Preço Amazon')).toHaveValue('109,90');
    await expectAccessible(page, 'duplicated product');
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await seller.seesToast('Produto criado!');
    const copy = seller.card('Luminária Articulada (cópia)');
    await expect(copy.getByRole('button', { name: 'Publicar no ML' })).toBeVisible();
    await page.getByRole('button', { name: 'Editar Luminária Articulada (cópia)' }).click();
    await editor.getByRole('button', { name: 'Dados para os marketplaces' }).click();
    await expect(editor.getByLabel('Marca')).toHaveValue('Lux');
    await page.goBack();
    await expect(editor).toHaveCount(0);
    await expect(page).toHaveURL('/produtos');
  });

  test("'Salvar e criar outro' saves, keeps the supplier and starts again at the name, by keyboard too", async ({
    page,
    seller,
  }) => {
    await stockedSeller(seller);
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    const nome = dialog.getByLabel('Nome do Produto *');
    const next = dialog.getByRole('button', { name: 'Salvar e criar outro' });
    for (const product of ['Vaso', 'Quadro']) {
      await nome.fill(product);
      await dialog.getByLabel('Fornecedor *', { exact: true }).selectOption('Casa Nova');
      await dialog.getByLabel('Preço Fornecedor *').fill('10');
      await dialog.getByLabel('Preço ML *').fill('30');
      await dialog.getByLabel('Estoque *').fill('4');
      await next.focus();
      await page.keyboard.press('Enter');
      await expect(nome).toHaveValue('');
      await expect(nome).toBeFocused();
      await expect(dialog.getByLabel('Fornecedor *', { exact: true }).locator('option:checked')).toHaveText(
        'Casa Nova',
      );
      await expect(dialog.getByLabel('Estoque *')).toHaveValue('');
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(seller.card('Vaso')).toBeVisible();
    await expect(seller.card('Quadro')).toBeVisible();
  });

  test('what is wrong keeps the product in the form, and the next one is not begun', async ({
    page,
    seller,
  }) => {
    await stockedSeller(seller);
    await page.goto('/produtos?novo=1');
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    await dialog.getByLabel('Nome do Produto *').fill('Vaso');
    await dialog.getByRole('button', { name: 'Salvar e criar outro' }).click();
    await expect(dialog.getByText('Campo obrigatório').first()).toBeVisible();
    await expect(dialog.getByLabel('Nome do Produto *')).toHaveValue('Vaso');
  });

  test('the stock history tells every change with the units after it, and leads to the order', async ({
    page,
    seller,
  }) => {
    await stockedSeller(seller);
    const card = seller.card('Luminária Articulada');
    const channel = card.getByRole('group', { name: 'Mercado Livre' });
    await channel.getByRole('button', { name: 'Publicar no ML' }).click();
    await channel.getByRole('button', { name: 'Simular Venda' }).click();
    await seller.seesToast(/Venda simulada/);
    await card.getByRole('button', { name: /histórico de estoque/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Histórico de estoque' });
    await expect(dialog).toContainText('Luminária Articulada');
    const lines = dialog.getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await expect(lines.first()).toContainText('Venda');
    await expect(lines.first()).toContainText('−1');
    await expect(lines.first()).toContainText('saldo 8');
    await expect(lines.nth(1)).toContainText('Estoque inicial');
    await expect(lines.nth(1)).toContainText('+9');
    await expectAccessible(page, 'stock history');
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await card.getByRole('button', { name: /histórico de estoque/ }).click();
    await lines
      .first()
      .getByRole('link', { name: /Pedido #/ })
      .click();
    await expect(page).toHaveURL(/\/pedidos\//);
  });
});
