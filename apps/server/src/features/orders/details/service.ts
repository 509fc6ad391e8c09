import type { Database } from '@esteira/db/database';
import { products } from '@esteira/db/schema/products';
import { suppliers } from '@esteira/db/schema/suppliers';
import type { OrderDetails } from '@esteira/validators/order-details';
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { getOrder, listOrderEvents } from '../queries';
import { listNotes } from './notes';

/** An order with its history, its notes, and its product and supplier as they are now. Fails with `not_found`. */
export async function getOrderDetails(deps: Deps, usuarioId: string, id: string): Promise<OrderDetails> {
  const { db } = deps;
  const pedido = await getOrder(deps, usuarioId, id);
  const [eventos, notas, produto, fornecedor] = await Promise.all([
    listOrderEvents(deps, usuarioId, id),
    listNotes(db, usuarioId, id),
    pedido.produto_id === null ? null : findProduct(db, usuarioId, pedido.produto_id),
    pedido.fornecedor_id === null ? null : findSupplier(db, usuarioId, pedido.fornecedor_id),
  ]);
  return { pedido, eventos, notas, produto, fornecedor };
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
