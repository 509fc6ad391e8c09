import { expect, it } from 'vitest';
import { CSV_COLUMNS } from './csv-columns';
import { suggestColumn } from './suggest-column';

it.each([
  ['Preço', 'preco_venda_ml'],
  ['PREÇO DE VENDA', 'preco_venda_ml'],
  ['Custo', 'preco_fornecedor'],
  ['Fornecedor', 'fornecedor_id'],
  ['Título', 'nome'],
  ['Descrição', 'descricao'],
  ['Qtd', 'estoque'],
  ['Código', 'sku'],
  ['Preço Amazon', 'preco_venda_amazon'],
  ['Link da imagem', 'imagem_url'],
  ['preco venda ml', 'preco_venda_ml'],
  ['Código (SKU)', 'sku'],
  ['URL Imagens Externas', 'imagem_url'],
  ['Saldo em estoque', 'estoque'],
  ['Vendor', 'fornecedor_id'],
  ['Variant SKU', 'sku'],
  ['Peso', null],
  ['', null],
])('%j is taken for %s', (heading, column) => {
  expect(suggestColumn(heading)).toBe(column);
});

it.each(CSV_COLUMNS)('%s is itself', (column) => {
  expect(suggestColumn(column)).toBe(column);
});
