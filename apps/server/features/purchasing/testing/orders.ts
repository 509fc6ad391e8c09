import type { OrderAction } from '@esteira/domain/orders/order-machine';
import { expect } from 'vitest';
import { makeProduct, makeSupplier, type TestUser } from '../../../testing/makers';
import type { TestServer } from '../../../testing/server';
import { takeStep } from '../../orders/testing/take-step';

const STEPS: readonly OrderAction[] = ['approve', 'sendToSupplier', 'pay', 'markShipped'];

/** A supplier with a published product: what its orders are made from. */
export async function makeShop(server: TestServer, user: TestUser, fields: object = {}) {
  const supplier = await makeSupplier(server, user, {
    dados_pagamento: 'Pix: financeiro@exemplo.com.br',
    ...fields,
  });
  const product = await makeProduct(server, user, { fornecedor_id: supplier.id, sku: `SKU-${supplier.id}` });
  await server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token: user.token });
  return { supplier, product };
}

interface OrderToMake {
  product: { id: string };
  /** How many steps of the line it has taken. */
  steps: number;
  quantidade?: number;
}

/** A simulated sale that has gone so far; answers its id. */
export async function makeOrderAfter(
  server: TestServer,
  user: TestUser,
  { product, steps, quantidade = 1 }: OrderToMake,
): Promise<string> {
  const sold = await server.call('POST', `/api/mercadolivre/simular-venda/${product.id}`, {
    token: user.token,
    body: { quantidade },
  });
  const id: string = sold.body.pedido;
  for (const action of STEPS.slice(0, steps)) {
    expect((await takeStep(server, { user, id, action })).status).toBe(200);
  }
  return id;
}

/** Calls a procedure as the user; answers its data, or what it was refused with. */
export async function callProcedure(
  server: TestServer,
  user: TestUser,
  { path, input, kind = 'query' }: { path: string; input?: unknown; kind?: 'query' | 'mutation' },
) {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const answer =
    kind === 'query'
      ? await server.call('GET', `/trpc/${path}${query}`, { token: user.token })
      : await server.call('POST', `/trpc/${path}`, { token: user.token, body: input ?? {} });
  return { status: answer.status, data: answer.body.result?.data, error: answer.body.error?.data };
}
