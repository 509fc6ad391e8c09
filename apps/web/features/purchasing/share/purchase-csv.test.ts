import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import { expect, it } from 'vitest';
import { toPurchaseCsv } from './purchase-csv';

const ITEM = { produto_nome: '=HYPERLINK("x")', produto_sku: null, quantidade: 2, preco_fornecedor: 85.1 };

const order: PurchaseOrder = {
  id: '1',
  marketplace: 'amazon',
  ml_order_id: '702-1',
  ...ITEM,
  itens: [ITEM],
  cliente_nome: 'Ana; "Bia"',
  cliente_endereco: 'Rua A, 1',
  etiqueta_ml_url: null,
  requer_atencao: false,
  retido: null,
  criado_em: '2026-11-22T12:00:00.000Z',
};

it('shows order numbers and SKUs whole, which a spreadsheet would take for numbers', () => {
  const line = toPurchaseCsv('Atacado', [
    {
      ...{ ...order, ml_order_id: '2000008123456789' },
      itens: [{ ...ITEM, produto_sku: '00042', produto_nome: '7,89123E+12' }],
    },
  ]).split('\r\n')[1];
  expect(line).toMatch(
    /^Atacado;"=""2000008123456789""";Amazon;.*;"=""7,89123E\+12""";"=""00042""";2;"42,55";/,
  );
});

it('opens in a Brazilian spreadsheet, and runs nothing there', () => {
  expect(toPurchaseCsv('Atacado Brás', [order])).toBe(
    '\uFEFFFornecedor;Pedido;Marketplace;Recebido em;Produto;SKU;Quantidade;Custo unitário;Custo total;Comprador;Endereço\r\n' +
      `Atacado Brás;702-1;Amazon;22/11/2026 09:00;"'=HYPERLINK(""x"")";;2;"42,55";"85,10";"Ana; ""Bia""";"Rua A, 1"\r\n`,
  );
});

it('has a line for each item of an order', () => {
  const itens = [ITEM, { ...ITEM, produto_nome: 'Caneca', quantidade: 1, preco_fornecedor: 9.9 }];
  const [, first, second] = toPurchaseCsv('Atacado', [{ ...order, itens }]).split('\r\n');
  expect(first).toContain(';2;"42,55";"85,10";');
  expect(second).toMatch(/^Atacado;702-1;.*;Caneca;;1;"9,90";"9,90";/);
});
