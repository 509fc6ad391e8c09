import { expect, it } from 'vitest';
import { findPostalCode } from './postal-code';

it.each([
  ['Avenida Paulista, 1000, Bela Vista, São Paulo - SP, CEP 01310-100', '01310-100'],
  ['Rua A, 1 - 22010000', '22010-000'],
  ['Rua 12345678, 5, CEP 88010-001', '88010-001'],
  ['Rua A, 1', null],
  ['Tel. 11999990000', null],
  ['', null],
])('%j ends in the CEP %j', (address, cep) => {
  expect(findPostalCode(address)).toBe(cep);
});
