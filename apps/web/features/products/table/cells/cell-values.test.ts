import type { Product } from '@esteira/validators/products/product';
import { describe, expect, it } from 'vitest';
import { isDoubtful, readCell, readColumn, toCellText } from './cell-values';

describe('a cell', () => {
  it.each([
    ['preco_venda_ml', '59,90', 59.9],
    ['preco_venda_ml', 'R$ 1.234,56', 1234.56],
    ['preco_venda_amazon', '', null],
    ['estoque', '1.200', 1200],
  ] as const)('of %s reads %s', (campo, text, value) => {
    expect(readCell(campo, text)).toEqual({ ok: true, value });
  });

  it.each([
    ['preco_venda_ml', '', 'Campo obrigatório'],
    ['preco_fornecedor', '-1', 'Não pode ser negativo'],
    ['preco_venda_ml', '1.234', 'Valor ambíguo "1.234" (use 1234,00 se for milhar)'],
    ['estoque', '1,5', 'Use um número inteiro a partir de 0'],
    ['estoque', '1000001', 'No máximo 1.000.000 de unidades'],
  ] as const)('of %s refuses %s: %s', (campo, text, problem) => {
    expect(readCell(campo, text)).toEqual({ ok: false, problem });
  });

  it('reads back what it shows', () => {
    expect(readCell('preco_venda_ml', toCellText('preco_venda_ml', 1234.5))).toEqual({
      ok: true,
      value: 1234.5,
    });
    expect(readCell('estoque', toCellText('estoque', 12_000))).toEqual({ ok: true, value: 12_000 });
    expect(readCell('preco_venda_amazon', toCellText('preco_venda_amazon', null))).toEqual({
      ok: true,
      value: null,
    });
  });

  it('asks about a sale price beyond ten times the cost, and about nothing else', () => {
    const product = { preco_fornecedor: 5 } as Product;
    expect(isDoubtful(product, 'preco_venda_ml', 50.01)).toBe(true);
    expect(isDoubtful(product, 'preco_venda_ml', 50)).toBe(false);
    expect(isDoubtful(product, 'estoque', 500)).toBe(false);
    expect(isDoubtful(product, 'preco_venda_amazon', null)).toBe(false);
  });
});

describe('a pasted column', () => {
  it('is split into its lines, as Excel and others end them', () => {
    expect(readColumn('1,00\r\n2,00\r\n')).toEqual({ ok: true, lines: ['1,00', '2,00'] });
    expect(readColumn('1,00\n\n3,00')).toEqual({ ok: true, lines: ['1,00', '', '3,00'] });
    expect(readColumn('7')).toEqual({ ok: true, lines: ['7'] });
  });

  it('is one column, and not endless', () => {
    expect(readColumn('1\t2')).toMatchObject({ ok: false });
    expect(readColumn('1\n'.repeat(5_001))).toMatchObject({ ok: false });
  });
});
