import { expect, it } from 'vitest';
import { matches } from './match';

it.each([
  ['Integrações', 'integracoes', true],
  ['Integrações', 'INTEGRAÇÕES', true],
  ['Aprovar pendentes pedidos', 'pend', true],
  ['Aprovar pendentes pedidos', 'pedidos aprovar', true],
  ['Aprovar pendentes', 'vendas', false],
  ['Sair', 'air', false],
  ['Novo produto', '  ', true],
  ['Novo produto', 'novo fornecedor', false],
])('%j by %j: %j', (text, typed, found) => {
  expect(matches(text, typed)).toBe(found);
});
