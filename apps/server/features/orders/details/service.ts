import type { Database } from '@esteira/db/database';
import { invoices } from '@esteira/db/schema/orders/invoices';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { products } from '@esteira/db/schema/products/products';
import { suppliers } from '@esteira/db/schema/products/suppliers';
import type { OrderDetails } from '@esteira/validators/orders/order-details';
import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { getOrder, listOrderEvents } from '../queries';
import { listNotes } from './notes';

/** An order with its history, its notes, and its product and supplier as they are now. Fails with `not_found`. */
export async function getOrderDetails(deps: Deps, usuarioId: string, id: string): Promise<OrderDetails> {
  const { db } = deps;
  const pedido = await getOrder(deps, usuarioId, id);
  const pacote = pedido.envio?.pacote_id;
  const [eventos, notas, produto, fornecedor, mesmo_pacote, erasure] = await Promise.all([
    listOrderEvents(deps, usuarioId, id),
    listNotes(db, usuarioId, id),
    pedido.produto_id === null ? null : findProduct(db, usuarioId, pedido.produto_id),
    pedido.fornecedor_id === null ? null : findSupplier(db, usuarioId, pedido.fornecedor_id),
    pacote && pedido.status !== 'cancelado' ? listPackMates(db, usuarioId, { id, pacote }) : [],
    findErasure(db, usuarioId, id),
  ]);
  return { pedido, eventos, notas, produto, fornecedor, mesmo_pacote, ...erasure };
}

async function findProduct(db: Database, usuarioId: string, id: string): Promise<OrderDetails['produto']> {
  const { nome, sku, estoque, imagem_url } = products;
  const [found] = await db
    .select({ id: products.id, nome, sku, estoque, imagem_url })
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), eq(products.id, id), isNull(products.excluido_em)));
  return found ?? null;
}

async function findSupplier(
  db: Database,
  usuarioId: string,
  id: string,
): Promise<OrderDetails['fornecedor']> {
  const { nome, contato, email, telefone, dados_pagamento } = suppliers;
  const [found] = await db
    .select({ id: suppliers.id, nome, contato, email, telefone, dados_pagamento })
    .from(suppliers)
    .where(and(eq(suppliers.usuario_id, usuarioId), eq(suppliers.id, id), isNull(suppliers.excluido_em)));
  return found ?? null;
}

type Erasure = Pick<OrderDetails, 'comprador_apagado_em' | 'nfe_apagada'>;

/** When what was known of the order's buyer was erased, and whether an NF-e was. */
async function findErasure(db: Database, usuarioId: string, id: string): Promise<Erasure> {
  const [found] = await db
    .select({ comprador_apagado_em: orders.comprador_apagado_em, xml: invoices.xml })
    .from(orders)
    .leftJoin(invoices, and(eq(invoices.usuario_id, orders.usuario_id), eq(invoices.pedido_id, orders.id)))
    .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, id)));
  return { comprador_apagado_em: found?.comprador_apagado_em ?? null, nfe_apagada: found?.xml === '' };
}

/** The numbers of the other orders in the pack of the order `id`, without those that were cancelled. */
async function listPackMates(
  db: Database,
  usuarioId: string,
  { id, pacote }: { id: string; pacote: string },
): Promise<string[]> {
  const found = await db
    .select({ number: orders.ml_order_id })
    .from(orderShipping)
    .innerJoin(
      orders,
      and(eq(orders.usuario_id, orderShipping.usuario_id), eq(orders.id, orderShipping.pedido_id)),
    )
    .where(
      and(
        eq(orderShipping.usuario_id, usuarioId),
        eq(orderShipping.pacote_id, pacote),
        ne(orderShipping.pedido_id, id),
        ne(orders.status, 'cancelado'),
      ),
    )
    .orderBy(orders.ml_order_id);
  return found.map(({ number }) => number);
}
