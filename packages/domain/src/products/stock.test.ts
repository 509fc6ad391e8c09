import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isLowStock,
  LOW_STOCK_LIMIT,
  MAX_STOCK,
  STOCK_REASONS,
  StockEditError,
  stockAfterEdit,
  stockAfterFile,
} from './stock';

const units = fc.integer({ min: 0, max: MAX_STOCK });

describe('isLowStock', () => {
  it('warns below five units and not at five', () => {
    expect([0, 4, 5, 6].map(isLowStock)).toEqual([true, true, false, false]);
    expect(LOW_STOCK_LIMIT).toBe(5);
  });
});

describe('stockAfterEdit', () => {
  it.each([
    ['sets the stock when the editor does not say what it saw', { current: 7, estoque: 10 }, 10, 3],
    ['treats a null like an absent figure', { current: 7, estoque: 10, estoque_anterior: null }, 10, 3],
    ['keeps a sale made meanwhile', { current: 8, estoque: 15, estoque_anterior: 10 }, 13, 5],
    [
      'changes nothing when the figure was not touched',
      { current: 8, estoque: 10, estoque_anterior: 10 },
      8,
      0,
    ],
    ['may empty the stock', { current: 3, estoque: 7, estoque_anterior: 10 }, 0, -3],
  ])('%s', (_, edit, estoque, difference) => {
    expect(stockAfterEdit(edit)).toEqual({ estoque, difference });
  });

  it('refuses to go below zero, in Portuguese', () => {
    const edit = () => stockAfterEdit({ current: 2, estoque: 0, estoque_anterior: 3 });
    expect(edit).toThrow(StockEditError);
    expect(edit).toThrow('Estoque insuficiente');
  });

  it('refuses to go above the limit', () => {
    const edit = () => stockAfterEdit({ current: MAX_STOCK, estoque: 1, estoque_anterior: 0 });
    expect(edit).toThrow('Estoque acima de 1.000.000 de unidades');
  });

  it('always leaves what it records: the new stock is the old one plus the difference, within limits', () => {
    fc.assert(
      fc.property(units, units, fc.option(units), (current, estoque, estoque_anterior) => {
        const expected = current + estoque - (estoque_anterior ?? current);
        if (expected < 0 || expected > MAX_STOCK) {
          expect(() => stockAfterEdit({ current, estoque, estoque_anterior })).toThrow(StockEditError);
          return;
        }
        const result = stockAfterEdit({ current, estoque, estoque_anterior });
        expect(result.estoque).toBe(expected);
        expect(current + result.difference).toBe(expected);
      }),
    );
  });

  it('adds two concurrent edits up instead of undoing one', () => {
    const change = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1000 }), change, change, (seen, one, other) => {
        const first = stockAfterEdit({ current: seen, estoque: seen + one, estoque_anterior: seen });
        const second = stockAfterEdit({
          current: first.estoque,
          estoque: seen + other,
          estoque_anterior: seen,
        });
        expect(second.estoque).toBe(seen + one + other);
      }),
    );
  });
});

describe('STOCK_REASONS', () => {
  it('names each reason once', () => {
    expect(STOCK_REASONS).toEqual([
      'inicial',
      'ajuste',
      'importacao',
      'desfazer',
      'venda',
      'cancelamento',
      'alteracao',
    ]);
  });
});

describe('stockAfterFile', () => {
  it('never brings a sale back, and applies a file once however often it comes', () => {
    const imports = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(units, units, imports, (exported, estoque, sales) => {
        let [current, adjusted, sold] = [exported, 0, 0];
        for (const wanted of sales) {
          const sale = Math.min(wanted, current);
          current -= sale;
          sold += sale;
          const after = stockAfterFile({ current, estoque, exported, adjusted });
          if (typeof after === 'string') return;
          adjusted += after - current;
          current = after;
          expect(current).toBe(estoque - sold);
        }
      }),
    );
  });

  it.each([
    ['foi alterado depois da exportação; exporte de novo', { current: 30, estoque: 15, adjusted: 20 }],
    ['foi alterado depois da exportação; exporte de novo', { current: 7, estoque: 15, adjusted: null }],
    ['insuficiente: há 2 unidades e o arquivo tira 5', { current: 2, estoque: 5, adjusted: 0 }],
    ['insuficiente: há 1 unidade e o arquivo tira 2', { current: 1, estoque: 8, adjusted: 0 }],
    ['ficaria acima de 1.000.000 de unidades', { current: 20, estoque: MAX_STOCK, adjusted: 0 }],
  ])('says that the stock %s', (reason, stock) => {
    expect(stockAfterFile({ exported: 10, ...stock })).toBe(reason);
  });

  it('knows no sale from a change where the ledger is not told, and then changes only an untouched stock', () => {
    const told = (current: number, estoque: number) =>
      stockAfterFile({ current, estoque, exported: 10, adjusted: null });
    expect([told(7, 10), told(10, 15), told(15, 15)]).toEqual([7, 15, 15]);
  });
});
