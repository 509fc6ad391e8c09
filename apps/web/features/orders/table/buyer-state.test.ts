import { expect, it } from 'vitest';
import { findState } from './buyer-state';

it.each([
  ['Rua das Flores, 100, São Paulo - SP, 01310-100', 'SP'],
  ['Av. PA 150, Centro, Belo Horizonte/MG - CEP 30110-000', 'MG'],
  ['Rua AC, 12, Recife, PE', 'PE'],
  ['Rua ESPERANÇA, 1', null],
  ['Não informado pelo marketplace', null],
  ['', null],
])('reads the state of %s', (address, state) => {
  expect(findState(address)).toBe(state);
});
