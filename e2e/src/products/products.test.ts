import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { Api } from '../page/api';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

async function hasLamp(seller: Seller): Promise<void> {
  await seller.hasSupplier('Distribuidora Central');
  await seller.hasProduct({
    nome: 'Luminária Articulada',
    fornecedor: 'Distribuidora Central',
    custo: '35',
    precoMl: '99',
    precoAmazon: '109.90',
    estoque: '4',
  });
}

async function stockedSeller(seller: Seller): Promise<void> {
  await hasLamp(seller);
  await seller.opens('Produtos');
}

test.describe('products', () => {
  test('an empty list says how to begin', async ({ page, seller }) => {
    await seller.opens('Produtos');
    await expect(page.getByText('Nenhum produto encontrado')).toBeVisible();
    await expect(page.getByText('Adicione produtos ou importe via CSV')).toBeVisible();
  });

  test('profit follows the prices while they are typed', async ({ page, seller }) => {
    await seller.hasSupplier('Distribuidora Central');
    await page.goto('/produtos?novo=1');
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    await dialog.getByLabel('Preço Fornecedor *').fill('25.50');
    await dialog.getByLabel('Preço ML *').fill('59.90');
    await expect(dialog.getByText('Lucro: R$ 34,40 (57,4%)')).toBeVisible();
    await dialog.getByLabel('Preço ML *').fill('20');
    await expect(dialog.getByText('Lucro: -R$ 5,50')).toBeVisible();
  });

  test('the dialog names every missing field and refuses a third decimal', async ({ page, seller }) => {
    await seller.hasSupplier('Distribuidora Central');
    await page.goto('/produtos?novo=1');
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    await dialog.getByLabel('Preço ML *').fill('10.9999');
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await expect(dialog.getByText('Use no máximo 2 casas decimais')).toBeVisible();
    await expect(dialog.getByText('Campo obrigatório')).toHaveCount(4);
  });

  test('a product is published, sold and unpublished on both marketplaces, and its stock follows', async ({
    seller,
  }) => {
    await stockedSeller(seller);
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
  });

  test('what cannot be published goes back and says why', async ({ page, seller }) => {
    await stockedSeller(seller);
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    await page.getByRole('dialog').getByLabel('Estoque *').fill('0');
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await seller.seesToast('Produto atualizado!');
    const ml = seller.card('Luminária Articulada').getByRole('group', { name: 'Mercado Livre' });
    await ml.getByRole('button', { name: 'Publicar no ML' }).click();
    await seller.seesToast(/Erro ao publicar produto.*Produto sem estoque/s);
    await expect(ml.getByRole('button', { name: 'Publicar no ML' })).toBeVisible();
    await expect(ml.getByText(/^Publicado/)).toHaveCount(0);
    const amazon = seller.card('Luminária Articulada').getByRole('group', { name: 'Amazon' });
    await amazon.getByRole('button', { name: 'Publicar na Amazon' }).click();
    await seller.seesToast(/^Produto sem estoque$/);
  });

  test('a product that is sold out says so, and so does its listing', async ({ page, seller }) => {
    const api = await Api.of(page);
    await api.sells(await api.publishesProduct('Último Abajur', { estoque: 1 }));
    await api.publishesProduct('Abajur', { estoque: 1 });
    await seller.opens('Produtos');
    const soldOut = seller.card('Último Abajur');
    await expect(soldOut.getByText('Sem estoque', { exact: true })).toBeVisible();
    await expect(soldOut.getByText('Publicado · sem estoque')).toBeVisible();
    await expect(soldOut.getByText('Publicado', { exact: true })).toHaveCount(0);
    const last = seller.card('Abajur');
    await expect(last.getByText('1, estoque baixo')).toBeVisible();
    await expect(last.getByText('Publicado', { exact: true })).toBeVisible();
  });

  test('search survives a reload and ignores accents', async ({ page, seller }) => {
    await hasLamp(seller);
    await seller.hasProduct({
      nome: 'Caneca',
      fornecedor: 'Distribuidora Central',
      custo: '5',
      precoMl: '20',
      estoque: '60',
    });
    await seller.opens('Produtos');
    await page.keyboard.press('/');
    await page.getByLabel('Buscar produtos').fill('luminaria');
    await page.keyboard.press('Enter');
    await expect(seller.card('Caneca')).toHaveCount(0);
    await expect(seller.card('Luminária Articulada')).toBeVisible();
    await page.reload();
    await expect(seller.card('Luminária Articulada')).toBeVisible();
    await expect(page.getByLabel('Buscar produtos')).toHaveValue('luminaria');
    await page.goBack();
    await expect(seller.card('Caneca')).toBeVisible();
  });

  test('saving an edit does not undo a sale made meanwhile', async ({ page, seller }) => {
    await stockedSeller(seller);
    const card = seller.card('Luminária Articulada');
    await card.getByRole('button', { name: 'Publicar no ML' }).click();
    await expect(card.getByRole('button', { name: 'Simular Venda' })).toBeVisible();
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
    await dialog.getByLabel('Estoque *').fill('10');

    const other = await page.context().newPage();
    await other.goto('/produtos');
    await other.getByRole('button', { name: 'Simular Venda' }).click();
    await expect(other.getByText('3, estoque baixo')).toBeVisible();

    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await seller.seesToast('Produto atualizado!');
    await expect(card.getByText('9', { exact: true })).toBeVisible();
  });

  test('deleting asks first', async ({ page, seller }) => {
    await stockedSeller(seller);
    await page.getByRole('button', { name: 'Deletar Luminária Articulada' }).click();
    await page
      .getByRole('alertdialog', { name: 'Tem certeza que deseja deletar este produto?' })
      .getByRole('button', { name: 'Deletar' })
      .click();
    await seller.seesToast('Produto deletado!');
    await expect(page.getByText('Nenhum produto encontrado')).toBeVisible();
  });

  test('a CSV from the template brings products in and its errors back by line', async ({ page, seller }) => {
    await seller.hasSupplier('Distribuidora Central');
    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Importar CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importar CSV' });
    await expect(dialog.getByRole('button', { name: 'Importar' })).toBeDisabled();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Baixar template' }).click();
    const template = await download;
    expect(template.suggestedFilename()).toBe('template_produtos.csv');
    const header = await readFile(await template.path(), 'utf8');
    expect(header.trim()).toBe(
      'fornecedor_id,nome,descricao,sku,preco_fornecedor,preco_venda_ml,preco_venda_amazon,estoque,imagem_url',
    );

    const rows = [
      'distribuidora central,Caneca Azul,,CAN-1,"5,00","19,90",,10,',
      'Ninguém,Copo,,COP-1,5.00,19.90,,10,',
      'Distribuidora Central,Prato,,PRA-1,1.234,19.90,,10,',
    ];
    await dialog.getByLabel(/Escolher arquivo CSV/).setInputFiles({
      name: 'produtos.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${header}${rows.join('\n')}\n`),
    });
    await dialog.getByRole('button', { name: 'Importar' }).click();
    await seller.seesToast('1 produtos importados!');
    await seller.seesToast('2 erros encontrados');
    await expect(dialog.getByText(/^Linha 3: fornecedor_id: /)).toBeVisible();
    await expect(dialog.getByText(/^Linha 4: preco_fornecedor: /)).toBeVisible();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await expect(seller.card('Caneca Azul')).toBeVisible();
  });

  test('a publication that the marketplace is too busy to take is taken back and told', async ({
    seller,
  }) => {
    await seller.hasSupplier('Central');
    await seller.hasProduct({
      nome: 'Fone SIM-INDISPONIVEL',
      fornecedor: 'Central',
      custo: '20',
      precoMl: '50',
      precoAmazon: '60',
      estoque: '9',
    });
    await seller.opens('Produtos');
    const card = seller.card('Fone SIM-INDISPONIVEL');
    await card.getByRole('button', { name: 'Publicar no ML' }).click();
    await seller.seesToast('Erro ao publicar produto');
    await expect(card.getByRole('button', { name: 'Publicar no ML' })).toBeVisible();
    await seller.seesHeading('Produtos');
  });
});
