import { orders } from '@esteira/db/schema/orders/orders';
import type { OrderAction } from '@esteira/domain/orders/order-machine';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { makeProduct, makeSupplier, type TestUser } from '../../../testing/makers';
import { externalOrder } from '../../../testing/marketplaces/external-orders';
import type { TestServer } from '../../../testing/server';
import { receiveOrder } from '../../orders/intake/intake';
import { takeStep } from '../../orders/testing/take-step';
import { findListing } from '../../publication/listing/listing';

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

/** An order with an item of each of these products that has gone so far; answers its id. */
export async function makeOrderOfSeveral(
  server: TestServer,
  user: TestUser,
  { products, steps = 1 }: { products: readonly { id: string }[]; steps?: number },
): Promise<string> {
  const order = externalOrder('mercadolivre');
  const itens = products.map(async ({ id }) => {
    const key = { contaId: 1, usuarioId: user.id, produtoId: id, marketplace: 'mercadolivre' } as const;
    const id_externo = (await findListing(server.db, key))?.id_externo ?? '';
    return { id_externo, sku: null, titulo: 'Item', quantidade: 1, preco_unitario_centavos: 5_990 };
  });
  await receiveOrder(
    server.db,
    { usuarioId: user.id, contaId: 1 },
    { ...order, itens: await Promise.all(itens) },
  );
  const { body } = await server.call('GET', `/api/pedidos?busca=${order.ml_order_id}`, { token: user.token });
  const { id } = body[0];
  // Of a simulated order, whose steps may be taken back.
  await server.db.update(orders).set({ despachar_ate: new Date().toISOString() }).where(eq(orders.id, id));
  for (const action of STEPS.slice(0, steps)) {
    expect((await takeStep(server, { user, id, action })).status).toBe(200);
  }
  return id;
}

interface PartToStep {
  acao: 'enviar-fornecedor' | 'pagar' | 'aprovar';
  ids: readonly string[];
  supplier: { id: string };
  incluir_atencao?: boolean;
}

/** Takes a step of a supplier's part of orders as 'Compras' does, or takes it back; answers what became of each. */
export async function stepPart(
  server: TestServer,
  user: TestUser,
  { supplier, isUndo = false, ...input }: PartToStep & { isUndo?: boolean },
): Promise<[ok: boolean, text: string][]> {
  const path = isUndo ? 'orders.undoBulk' : 'orders.bulk';
  const { data, error } = await callProcedure(server, user, {
    ...{ path, kind: 'mutation', input: { ...input, fornecedor_id: supplier.id } },
  });
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data.resultados.map(({ ok, status, detail }: { ok: boolean; status: string; detail?: string }) => [
    ok,
    detail ?? status,
  ]);
}

/** The ids of the orders that a supplier has to be sent and paid. */
export async function readOpenParts(server: TestServer, user: TestUser, { id }: { id: string }) {
  const input = { fornecedor_id: id };
  const { data } = await callProcedure(server, user, { path: 'purchasing.supplier', input });
  const ids = (group: { pedidos: { id: string }[] }) => group.pedidos.map((order) => order.id);
  return { enviar: ids(data.enviar), pagar: ids(data.pagar) };
}
