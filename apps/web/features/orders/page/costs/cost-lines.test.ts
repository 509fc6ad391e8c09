import type { OrderCost } from '@esteira/validators/costs/order-costs';
import { expect, it } from 'vitest';
import { describeCost, getNetLabel, listMissing } from './cost-lines';

const cost = (changes: Partial<OrderCost> = {}): OrderCost => ({
  ...{ codigo: 'frete_vendedor', valor: 14.45, falta: null, origem: 'tabela', cobrado: false },
  regra: { id: 'ml', descricao: 'Frete', desde: '2026-08-24', confianca: 'secondary_strong', fontes: [] },
  ...changes,
});

it('a cost names its rule, since when it holds, and that it is an estimate', () => {
  expect(describeCost(cost())).toEqual({
    label: 'Frete',
    amount: '-R$ 14,45',
    detail: 'Tabela de tarifas, em vigor desde 24/08/2026 · estimado',
  });
});

it('a charge says who told it', () => {
  const charge = cost({ origem: 'fatura', cobrado: true, regra: null });
  expect(describeCost(charge).detail).toBe('Fatura do marketplace · cobrado');
  expect([getNetLabel({ cobrado: true }), getNetLabel({ cobrado: false })]).toEqual([
    'Líquido cobrado',
    'Líquido estimado',
  ]);
});

it('a missing cost is said, never shown as nothing', () => {
  const missing = cost({ valor: null, falta: 'peso', regra: null });
  expect(describeCost(missing)).toEqual({
    label: 'Frete',
    amount: '—',
    detail: 'Informe o peso para calcular o frete',
  });
  const linhas = [missing, missing, cost()];
  expect(listMissing({ linhas })).toEqual(['Informe o peso para calcular o frete']);
});
