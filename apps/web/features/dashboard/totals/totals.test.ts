import type { BestSellers, MonthTotals } from '@esteira/validators/dashboards/dashboard-totals';
import { expect, it } from 'vitest';
import { explainBestSeller, explainTotal } from './explain-total';
import { findTotal, toBestSellerAddress, toTotalAddress } from './total-source';

const months: MonthTotals = {
  meses: [
    ...([
      { mes: '2026-11', marketplace: 'mercadolivre', vendas: 2, receita: 0.1, lucro: -0.3, pendentes: 1 },
      { mes: '2026-11', marketplace: 'amazon', vendas: 1, receita: 0.2, lucro: 0.1, pendentes: 0 },
      { mes: '2026-10', marketplace: 'mercadolivre', vendas: 4, receita: 99.7, lucro: 40, pendentes: 0 },
    ] as const),
  ],
};

const best: BestSellers = {
  produtos: [{ id: 'p', nome: 'Panela', unidades: 3, meses: [{ mes: '2026-11', unidades: 3 }] }],
};

it('a figure is found by its address, and nothing else is', () => {
  expect(findTotal(toTotalAddress('receita'))).toEqual({
    ...{ kind: 'total', total: 'receita', marketplace: null },
  });
  expect(findTotal(toTotalAddress('vendas', 'amazon'))).toMatchObject({ marketplace: 'amazon' });
  expect(findTotal(toBestSellerAddress(2))).toEqual({ kind: 'best_seller', rank: 2 });
  const others = ['receita', 'sempre', 'sempre.x', 'sempre.toString', 'sempre.vendas.x', 'mais_vendido.0'];
  expect(others.map(findTotal)).toEqual(others.map(() => null));
});

it('the months sum to the figure in whole cents, each leading to its orders', () => {
  const revenue = explainTotal(months, { kind: 'total', total: 'receita', marketplace: null });
  expect(revenue.sum).toBe('R$\u00a0100,00');
  expect(revenue.rows.map(({ label, text, to }) => [label, text, to])[1]).toEqual([
    'novembro de 2026 · Amazon',
    'R$\u00a00,20',
    '/?periodo=datas&de=2026-11-01&ate=2026-11-30&porque=marketplace.amazon.receita',
  ]);
  const ml = explainTotal(months, { kind: 'total', total: 'vendas', marketplace: 'mercadolivre' });
  expect([ml.name, ml.sum, ml.rows.length]).toEqual(['Total de Vendas: Mercado Livre', '6', 2]);
  const pending = explainTotal(months, { kind: 'total', total: 'pendentes', marketplace: null });
  expect(pending.rows.map(({ text, to }) => [text, to])).toEqual([
    ['1', '/pedidos?filtro=pendentes&marketplace=mercadolivre&de=2026-11-01&ate=2026-11-30'],
  ]);
});

it('a best seller has its months, and an empty rank has none', () => {
  expect(explainBestSeller(best, 1)).toMatchObject({ name: 'Panela', sum: '3 unidades' });
  expect(explainBestSeller(best, 2)).toBeNull();
});
