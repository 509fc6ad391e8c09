import type { PurchaseList, PurchaseOrder } from '@esteira/validators/products/purchasing';
import { expect, it } from 'vitest';
import { acceptAll, acceptMoved, toStableList } from './stable-list';

const order = (id: string) => ({ id }) as PurchaseOrder;

function list(enviar: string[], pagar: string[]): PurchaseList {
  const group = (ids: string[]) => ({ pedidos: ids.map(order), total_pedidos: ids.length, total: 0 });
  const fornecedor = {
    id: 'f',
    nome: 'F',
    contato: null,
    email: null,
    telefone: null,
    dados_pagamento: null,
  };
  return { fornecedor, enviar: group(enviar), pagar: group(pagar) };
}

const ids = (orders: PurchaseOrder[]) => orders.map(({ id }) => id);

it('lets new orders wait and lets those go that are gone', () => {
  const accepted = acceptAll(list(['a', 'b'], ['c']));
  const { enviar, pagar, waiting } = toStableList(list(['b', 'd'], ['c', 'e']), accepted);
  expect([ids(enviar), ids(pagar), waiting]).toEqual([['b'], ['c'], 2]);
});

it('lets an order wait that somebody else sent, but not one that was sent here', () => {
  const accepted = acceptAll(list(['a', 'b'], ['c']));
  const after = list([], ['a', 'b', 'c']);
  expect(toStableList(after, accepted)).toMatchObject({ pagar: [order('c')], waiting: 2 });
  expect(toStableList(after, acceptMoved(accepted, ['a', 'b'], 'pagar')).waiting).toBe(0);
});
