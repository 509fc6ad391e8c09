import { expect, it } from 'vitest';
import { findCellHints } from './read-cell';

it.each([
  ['imagem_url', 'https://a.com/1.jpg|https://a.com/2.jpg', 'tem 2 imagens; só a primeira será importada'],
  ['imagem_url', '1.jpg;https://a.com/2.jpg', 'tem 2 imagens; só a primeira válida será importada'],
  ['sku', '2000081234567890', 'o Excel só guarda 15 dígitos: confira os zeros no fim'],
  ['preco_venda_ml', '59,900', 'lido como R$\u00a059,90'],
  ['estoque', '12,000', 'lido como 12'],
])('points to what was made of %s %j', (column, cell, reason) => {
  expect(findCellHints({ [column]: cell })).toEqual([{ column, reason }]);
});

it('says nothing of cells that leave no doubt', () => {
  const cells = {
    sku: 'A-1',
    preco_venda_ml: '59,9000',
    estoque: '12,00',
    imagem_url: 'https://a.com/1.jpg',
  };
  expect(findCellHints(cells)).toEqual([]);
  expect(findCellHints({ nome: '12,000', preco_fornecedor: '1.234' })).toEqual([]);
});
