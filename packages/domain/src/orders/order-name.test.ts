import { expect, it } from 'vitest';
import { nameOrder } from './order-name';

it.each([
  [1, 'Fone Bluetooth'],
  [2, 'Fone Bluetooth e mais 1 item'],
  [3, 'Fone Bluetooth e mais 2 itens'],
])('an order of %i lines is called "%s"', (lines, name) => {
  expect(nameOrder({ produto_nome: 'Fone Bluetooth', itens: Array(lines).fill({}) })).toBe(name);
});
