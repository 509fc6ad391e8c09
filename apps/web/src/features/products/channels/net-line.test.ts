import { expect, it } from 'vitest';
import { describeNet } from './net-line';

it.each([
  [{ liquido: 20.8, margem: 26.3, falta: [] }, 'Líquido estimado R$ 20,80 · 26,3%'],
  [{ liquido: -4.2, margem: -5.3, falta: [] }, 'Líquido estimado -R$ 4,20 · -5,3%'],
  [{ liquido: -31.5, margem: null, falta: [] }, 'Líquido estimado -R$ 31,50'],
  [
    { liquido: null, margem: null, falta: ['peso' as const, 'regime' as const] },
    'Líquido: informe o peso para calcular o frete',
  ],
])('%# says the figure, or the first thing that is missing', (net, text) => {
  expect(describeNet(net)).toBe(text);
});
