import { expect, it } from 'vitest';
import { nameOrder, nameSuppliers } from './order-name';

it.each([
  [1, 'Fone Bluetooth'],
  [2, 'Fone Bluetooth e mais 1 item'],
  [3, 'Fone Bluetooth e mais 2 itens'],
])('an order of %i lines is called "%s"', (lines, name) => {
  expect(nameOrder({ produto_nome: 'Fone Bluetooth', itens: Array(lines).fill({}) })).toBe(name);
});

it.each([
  [['a'], 'Atacado'],
  [[null, 'a', 'a'], 'Atacado'],
  [['a', 'b', null], 'Atacado e mais 1 fornecedor'],
  [['a', 'b', 'c'], 'Atacado e mais 2 fornecedores'],
])('an order of the suppliers %j is bought from "%s"', (ids, name) => {
  const itens = ids.map((fornecedor_id) => ({ fornecedor_id }));
  expect(nameSuppliers({ fornecedor_nome: 'Atacado', itens })).toBe(name);
});
