import type { ChangedValues } from '@esteira/db/schema/products/change-sets';
import { fromCents } from '@esteira/domain/money';
import { CHANGE_FIELDS } from '@esteira/domain/products/bulk-change';
import { MAX_STOCK } from '@esteira/domain/products/stock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LockedProduct, toStoredValues, withValues } from './product-writes';
import { decideUndo, type ProductFacts } from './undo-eligibility';

const price = fc.integer({ min: 0, max: 999_999_999 });

const anyProduct: fc.Arbitrary<LockedProduct> = fc
  .record({
    nome: fc.string(),
    descricao: fc.option(fc.string()),
    preco_fornecedor: price.map(fromCents),
    preco_venda_ml: price.map(fromCents),
    preco_venda_amazon: fc.option(price.map(fromCents)),
    estoque: fc.integer({ min: 0, max: MAX_STOCK }),
  })
  .map((fields) => ({
    ...{ id: 'p', fornecedor_id: 'f', sku: null, imagem_url: null, excluido_em: null },
    ...{ publicado_ml: false, publicado_amazon: false },
    ...fields,
  }));

/** New values of some columns, money in cents. */
const anyValues: fc.Arbitrary<ChangedValues> = fc.record(
  {
    nome: fc.string(),
    preco_fornecedor: price,
    preco_venda_ml: price,
    preco_venda_amazon: fc.option(price),
    estoque: fc.integer({ min: 0, max: MAX_STOCK }),
  },
  { requiredKeys: [] },
);

const NOTHING_SINCE: ProductFacts = {
  ...{ adjusted: 0, hasOrders: false, isListed: false, hasFormerSupplier: true },
};

/** What a change set records of a product that gets these values. */
function record(product: LockedProduct, depois: ChangedValues) {
  const now = toStoredValues(product);
  const columns = Object.keys(depois) as (keyof ChangedValues)[];
  return { antes: Object.fromEntries(columns.map((column) => [column, now[column]])), depois };
}

describe('taking any change of any product back', () => {
  it('makes it what it was', () => {
    fc.assert(
      fc.property(anyProduct, anyValues, (before, values) => {
        const after = { ...withValues(before, values), excluido_em: null };
        const decided = decideUndo(record(before, values), after, NOTHING_SINCE);
        if (typeof decided === 'string') throw new Error(decided);
        expect({ ...withValues(after, decided.values), excluido_em: null }).toEqual(before);
      }),
    );
  });

  it('keeps what was sold meanwhile off the stock, or leaves it alone where that is too much', () => {
    fc.assert(
      fc.property(
        anyProduct,
        fc.nat({ max: MAX_STOCK }),
        fc.nat({ max: MAX_STOCK }),
        (before, estoque, share) => {
          const sold = Math.min(share, estoque);
          const after = { ...before, estoque: estoque - sold };
          const decided = decideUndo(record(before, { estoque }), after, NOTHING_SINCE);
          if (before.estoque < sold) expect(decided).toBe('estoque_insuficiente');
          else expect(decided).toMatchObject({ values: { estoque: before.estoque - sold } });
        },
      ),
    );
  });

  it('leaves alone every product of which one changed column has yet another value', () => {
    fc.assert(
      fc.property(anyProduct, anyValues, fc.constantFrom(...CHANGE_FIELDS), (before, values, column) => {
        fc.pre(column !== 'estoque' && values[column] !== undefined);
        const after = withValues(before, { ...values, [column]: ((values[column] ?? 0) + 1) % 1_000_000 });
        const decided = decideUndo(record(before, values), { ...after, excluido_em: null }, NOTHING_SINCE);
        expect(decided).toBe('alterado');
      }),
    );
  });
});
