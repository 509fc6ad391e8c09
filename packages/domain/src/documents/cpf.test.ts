import { expect, it } from 'vitest';
import { formatCpf } from './cpf';
import { isCpf } from './tax-id';

it.each([
  ['12345678909', true],
  ['52998224725', true],
  ['12345678900', false],
  ['11111111111', false],
  ['1234567890', false],
  ['123.456.789-09', false],
])('%s is a CPF: %s', (digits, valid) => {
  expect(isCpf(digits)).toBe(valid);
});

it.each([
  ['', ''],
  ['123', '123'],
  ['1234', '123.4'],
  ['1234567', '123.456.7'],
  ['12345678909', '123.456.789-09'],
  ['123.456.789-0999', '123.456.789-09'],
])('what is typed as %j reads %s', (typed, shown) => {
  expect(formatCpf(typed)).toBe(shown);
});
