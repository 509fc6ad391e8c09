import type { CheckoutInput } from '@esteira/validators/billing/checkout';
import { expect, it } from 'vitest';
import { isFinalStatus, toAttempt } from './use-pay';

const values: CheckoutInput = {
  plano: 'basico',
  nome_cartao: 'ANA',
  numero_cartao: '4111111111111111',
  validade: '12/30',
  cvv: '123',
  parcelas: 1,
};

it('repeats the same submission under the same key', () => {
  const first = toAttempt(values, null);
  expect(toAttempt({ ...values }, first)).toBe(first);
});

it('keeps the key when only the CVV is corrected, which the server does not compare', () => {
  const first = toAttempt(values, null);
  expect(toAttempt({ ...values, cvv: '321' }, first)).toBe(first);
});

it('gives another submission another key', () => {
  const first = toAttempt(values, null);
  expect(toAttempt({ ...values, parcelas: 2 }, first).key).not.toBe(first.key);
  expect(toAttempt(values, null).key).not.toBe(first.key);
});

it('ends an attempt only when it is certain that nothing was charged', () => {
  expect([402, 422].map(isFinalStatus)).toEqual([true, true]);
  expect([null, 401, 409, 429, 500, 502, 503, 504].map(isFinalStatus)).toEqual(Array(8).fill(false));
});
