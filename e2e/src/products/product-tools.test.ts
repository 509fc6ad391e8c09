import { expect } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { expectToFit } from '../page/fit';
import { test } from '../servers/fixtures';

test('a product is duplicated without SKU, stock and publication, and its stock history leads to the order', async ({
  page,
  seller,
}) => {
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
  const editor = page.getByRole('dialog', { name: 'Editar Produto' });

  await test.step('duplicating opens a new product with all but SKU, stock and publication, and Back leaves the list', async () => {
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
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

  await test.step('the stock history tells every change with the units after it, and leads to the order', async () => {
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
    await expectToFit(page, 'stock history', [390, 360]);
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
