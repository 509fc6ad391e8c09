import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CardDetails } from './card-details';

const CARD = new CardDetails({
  number: '4111 1111 1111 1111',
  holder: 'ANA LIMA',
  expiry: '12/30',
  cvv: '987',
});

describe('CardDetails', () => {
  it('gives the values to the gateway that asks for them, the number as digits', () => {
    const { number, holder, expiry, cvv } = CARD;
    expect({ number, holder, expiry, cvv }).toEqual({
      number: '4111111111111111',
      holder: 'ANA LIMA',
      expiry: '12/30',
      cvv: '987',
    });
  });

  it.each([
    ['String()', (value: unknown) => String(value)],
    ['JSON', (value: unknown) => JSON.stringify({ value })],
    ['inspect', (value: unknown) => inspect({ value }, { depth: null, showHidden: true, getters: true })],
    ['template', (value: unknown) => `${value}`],
  ])('shows only the last four digits through %s', (_, show) => {
    const shown = show(CARD);
    expect(shown).toContain('cartão final 1111');
    expect(shown).not.toMatch(/4111|987|ANA|12\/30/);
  });

  it('loses its values when copied field by field', () => {
    expect({ ...CARD }).toEqual({});
    expect(Object.getOwnPropertyNames(CARD)).toEqual([]);
    expect(inspect(structuredClone(CARD), { showHidden: true })).not.toMatch(/4111|987/);
  });
});
