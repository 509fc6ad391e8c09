import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySale, makeSale, parcelOf, table } from '../../testing/profit-sale';
import { toCents } from '../money';
import { PRICE_ENDINGS } from '../products/bulk-change';
import { findNetMarginPrice } from './net-margin-change';
import { makeCostCurve } from './pricing/cost-curve';
import { netAt } from './quote';
import type { Sale } from './sale';

const find = (valor: number, final: '90' | '99' | null = null, changes: Partial<Sale> = {}) =>
  findNetMarginPrice(makeCostCurve(table, makeSale(changes)), { valor, final });

describe('the price for a net margin', () => {
  it('is the lowest that leaves it, and says what it leaves', () => {
    expect(find(30)).toEqual({ ok: true, preco: 73.3, liquido: 21.99, margem: 30 });
    expect(find(35)).toMatchObject({ preco: 92.82 });
  });

  it('with an ending still leaves it', () => {
    expect(find(30, '90')).toMatchObject({ ok: true, preco: 73.9, margem: 30.4 });
    expect(find(33.9, '90')).toMatchObject({ ok: true, preco: 90.9 });
    expect(find(33.9, '99')).toMatchObject({ ok: true, preco: 78.99, margem: 33.9 });
  });

  it.each([
    [{ parcel: parcelOf(null) }, 'Informe o peso para calcular o frete'],
    [{ category: null }, 'Informe a categoria para calcular a tarifa'],
    [{ tax: null }, 'Informe o regime tributário para calcular o imposto'],
    [{ adsBps: 9000 }, 'Nenhum preço deixa essa margem líquida'],
  ] as const)('of a sale with %o is none, and says why', (changes, motivo) => {
    expect(find(30, null, changes)).toEqual({ ok: false, motivo });
    expect(find(30, '90', changes)).toEqual({ ok: false, motivo });
  });

  it('leaves the margin whatever the sale, the margin and the ending', () => {
    const margin = fc.integer({ min: 0, max: 6000 });
    const final = fc.option(fc.constantFrom(...PRICE_ENDINGS));
    fc.assert(
      fc.property(anySale, margin, final, (sale, bps, ending) => {
        const curve = makeCostCurve(table, sale);
        const found = findNetMarginPrice(curve, { valor: bps / 100, final: ending });
        if (!found.ok) return;
        const cents = toCents(found.preco);
        expect((netAt(curve, cents) ?? Number.NaN) * 10_000).toBeGreaterThanOrEqual(bps * cents);
        if (ending !== null) expect(cents % 100).toBe(Number(ending));
      }),
    );
  });
});
