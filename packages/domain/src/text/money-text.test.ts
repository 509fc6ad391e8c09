import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatMoney } from '../money';
import { formatAmount, parseMoney } from './money-text';

const priceCents = fc.integer({ min: 0, max: 999_999_999 });

function written(cents: number, decimal: string, thousands: string): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${whole}${decimal}${String(cents % 100).padStart(2, '0')}`;
}

describe('parseMoney', () => {
  it.each([
    ['25', 25],
    ['25.00', 25],
    ['25,00', 25],
    ['25,5', 25.5],
    ['1.234,56', 1234.56],
    ['1234.56', 1234.56],
    ['12.345,6', 12_345.6],
    ['1.234.567', 1_234_567],
    ['9.999.999,99', 9_999_999.99],
    [' 0,00 ', 0],
    ['007', 7],
    ['R$ 59,90', 59.9],
    ['R$\u00a01.234,56', 1234.56],
    ['r$59.90', 59.9],
    ['59,9000', 59.9],
    ['59.9000', 59.9],
    ['R$ 59,9000', 59.9],
    ['1.234,5600', 1234.56],
    ['1.234.567,000', 1_234_567],
    ['59,900', 59.9],
    ['0.500', 0.5],
    ['1234.500', 1234.5],
    ['10,0', 10],
    ['0,0000', 0],
  ])('reads %j as %d', (cell, value) => {
    expect(parseMoney(cell)).toEqual({ ok: true, value });
  });

  it.each([
    ['', 'campo obrigatório'],
    ['  ', 'campo obrigatório'],
    ['1.234', 'valor ambíguo "1.234" (use 1234,00 se for milhar)'],
    ['1,234', 'valor ambíguo "1,234" (use 1234,00 se for milhar)'],
    ['25.000', 'valor ambíguo "25.000" (use 25000,00 se for milhar)'],
    ['0.125', 'use no máximo 2 casas decimais'],
    ['1234,567', 'use no máximo 2 casas decimais'],
    ['59,9001', 'use no máximo 2 casas decimais'],
    ['1.234,5670', 'use no máximo 2 casas decimais'],
    ['-1', 'não pode ser negativo'],
    ['-1,50', 'não pode ser negativo'],
    ['10.000.000', 'deve ser no máximo 9.999.999,99'],
    ['9'.repeat(400), 'deve ser no máximo 9.999.999,99'],
    ['R$', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['R$ 1.234', 'valor ambíguo "1.234" (use 1234,00 se for milhar)'],
    ['10,00 R$', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['US$ 10,00', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['1,234.56', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['1e3', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['0x10', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['12.34.56', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['1.23,45', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['.5', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['5,', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['+5', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['٣', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
    ['NaN', 'número inválido (use 25.00, 25,00 ou 1.234,56)'],
  ])('refuses %j: %s', (cell, reason) => {
    expect(parseMoney(cell)).toEqual({ ok: false, reason });
  });

  it('reads every price alike in all three ways of writing it', () => {
    fc.assert(
      fc.property(priceCents, (cents) => {
        for (const cell of [written(cents, '.', ''), written(cents, ',', ''), written(cents, ',', '.')]) {
          expect(parseMoney(cell)).toEqual({ ok: true, value: cents / 100 });
        }
      }),
    );
  });

  it('reads a price alike with zeros behind its cents', () => {
    fc.assert(
      fc.property(priceCents, fc.integer({ min: 1, max: 6 }), (cents, zeros) => {
        for (const thousands of ['', '.']) {
          const cell = `${written(cents, ',', thousands)}${'0'.repeat(zeros)}`;
          expect(parseMoney(cell)).toEqual({ ok: true, value: cents / 100 });
        }
      }),
    );
  });

  it('answers every text with a price in range or a reason', () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^[\d.,-]{0,12}$/));
    fc.assert(
      fc.property(cell, (text) => {
        const price = parseMoney(text);
        if (!price.ok) expect(price.reason).not.toBe('');
        else expect(price.value >= 0 && price.value <= 9_999_999.99).toBe(true);
      }),
    );
  });
});

describe('formatAmount', () => {
  it('is read back as the same amount for every price, with R$ before it too', () => {
    fc.assert(
      fc.property(priceCents, (cents) => {
        const value = cents / 100;
        expect(parseMoney(formatAmount(value))).toEqual({ ok: true, value });
        expect(parseMoney(formatMoney(value))).toEqual({ ok: true, value });
      }),
    );
  });

  it('shows two decimals and dots between thousands', () => {
    expect([0, 59.9, 1234.5, 9_999_999.99].map(formatAmount)).toEqual([
      '0,00',
      '59,90',
      '1.234,50',
      '9.999.999,99',
    ]);
  });
});
