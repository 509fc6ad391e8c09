import { expect, it } from 'vitest';
import { planText } from './plan-text';

const now = new Date('2026-11-21T12:00:00Z');

it.each([
  [null, null, 'Plano: Nenhum'],
  ['intermediario', '2026-12-01T00:00:00Z', 'Plano: Medio'],
  ['top', '2026-11-21T11:59:59Z', 'Plano: TOP (expirado)'],
  ['basico', null, 'Plano: Basico (expirado)'],
] as const)('plan %s until %s reads "%s"', (plano, data_expiracao, expected) => {
  expect(planText({ plano, data_expiracao }, now)).toBe(expected);
});
