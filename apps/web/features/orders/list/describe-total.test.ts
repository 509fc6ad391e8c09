import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import type { OrderCounts } from '@esteira/validators/orders/order-list';
import { expect, it } from 'vitest';
import { COUNTS } from '../../../testing/samples';
import { describeTotal } from './describe-total';

const somas = Object.fromEntries(
  ORDER_STATUSES.map((status, index) => [status, { valor: 100.1, lucro: 10 + index / 10 }]),
) as OrderCounts['somas'];
const por_status = { ...COUNTS.por_status, pendente: 2, entregue: 3, cancelado: 1 };
const counts: OrderCounts = { ...COUNTS, todos: 6, pendentes: 2, por_status, somas };
const total = (changes: Partial<OrderCounts> = {}, search = {}) =>
  describeTotal({ ...counts, ...changes }, { filtro: 'todos', status: null, ...search }, 0).replaceAll(
    '\u00a0',
    ' ',
  );

it.each([
  [{}, { filtro: 'pendentes' }, '2 pedidos · R$ 100,10 · lucro R$ 10,00'],
  [{}, {}, '6 pedidos · R$ 600,60 · lucro R$ 61,50 · sem o cancelado'],
  [
    { por_status: { ...por_status, cancelado: 2 } },
    {},
    '6 pedidos · R$ 600,60 · lucro R$ 61,50 · sem os 2 cancelados',
  ],
  [{}, { status: 'cancelado' }, '1 pedido'],
  [{ parciais: ['pendente' as const] }, {}, '6+ pedidos'],
])(
  'what a list comes to leaves cancelled orders out, and is not said of a part: %o %o',
  (changes, search, text) => {
    expect(total(changes, search)).toBe(text);
  },
);
