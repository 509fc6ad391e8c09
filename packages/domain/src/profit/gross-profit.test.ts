import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCents, toCents } from '../money';
import { isFarAboveCost, marginOf, profitOf } from './gross-profit';

const price = fc.integer({ min: 0, max: 999_999_999 }).map(fromCents);
const salePrice = fc.integer({ min: 1, max: 999_999_999 }).map(fromCents);

describe('profitOf', () => {
  it.each([
    [59.9, 25, 34.9],
    [0.3, 0.1, 0.2],
    [10, 10, 0],
    [20, 25.5, -5.5],
  ])('selling at %d what costs %d leaves %d', (preco_venda, preco_fornecedor, profit) => {
    expect(profitOf({ preco_venda, preco_fornecedor })).toBe(profit);
  });

  it('plus the supplier price is the sale price, to the cent', () => {
    fc.assert(
      fc.property(price, price, (preco_venda, preco_fornecedor) => {
        const profit = profitOf({ preco_venda, preco_fornecedor });
        expect(toCents(profit) + toCents(preco_fornecedor)).toBe(toCents(preco_venda));
      }),
    );
  });

  it('refuses a price that is not in whole cents', () => {
    expect(() => profitOf({ preco_venda: 1.001, preco_fornecedor: 0 })).toThrow(RangeError);
  });
});

describe('marginOf', () => {
  it.each([
    [59.9, 25, 58.3],
    [100, 0, 100],
    [100, 100, 0],
    [100, 150, -50],
    [3, 2, 33.3],
    [1000, 1000.01, 0],
  ])('selling at %d what costs %d is a margin of %d %%', (preco_venda, preco_fornecedor, margin) => {
    expect(marginOf({ preco_venda, preco_fornecedor })).toBe(margin);
  });

  it('is unknown when nothing is charged', () => {
    expect(marginOf({ preco_venda: 0, preco_fornecedor: 10 })).toBeNull();
  });

  it('has the sign of the profit and never exceeds 100 %', () => {
    fc.assert(
      fc.property(salePrice, price, (preco_venda, preco_fornecedor) => {
        const margin = marginOf({ preco_venda, preco_fornecedor }) ?? Number.NaN;
        const profit = profitOf({ preco_venda, preco_fornecedor });
        expect(margin).toBeLessThanOrEqual(100);
        expect(margin === 0 || Math.sign(margin) === Math.sign(profit)).toBe(true);
        expect(Object.is(margin, -0)).toBe(false);
      }),
    );
  });
});

describe('isFarAboveCost', () => {
  it.each([
    [250, 25, false],
    [250.01, 25, true],
    [5990, 25, true],
    [20, 25, false],
    [5990, 0, false],
  ])('of a price of %d at a cost of %d is %s', (preco_venda, preco_fornecedor, expected) => {
    expect(isFarAboveCost({ preco_venda, preco_fornecedor })).toBe(expected);
  });
});
