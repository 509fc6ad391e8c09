import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCents } from '../money';
import { countUnits, type PurchaseItem, sumCosts, toPurchaseLines } from './purchase-list';

const item = (produto_nome: string, quantidade: number, preco_fornecedor: number): PurchaseItem => ({
  produto_nome,
  produto_sku: `SKU-${produto_nome}`,
  quantidade,
  preco_fornecedor,
});

it('adds up orders of the same product at the same unit cost, and keeps another cost apart', () => {
  const items = [item('Fone', 1, 42.5), item('Cabo', 2, 17.8), item('Fone', 3, 127.5), item('Fone', 1, 45)];
  expect(toPurchaseLines(items)).toEqual([
    { produto_nome: 'Cabo', produto_sku: 'SKU-Cabo', quantidade: 2, custo_unitario: 8.9, total: 17.8 },
    { produto_nome: 'Fone', produto_sku: 'SKU-Fone', quantidade: 4, custo_unitario: 42.5, total: 170 },
    { produto_nome: 'Fone', produto_sku: 'SKU-Fone', quantidade: 1, custo_unitario: 45, total: 45 },
  ]);
  expect([sumCosts(items), countUnits(items)]).toEqual([232.8, 7]);
});

it('names no unit cost where there is no exact one', () => {
  expect(toPurchaseLines([item('Kit', 3, 10)])).toMatchObject([{ custo_unitario: null, total: 10 }]);
});

it('loses no cent and no unit, whatever the orders', () => {
  const anyItem = fc.record({
    produto_nome: fc.constantFrom('Fone', 'Cabo', 'Ímã'),
    produto_sku: fc.constantFrom('A', 'B', null),
    quantidade: fc.integer({ min: 1, max: 100 }),
    preco_fornecedor: fc.integer({ min: 0, max: 100_000_000 }).map((cents) => cents / 100),
  });
  fc.assert(
    fc.property(fc.array(anyItem, { maxLength: 60 }), (items) => {
      const lines = toPurchaseLines(items);
      expect(countUnits(lines)).toBe(countUnits(items));
      expect(sumCosts(lines.map(({ total }) => ({ preco_fornecedor: total })))).toBe(sumCosts(items));
      for (const { custo_unitario, quantidade, total } of lines) {
        if (custo_unitario !== null) expect(toCents(custo_unitario) * quantidade).toBe(toCents(total));
      }
    }),
  );
});
