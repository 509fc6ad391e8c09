import { expect, it } from 'vitest';
import { countText } from './count-text';

it('takes the form that goes with the number', () => {
  expect([0, 1, 2, 1_234].map((number) => countText(number, 'pedido', 'pedidos'))).toEqual([
    ...['0 pedidos', '1 pedido', '2 pedidos', '1.234 pedidos'],
  ]);
});
