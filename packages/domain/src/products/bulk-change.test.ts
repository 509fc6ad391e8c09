import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromCents, MAX_PRICE, toCents } from '../money';
import { marginOf } from '../profit/gross-profit';
import {
  CHANGE_FIELDS,
  CHANGE_MODES,
  type ChangeableProduct,
  changedProfit,
  changeValue,
  isPlainRule,
  isRule,
  type PlainRule,
  PRICE_ENDINGS,
} from './bulk-change';
import { MAX_STOCK } from './stock';

const product: ChangeableProduct = {
  preco_fornecedor: 25,
  preco_venda_ml: 59.9,
  preco_venda_amazon: null,
  estoque: 10,
};

const rule = (changes: Partial<PlainRule>): PlainRule => ({
  ...{ campo: 'preco_venda_ml', modo: 'percentual', valor: 0, final: null },
  ...changes,
});

const change = (changes: Partial<PlainRule>, of: Partial<ChangeableProduct> = {}) => {
  const changed = changeValue({ ...product, ...of }, rule(changes));
  return changed.ok ? changed.value : changed.problem;
};

describe('a price', () => {
  it.each([
    [{ modo: 'percentual', valor: 8 }, 64.69],
    [{ modo: 'percentual', valor: -12.5 }, 52.41],
    [{ modo: 'percentual', valor: -100 }, 0],
    [{ modo: 'soma', valor: 2.1 }, 62],
    [{ modo: 'soma', valor: -59.9 }, 0],
    [{ modo: 'valor', valor: 49.9 }, 49.9],
    [{ modo: 'margem', valor: 0 }, 25],
    [{ modo: 'margem', valor: 40 }, 41.67],
    [{ modo: 'margem', valor: 30, final: '90' }, 35.9],
    [{ modo: 'percentual', valor: 8, final: '90' }, 64.9],
    [{ modo: 'percentual', valor: 6, final: '90' }, 63.9],
    [{ modo: 'percentual', valor: 5, final: '99' }, 62.99],
    [{ modo: 'percentual', valor: -99.9, final: '90' }, 0.9],
    [{ modo: 'percentual', valor: 5, campo: 'preco_fornecedor' }, 26.25],
  ] as const)('changed by %o is %s', (changes, value) => expect(change(changes)).toBe(value));

  it('rounds half a cent up', () => {
    expect(change({ valor: 50 }, { preco_venda_ml: 0.01 })).toBe(0.02);
    expect(change({ valor: -50 }, { preco_venda_ml: 0.03 })).toBe(0.02);
    expect(change({ valor: 49.99 }, { preco_venda_ml: 0.01 })).toBe(0.01);
  });

  it('takes the nearest ending, the higher one of two', () => {
    expect(change({ modo: 'soma', valor: 0, final: '90' }, { preco_venda_ml: 10.4 })).toBe(10.9);
    expect(change({ modo: 'soma', valor: 0, final: '90' }, { preco_venda_ml: 10.39 })).toBe(9.9);
  });

  it.each([
    [{ campo: 'preco_venda_amazon', modo: 'percentual', valor: 5 }, {}, 'sem_preco'],
    [{ campo: 'preco_venda_amazon', modo: 'soma', valor: 5 }, {}, 'sem_preco'],
    [{ modo: 'soma', valor: -60 }, {}, 'preco_negativo'],
    [{ modo: 'percentual', valor: 1 }, { preco_venda_ml: MAX_PRICE }, 'preco_maximo'],
    [{ modo: 'margem', valor: 99.99 }, { preco_fornecedor: 1000 }, 'preco_maximo'],
    [{ modo: 'margem', valor: 40 }, { preco_fornecedor: 0 }, 'margem_sem_custo'],
  ] as const)('cannot be changed by %o', (changes, of, problem) => expect(change(changes, of)).toBe(problem));

  it('is given to a product without one, by value and by margin', () => {
    expect(change({ campo: 'preco_venda_amazon', modo: 'valor', valor: 70 })).toBe(70);
    expect(change({ campo: 'preco_venda_amazon', modo: 'margem', valor: 50 })).toBe(50);
  });
});

describe('stock', () => {
  it.each([
    ['valor', 3, 3],
    ['soma', -10, 0],
    ['soma', -11, 'estoque_negativo'],
    ['soma', MAX_STOCK, 'estoque_maximo'],
  ] as const)('by %s %s is %s', (modo, valor, value) =>
    expect(change({ campo: 'estoque', modo, valor })).toBe(value),
  );
});

it('profit follows the new value: of a cost it is the lowest of both marketplaces', () => {
  const both = { ...product, preco_venda_amazon: 30 };
  expect(changedProfit(both, { campo: 'preco_venda_ml', valor: 20 })).toBe(-5);
  expect(changedProfit(both, { campo: 'preco_fornecedor', valor: 31.5 })).toBe(-1.5);
  expect(changedProfit(product, { campo: 'preco_fornecedor', valor: 31.5 })).toBe(28.4);
  expect(changedProfit(product, { campo: 'estoque', valor: 1 })).toBeNull();
});

describe('a rule', () => {
  it.each([
    { modo: 'percentual', valor: 1.234 },
    { modo: 'percentual', valor: -100.01 },
    { modo: 'percentual', valor: 10_000.01 },
    { modo: 'percentual', valor: Number.NaN },
    { modo: 'margem', valor: 100 },
    { modo: 'margem', valor: -1 },
    { modo: 'margem', valor: 10, campo: 'preco_fornecedor' },
    { modo: 'margem_liquida', valor: 100 },
    { modo: 'margem_liquida', valor: -1 },
    { modo: 'margem_liquida', valor: 10, campo: 'preco_fornecedor' },
    { modo: 'margem_liquida', valor: 10, campo: 'estoque' },
    { modo: 'valor', valor: -1 },
    { modo: 'valor', valor: 10, final: '90' },
    { modo: 'percentual', valor: 10, campo: 'estoque' },
    { modo: 'soma', valor: 1.5, campo: 'estoque' },
    { modo: 'valor', valor: -1, campo: 'estoque' },
    { modo: 'valor', valor: 1, campo: 'estoque', final: '90' },
  ] as const)('such as %o makes no sense', (changes) =>
    expect(isRule({ ...rule({}), ...changes })).toBe(false),
  );
});

const price = fc.integer({ min: 0, max: toCents(MAX_PRICE) }).map(fromCents);
const anyProduct = fc.record({
  preco_fornecedor: price,
  preco_venda_ml: price,
  preco_venda_amazon: fc.option(price),
  estoque: fc.integer({ min: 0, max: MAX_STOCK }),
});
const anyRule = fc
  .record({
    campo: fc.constantFrom(...CHANGE_FIELDS),
    modo: fc.constantFrom(...CHANGE_MODES),
    valor: fc.oneof(
      fc.integer({ min: -20_000, max: 20_000 }).map(fromCents),
      fc.integer({ min: -toCents(MAX_PRICE), max: toCents(MAX_PRICE) }).map(fromCents),
      fc.integer({ min: -1000, max: MAX_STOCK }),
    ),
    final: fc.option(fc.constantFrom(...PRICE_ENDINGS)),
  })
  .filter(isRule)
  .filter(isPlainRule);

describe('whatever the product and the rule', () => {
  it('a new value is one that the column may hold, and has the ending', () => {
    fc.assert(
      fc.property(anyProduct, anyRule, (of, by) => {
        const changed = changeValue(of, by);
        if (!changed.ok) return;
        const isStock = by.campo === 'estoque';
        expect(changed.value).toBeGreaterThanOrEqual(0);
        expect(changed.value).toBeLessThanOrEqual(isStock ? MAX_STOCK : MAX_PRICE);
        const cents = toCents(changed.value);
        if (by.final !== null) expect(cents % 100).toBe(Number(by.final));
      }),
    );
  });

  it('an ending moves a price by half a real at most, but to the smallest that has it', () => {
    fc.assert(
      fc.property(anyProduct, anyRule, (of, by) => {
        fc.pre(by.modo !== 'margem' && by.campo !== 'estoque');
        const [plain, ended] = [changeValue(of, { ...by, final: null }), changeValue(of, by)];
        if (!plain.ok || !ended.ok) return;
        const moved = Math.abs(toCents(ended.value) - toCents(plain.value));
        expect(moved <= 50 || toCents(ended.value) < 100).toBe(true);
      }),
    );
  });

  it('a price to a margin has that margin on the product card, or more', () => {
    fc.assert(
      fc.property(anyProduct, anyRule, (of, by) => {
        fc.pre(by.modo === 'margem');
        const changed = changeValue(of, by);
        if (!changed.ok) return;
        const margin = marginOf({ preco_venda: changed.value, preco_fornecedor: of.preco_fornecedor });
        expect(margin).toBeGreaterThanOrEqual(Math.round(by.valor * 10) / 10);
      }),
    );
  });
});
