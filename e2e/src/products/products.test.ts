import { expect } from '@playwright/test';
import { test } from '../servers/fixtures';

test('a product is published, sold and unpublished on both marketplaces, its stock follows, and it is found again', async ({
  page,
  seller,
}) => {
  await seller.hasSupplier('Distribuidora Central');
  await seller.hasProduct({
    nome: 'Luminária Articulada',
    fornecedor: 'Distribuidora Central',
    custo: '35',
    precoMl: '99',
    precoAmazon: '109.90',
    estoque: '4',
  });
  const caneca = { nome: 'Caneca', fornecedor: 'Distribuidora Central' };
  await seller.hasProduct({ ...caneca, custo: '5', precoMl: '20', estoque: '60' });
  await seller.opens('Produtos');
  const card = seller.card('Luminária Articulada');
  for (const [name, publish, gone] of [
    ['Mercado Livre', 'Publicar no ML', 'Produto despublicado do ML!'],
    ['Amazon', 'Publicar na Amazon', 'Produto despublicado da Amazon!'],
  ] as const) {
    const channel = card.getByRole('group', { name });
    await expect(channel.getByRole('button', { name: 'Simular Venda' })).toHaveCount(0);
    await channel.getByRole('button', { name: publish }).click();
    await expect(channel.getByText('Publicado', { exact: true })).toBeVisible();
    await channel.getByRole('button', { name: 'Simular Venda' }).click();
    await seller.seesToast(/\(modo simulado\)/);
    await channel.getByRole('button', { name: 'Despublicar' }).click();
    await seller.seesToast(gone);
    await expect(channel.getByRole('button', { name: publish })).toBeVisible();
  }
  await expect(card.getByText('2, estoque baixo')).toBeVisible();

  await test.step('search survives a reload and ignores accents', async () => {
    await page.keyboard.press('/');
    await page.getByLabel('Buscar produtos').fill('luminaria');
    await page.keyboard.press('Enter');
    await expect(seller.card('Caneca')).toHaveCount(0);
    await expect(card).toBeVisible();
    await page.reload();
    await expect(card).toBeVisible();
    await expect(page.getByLabel('Buscar produtos')).toHaveValue('luminaria');
    await page.goBack();
    await expect(seller.card('Caneca')).toBeVisible();
  });
});
