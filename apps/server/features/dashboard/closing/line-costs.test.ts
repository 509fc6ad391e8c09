import { fromCents, toCents } from '@esteira/domain/money';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CostsOfOrder } from '../../costs/estimates/order-cost-sums';
import { sumLineCosts, toLineCosts } from './line-costs';

const cents = fc.integer({ min: 0, max: 99_999_999 });
const lines = fc.array(fc.record({ price: cents, cost: cents }), { minLength: 2, maxLength: 6 });
/** Costs that were given back are negative. */
const costs = fc.array(fc.integer({ min: -5_000, max: 9_999_999 }), {
  ...{ minLength: COST_CODES.length, maxLength: COST_CODES.length },
});

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function divide(sold: readonly { price: number; cost: number }[], known: CostsOfOrder): CostsOfOrder[] {
  const order = {
    preco_venda: fromCents(total(sold.map(({ price }) => price))),
    preco_fornecedor: fromCents(total(sold.map(({ cost }) => cost))),
  };
  return sold.map(({ price, cost }, index) => {
    const beforeCents = total(sold.slice(0, index).map((line) => line.price));
    const of = { order, beforeCents, isFirst: index === 0 };
    return toLineCosts({ preco_venda: fromCents(price), preco_fornecedor: fromCents(cost), of }, known);
  });
}

const toCosts = (values: readonly number[]) =>
  Object.fromEntries(COST_CODES.map((code, at) => [code, fromCents(values[at] ?? 0)])) as CostsOfOrder;

it('the lines of an order sum to each of its costs, and to what they have of all', () => {
  fc.assert(
    fc.property(lines, costs, (sold, values) => {
      const known = toCosts(values);
      const divided = divide(sold, known);
      for (const code of COST_CODES) {
        expect(total(divided.map((line) => toCents(line[code])))).toBe(toCents(known[code]));
      }
      const price = total(sold.map((line) => line.price));
      const rest = total(values) - total(sold.map((line) => line.cost));
      const [first] = sold;
      const share = price === 0 ? rest : Number((BigInt(rest) * BigInt(first?.price ?? 0)) / BigInt(price));
      expect(toCents(sumLineCosts(divided[0]) ?? 0)).toBe((first?.cost ?? 0) + share);
    }),
  );
});

it('each line pays its own supplier, and its share of the rest by price', () => {
  const known = toCosts([1_000, 0, 2_001, 0, 300, 0, 0, 0, 6_000]);
  const [one, other] = divide(
    [
      { price: 7_500, cost: 5_000 },
      { price: 2_500, cost: 1_000 },
    ],
    known,
  );
  expect(one).toMatchObject({
    tarifa_venda: 7.5,
    tarifa_fixa: 0,
    frete_vendedor: 15,
    imposto: 2.25,
    fornecedor: 50,
  });
  expect(other).toMatchObject({
    tarifa_venda: 2.5,
    tarifa_fixa: 0,
    frete_vendedor: 5.01,
    imposto: 0.75,
    fornecedor: 10,
  });
});

it('an order of one line has its costs as they are, and one whose costs are not known none', () => {
  const known = toCosts([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(toLineCosts({ preco_venda: 1, preco_fornecedor: 1, of: null }, known)).toBe(known);
  expect(sumLineCosts(known)).toBe(0.45);
  expect(sumLineCosts(undefined)).toBeNull();
});
