import { MISSING_BRIEFLY, MISSING_TEXTS } from '@esteira/domain/profit/cost-texts';
import { expect, it } from 'vitest';
import { describeNet } from './net-line';

it.each([
  [{ liquido: 20.8, margem: 26.3, falta: [] }, 'Líquido estimado R$\u00a020,80 · 26,3%'],
  [{ liquido: -4.2, margem: -5.3, falta: [] }, 'Líquido estimado −R$\u00a04,20 · −5,3%'],
  [{ liquido: -31.5, margem: null, falta: [] }, 'Líquido estimado −R$\u00a031,50'],
  [
    { liquido: null, margem: null, falta: ['peso' as const, 'regime' as const] },
    'Líquido: informe o peso para calcular o frete',
  ],
])('%# says the figure, or the first thing that is missing', (net, text) => {
  expect(describeNet(net)).toBe(text);
});

/** What stands beside 'Por quê?' on a card of three columns in a window of 1,440 pixels. */
const ONE_LINE = 40;

it.each(Object.keys(MISSING_TEXTS) as (keyof typeof MISSING_TEXTS)[])(
  'says on one line of a card that %s is missing',
  (code) => {
    const text = describeNet({ liquido: null, margem: null, falta: [code] }, MISSING_BRIEFLY);
    expect(text).toMatch(/^Líquido: \p{Ll}/u);
    expect(text.length).toBeLessThanOrEqual(ONE_LINE);
  },
);
