import type { OrderCost } from '@esteira/validators/costs/order-costs';
import { expect, it } from 'vitest';
import { describeCost, listMissing } from './cost-lines';

const cost = (changes: Partial<OrderCost> = {}): OrderCost => ({
  ...{ codigo: 'frete_vendedor', valor: 14.45, falta: null, origem: 'tabela', cobrado: false },
  regra: { id: 'ml', descricao: 'Frete', desde: '2026-08-24', confianca: 'secondary_strong', fontes: [] },
  ...changes,
});

it('an estimate says no more than its amount, what the marketplace took says so', () => {
  expect(describeCost(cost())).toEqual({ label: 'Frete', amount: '−R$\u00a014,45', detail: '' });
  expect(describeCost(cost({ origem: 'fatura', cobrado: true, regra: null })).detail).toBe('cobrado');
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
