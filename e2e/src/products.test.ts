import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { test } from './fixtures';
import type { Seller } from './seller';

async function stockedSeller(seller: Seller): Promise<void> {
  await seller.addsSupplier('Distribuidora Central');
  await seller.addsProduct({
    nome: 'Luminária Articulada',
    fornecedor: 'Distribuidora Central',
    custo: '35',
    precoMl: '99',
    precoAmazon: '109.90',
    estoque: '4',
  });
}

describe('products', () => {
  test('an empty list says how to begin', async ({ page, seller }) => {
    await seller.opens('Produtos');
    await page.getByText('Nenhum produto encontrado').waitFor();
    await page.getByText('Adicione produtos ou importe via CSV').waitFor();
  });

  test('profit follows the prices while they are typed', async ({ page, seller }) => {
    await seller.addsSupplier('Distribuidora Central');
    await page.goto('/produtos?novo=1');
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    await dialog.getByLabel('Preço Fornecedor *').fill('25.50');
    await dialog.getByLabel('Preço ML *').fill('59.90');
    await dialog.getByText('Lucro: R$ 34,40 (57,4%)').waitFor();
    await dialog.getByLabel('Preço ML *').fill('20');
    await dialog.getByText('Lucro: -R$ 5,50').waitFor();
  });

  test('the dialog names every missing field and refuses a third decimal', async ({ page, seller }) => {
    await seller.addsSupplier('Distribuidora Central');
    await page.goto('/produtos?novo=1');
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    await dialog.getByLabel('Preço ML *').fill('10.999');
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByText('Use no máximo 2 casas decimais').waitFor();
    expect(await dialog.getByText('Campo obrigatório').count()).toBe(4);
  });

  test('publishing, selling and unpublishing on both marketplaces', async ({ seller }) => {
    await stockedSeller(seller);
    const card = seller.card('Luminária Articulada');
    for (const [name, publish, gone] of [
      ['Mercado Livre', 'Publicar no ML', 'Produto despublicado do ML!'],
      ['Amazon', 'Publicar na Amazon', 'Produto despublicado da Amazon!'],
    ] as const) {
      const channel = card.getByRole('region', { name });
      expect(await channel.getByRole('button', { name: 'Simular Venda' }).count()).toBe(0);
      await channel.getByRole('button', { name: publish }).click();
      await channel.getByText('Publicado', { exact: true }).waitFor();
      await channel.getByRole('button', { name: 'Simular Venda' }).click();
      await seller.seesToast(/\(modo simulado\)/);
      await channel.getByRole('button', { name: 'Despublicar' }).click();
      await seller.seesToast(gone);
      await channel.getByRole('button', { name: publish }).waitFor();
    }
    await card.getByText('2, estoque baixo').waitFor();
  });

  test('what cannot be published goes back and says why', async ({ page, seller }) => {
    await stockedSeller(seller);
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    await page.getByRole('dialog').getByLabel('Estoque *').fill('0');
    await page.getByRole('button', { name: 'Atualizar' }).click();
    await seller.seesToast('Produto atualizado!');
    const ml = seller.card('Luminária Articulada').getByRole('region', { name: 'Mercado Livre' });
    await ml.getByRole('button', { name: 'Publicar no ML' }).click();
    await seller.seesToast(/Erro ao publicar produto.*Produto sem estoque/s);
    await ml.getByRole('button', { name: 'Publicar no ML' }).waitFor();
    expect(await ml.getByText('Publicado', { exact: true }).count()).toBe(0);
    const amazon = seller.card('Luminária Articulada').getByRole('region', { name: 'Amazon' });
    await amazon.getByRole('button', { name: 'Publicar na Amazon' }).click();
    await seller.seesToast(/^Produto sem estoque$/);
  });

  test('search survives a reload and ignores accents', async ({ page, seller }) => {
    await stockedSeller(seller);
    await seller.addsProduct({
      nome: 'Caneca',
      fornecedor: 'Distribuidora Central',
      custo: '5',
      precoMl: '20',
      estoque: '60',
    });
    await page.keyboard.press('/');
    await page.getByLabel('Buscar produtos').fill('luminaria');
    await page.keyboard.press('Enter');
    await seller.card('Caneca').waitFor({ state: 'detached' });
    await seller.card('Luminária Articulada').waitFor();
    await page.reload();
    await seller.card('Luminária Articulada').waitFor();
    expect(await page.getByLabel('Buscar produtos').inputValue()).toBe('luminaria');
    await page.goBack();
    await seller.card('Caneca').waitFor();
  });

  test('saving an edit does not undo a sale made meanwhile', async ({ page, seller }) => {
    await stockedSeller(seller);
    const card = seller.card('Luminária Articulada');
    await card.getByRole('button', { name: 'Publicar no ML' }).click();
    await card.getByRole('button', { name: 'Simular Venda' }).waitFor();
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
    await dialog.getByLabel('Estoque *').fill('10');

    const other = await page.context().newPage();
    await other.goto('/produtos');
    await other.getByRole('button', { name: 'Simular Venda' }).click();
    await other.getByText('3, estoque baixo').waitFor();

    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await seller.seesToast('Produto atualizado!');
    await card.getByText('9', { exact: true }).waitFor();
  });

  test('deleting asks first', async ({ page, seller }) => {
    await stockedSeller(seller);
    await page.getByRole('button', { name: 'Deletar Luminária Articulada' }).click();
    await page
      .getByRole('alertdialog', { name: 'Tem certeza que deseja deletar este produto?' })
      .getByRole('button', { name: 'Deletar' })
      .click();
    await seller.seesToast('Produto deletado!');
    await page.getByText('Nenhum produto encontrado').waitFor();
  });

  test('a CSV from the template brings products in and its errors back by line', async ({ page, seller }) => {
    await seller.addsSupplier('Distribuidora Central');
    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Importar CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Importar CSV' });
    expect(await dialog.getByRole('button', { name: 'Importar' }).isDisabled()).toBe(true);
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
    await dialog.getByText(/^Linha 3: fornecedor_id: /).waitFor();
    await dialog.getByText(/^Linha 4: preco_fornecedor: /).waitFor();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await seller.card('Caneca Azul').waitFor();
  });
});
