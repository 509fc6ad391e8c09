import type { Database } from '@esteira/db/database';
import { labels } from '@esteira/db/schema/labels';
import { orderEvents } from '@esteira/db/schema/order-events';
import { orders } from '@esteira/db/schema/orders';
import { products } from '@esteira/db/schema/products';
import { users } from '@esteira/db/schema/users';
import { ORDER_ACTIONS, type OrderAction, wrongStatusMessage } from '@esteira/domain/order-machine';
import type { LabelRequest, OrderRef, Shipment } from '@esteira/marketplaces/port';
import type { Order } from '@esteira/validators/order';
import { and, eq, not, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { marketplaceCall } from '../connections/calls/adapter-context';
import { getOrder } from './queries';
import { followParcel, hasLeft, ordersOfPack, parcelOf } from './shipping/parcel';

/** Moves an order one step along the line; of concurrent tries exactly one succeeds (decisions §8). */
export async function moveOrder(
  deps: Deps,
  usuarioId: string,
  { id, action, envio = NO_CARRIER }: { id: string; action: OrderAction; envio?: Shipment },
): Promise<Order> {
  const order = await orderReadyFor(deps, usuarioId, { id, action });
  if (action === 'markShipped') await tellShipped(deps, usuarioId, { order, envio });
  const moved = await deps.db.transaction(async (tx) => {
    if (!(await takeStep(tx, { usuarioId, id, action }))) return false;
    if (action === 'pay') await catchUp(tx, usuarioId, id);
    return true;
  });
  if (!moved) throw await wrongStatus(deps, usuarioId, { id, action });
  return getOrder(deps, usuarioId, id);
}

const NO_CARRIER: Shipment = { transportadora: null, codigo_rastreio: null };

/** The parcel may have left before the seller was done here: then the order goes on with it at once. */
async function catchUp(tx: Database, usuarioId: string, id: string): Promise<void> {
  const parcel = await parcelOf(tx, usuarioId, id);
  if (parcel !== null) await followParcel(tx, { usuarioId, id, status: 'pago' }, parcel.situacao);
}

/** Tells the marketplace. Where only the carrier's scan counts, the order waits for it (marketplaces.md §1.10). */
async function tellShipped(
  deps: Deps,
  usuarioId: string,
  { order, envio }: { order: Order; envio: Shipment },
): Promise<void> {
  const adapter = deps.marketplaces[order.marketplace];
  const call = marketplaceCall(usuarioId);
  const ref = await refOf(deps.db, usuarioId, order);
  const result = await adapter.markShipped(call, ref, envio);
  if (result === 'done' || adapter.modo === 'simulado') return;
  const { parcel } = await adapter.readOrder(call, order.ml_order_id);
  if (parcel !== null && hasLeft(parcel.situacao)) return;
  throw new AppError('conflict', parcel?.motivo ?? `${OBSERVERS[order.marketplace]} ${OBSERVES}`);
}

const OBSERVERS = { mercadolivre: 'O Mercado Livre', amazon: 'A Amazon' } as const;
const OBSERVES = 'marca este pedido como enviado quando a transportadora recebe o pacote';

/** Hands an order to the supplier: the marketplace's label is fetched first and kept with the order (spec §4). */
export async function sendToSupplier(deps: Deps, usuarioId: string, id: string): Promise<Order> {
  const action = 'sendToSupplier';
  const order = await orderReadyFor(deps, usuarioId, { id, action });
  const adapter = deps.marketplaces[order.marketplace];
  const label = await adapter.getLabel(
    marketplaceCall(usuarioId),
    await labelRequest(deps, usuarioId, order),
  );
  if (!label.ready && !needsNoLabel(order)) throw new AppError('conflict', label.motivo);
  const moved = await deps.db.transaction(async (tx) => {
    if (!(await takeStep(tx, { usuarioId, id, action, tem_etiqueta: label.ready }))) return false;
    if (label.ready) {
      await tx
        .insert(labels)
        .values({ usuario_id: usuarioId, pedido_id: id, tipo: label.mime, conteudo: label.bytes });
    }
    if (adapter.modo === 'real') await readAgain(deps, tx, { usuarioId, order });
    return true;
  });
  if (!moved) throw await wrongStatus(deps, usuarioId, { id, action });
  return getOrder(deps, usuarioId, id);
}

/** The seller's own carrier brings it, or it is on its way already: there is no label to wait for. */
function needsNoLabel({ envio }: Order): boolean {
  return envio !== null && (envio.situacao === 'envio_proprio' || hasLeft(envio.situacao));
}

/** What was done here changes the parcel there: every order that travels in it is read again at once. */
export async function readAgain(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Database,
  { usuarioId, order }: { usuarioId: string; order: Order },
): Promise<void> {
  const { marketplace, ml_order_id, envio } = order;
  const mates =
    envio === null || envio.pacote_id === null
      ? []
      : await ordersOfPack(tx, { usuarioId, marketplace, pacoteId: envio.pacote_id });
  for (const numero of [...new Set([ml_order_id, ...mates])].sort()) {
    const dados = { usuario_id: usuarioId, marketplace, ml_order_id: numero };
    await jobs.send(tx, 'order-read', dados);
  }
}

interface Step {
  usuarioId: string;
  id: string;
  action: OrderAction;
  /** Stored with the step. */
  tem_etiqueta?: boolean;
}

/** Steps that bring the parcel nearer to its way; those about money and arrival stop for nothing (complaint 22). */
const STOPPED_BY_BLOCK: ReadonlySet<OrderAction> = new Set(['approve', 'sendToSupplier', 'markShipped']);

/**
 * False when the order is not in the status that the action starts from, or must not be shipped: the WHERE is the
 * lock.
 */
async function takeStep(
  tx: Database,
  { usuarioId, id, action, tem_etiqueta = false }: Step,
): Promise<boolean> {
  const { from, to } = ORDER_ACTIONS[action];
  const isBlocked = sql`EXISTS (SELECT 1 FROM envios_pedido e
    WHERE e.usuario_id = ${usuarioId}::uuid AND e.pedido_id = ${id}::uuid AND e.bloqueio IS NOT NULL)`;
  const moved = await tx
    .update(orders)
    .set({
      status: to,
      atualizado_em: sql`now()`,
      ...(tem_etiqueta ? { tem_etiqueta } : {}),
    })
    .where(
      and(
        eq(orders.usuario_id, usuarioId),
        eq(orders.id, id),
        eq(orders.status, from),
        STOPPED_BY_BLOCK.has(action) ? not(isBlocked) : undefined,
      ),
    )
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
  const refusal = refusalOf(order, action);
  if (refusal !== null) throw refusal;
  return order;
}

function refusalOf({ status, envio }: Order, action: OrderAction): AppError | null {
  if (status !== ORDER_ACTIONS[action].from) return new AppError('conflict', wrongStatusMessage(status));
  const bloqueio = STOPPED_BY_BLOCK.has(action) ? (envio?.bloqueio ?? null) : null;
  return bloqueio === null ? null : new AppError('conflict', bloqueio);
}

async function wrongStatus(
  deps: Deps,
  usuarioId: string,
  { id, action }: Pick<Step, 'id' | 'action'>,
): Promise<AppError> {
  const order = await getOrder(deps, usuarioId, id);
  return refusalOf(order, action) ?? new AppError('conflict', wrongStatusMessage(order.status));
}

async function labelRequest(deps: Deps, usuarioId: string, order: Order): Promise<LabelRequest> {
  const [seller] = await deps.db.select({ nome: users.nome }).from(users).where(eq(users.id, usuarioId));
  return {
    ...(await refOf(deps.db, usuarioId, order)),
    quantidade: order.quantidade,
    cliente_nome: order.cliente_nome,
    cliente_endereco: order.cliente_endereco,
    remetente_nome: order.fornecedor_nome,
    remetente_detalhe: seller === undefined ? null : `Vendido por ${seller.nome}`,
    criado_em: new Date(order.criado_em),
  };
}

/** The order as the marketplace's calls about its parcel need it. */
export async function refOf(db: Database, usuarioId: string, order: Order): Promise<OrderRef> {
  const { ml_order_id, produto_nome } = order;
  return { ml_order_id, sku: await skuOf(db, usuarioId, order), produto_nome };
}

async function skuOf(db: Database, usuarioId: string, { produto_id }: Order): Promise<string | null> {
  if (produto_id === null) return null;
  const [product] = await db
    .select({ sku: products.sku })
    .from(products)
    .where(and(eq(products.usuario_id, usuarioId), eq(products.id, produto_id)));
  return product?.sku ?? null;
}
