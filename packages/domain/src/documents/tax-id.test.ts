import { expect, it } from 'vitest';
import { isCnpj, isCpf } from './tax-id';

it.each([
  ['52998224725', true],
  ['11144477735', true],
  ['52998224724', false],
  ['52998224735', false],
  ['00000000000', false],
  ['11111111111', false],
  ['5299822472', false],
  ['529.982.247-25', false],
])('knows whether %s is a CPF', (digits, expected) => {
  expect(isCpf(digits)).toBe(expected);
});

it.each([
  ['11222333000181', true],
  ['00038166000105', true],
  ['11222333000182', false],
  ['11222333000191', false],
  ['12345678000190', false],
  ['00000000000000', false],
  // The example of the Receita Federal for the CNPJ with letters: 12.ABC.345/01DE-35.
  ['12ABC34501DE35', true],
  ['12ABC34501DE36', false],
  ['12abc34501de35', false],
  ['12ABC34501DEAB', false],
])('knows whether %s is a CNPJ', (text, expected) => {
  expect(isCnpj(text)).toBe(expected);
});
