import type { Database } from '@esteira/db/database';
import { labels } from '@esteira/db/schema/labels';
import { orderEvents } from '@esteira/db/schema/order-events';
import { orders } from '@esteira/db/schema/orders';
import { products } from '@esteira/db/schema/products';
import { users } from '@esteira/db/schema/users';
import { ORDER_ACTIONS, type OrderAction, wrongStatusMessage } from '@esteira/domain/order-machine';
import type { LabelRequest } from '@esteira/marketplaces/port';
import type { Order } from '@esteira/validators/order';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { marketplaceCall } from '../../core/marketplace-call';
import { getOrder } from './queries';

/** Moves an order one step along the line; of concurrent tries exactly one succeeds (decisions §8). */
export async function moveOrder(
  deps: Deps,
  usuarioId: string,
  { id, action }: { id: string; action: OrderAction },
): Promise<Order> {
  const order = await orderReadyFor(deps, usuarioId, { id, action });
  if (action === 'markShipped') {
    await deps.marketplaces[order.marketplace].markShipped(
      marketplaceCall(usuarioId),
      {
        ml_order_id: order.ml_order_id,
        sku: await skuOf(deps.db, usuarioId, order),
        produto_nome: order.produto_nome,
      },
      { transportadora: null, codigo_rastreio: null },
    );
  }
  const moved = await deps.db.transaction((tx) => takeStep(tx, { usuarioId, id, action }));
  if (!moved) throw await wrongStatus(deps, usuarioId, id);
  return getOrder(deps, usuarioId, id);
}

/** Hands an order to the supplier: the marketplace's label is fetched first and kept with the order (spec §4). */
export async function sendToSupplier(deps: Deps, usuarioId: string, id: string): Promise<Order> {
  const action = 'sendToSupplier';
  const order = await orderReadyFor(deps, usuarioId, { id, action });
  const adapter = deps.marketplaces[order.marketplace];
  const label = await adapter.getLabel(
    marketplaceCall(usuarioId),
    await labelRequest(deps, usuarioId, order),
  );
  if (!label.ready) throw new AppError('conflict', label.motivo);
  const moved = await deps.db.transaction(async (tx) => {
    if (!(await takeStep(tx, { usuarioId, id, action }))) return false;
    await tx
      .insert(labels)
      .values({ usuario_id: usuarioId, pedido_id: id, tipo: label.mime, conteudo: label.bytes });
    return true;
  });
  if (!moved) throw await wrongStatus(deps, usuarioId, id);
  return getOrder(deps, usuarioId, id);
}

interface Step {
  usuarioId: string;
  id: string;
  action: OrderAction;
}

/** False when the order is not in the status that the action starts from: the WHERE is the lock. */
async function takeStep(tx: Database, { usuarioId, id, action }: Step): Promise<boolean> {
  const { from, to } = ORDER_ACTIONS[action];
  const moved = await tx
    .update(orders)
    .set({
      status: to,
      atualizado_em: sql`now()`,
      ...(action === 'sendToSupplier' ? { tem_etiqueta: true } : {}),
    })
    .where(and(eq(orders.usuario_id, usuarioId), eq(orders.id, id), eq(orders.status, from)))
    .returning({ id: orders.id });
  if (moved.length === 0) return false;
  await tx
    .insert(orderEvents)
    .values({ usuario_id: usuarioId, pedido_id: id, de: from, para: to, ator_id: usuarioId });
  return true;
}

/** Refuses early what cannot work, before a marketplace is asked for anything. */
async function orderReadyFor(deps: Deps, usuarioId: string, { id, action }: Omit<Step, 'usuarioId'>) {
  const order = await getOrder(deps, usuarioId, id);
  if (order.status !== ORDER_ACTIONS[action].from)
    throw new AppError('conflict', wrongStatusMessage(order.status));
  return order;
}

async function wrongStatus(deps: Deps, usuarioId: string, id: string): Promise<AppError> {
  const { status } = await getOrder(deps, usuarioId, id);
  return new AppError('conflict', wrongStatusMessage(status));
}

async function labelRequest(deps: Deps, usuarioId: string, order: Order): Promise<LabelRequest> {
  const [seller] = await deps.db.select({ nome: users.nome }).from(users).where(eq(users.id, usuarioId));
  return {
    ml_order_id: order.ml_order_id,
    sku: await skuOf(deps.db, usuarioId, order),
    produto_nome: order.produto_nome,
    quantidade: order.quantidade,
    cliente_nome: order.cliente_nome,
    cliente_endereco: order.cliente_endereco,
    remetente_nome: order.fornecedor_nome,
    remetente_detalhe: seller === undefined ? null : `Vendido por ${seller.nome}`,
    criado_em: new Date(order.criado_em),
  };
}

async function skuOf(db: Database, usuarioId: string, { produto_id }: Order): Promise<string | null> {
  if (produto_id === null) return null;
  const [product] = await db
    .select({ sku: products.sku })
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), eq(products.id, produto_id)));
  return product?.sku ?? null;
}
