import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import type { ExternalOrder, Shipment, ShippingState } from '@esteira/marketplaces/port';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { adapterContext } from '../connections/calls/adapter-context';
import type { OrderKey } from './order-to-ship';

/** How long a marketplace may take to show a shipment that it was told. */
const SHOWN_WITHIN_MS = 5 * 60_000;
/** After so many tellings without effect the seller is asked. */
const MAX_CONFIRMATIONS = 2;

/** When the seller's own shipment was last told to the marketplace, and how often. */
export type Confirmations = Pick<typeof orderShipping.$inferSelect, 'confirmado_em' | 'confirmacoes'>;

/** Keeps what the marketplace was told of the seller's own shipment, so that it can be checked and told again. */
export async function recordConfirmation(
  tx: Database,
  { usuarioId, pedidoId }: OrderKey,
  { envio, now }: { envio: Shipment; now: Date },
): Promise<void> {
  await tx
    .update(orderShipping)
    .set({ ...envio, confirmado_em: now.toISOString(), confirmacoes: 1 })
    .where(and(eq(orderShipping.usuario_id, usuarioId), eq(orderShipping.pedido_id, pedidoId)));
}

/** Whether the marketplace had its time and its second telling, and still waits for the shipment. */
export function isUnconfirmed(
  { confirmado_em, confirmacoes }: Confirmations,
  { parcel, readAt }: { parcel: ShippingState; readAt: Date },
): boolean {
  if (confirmado_em === null || confirmacoes < MAX_CONFIRMATIONS) return false;
  return parcel.situacao === 'envio_proprio' && readAt >= getCheckTime(confirmado_em);
}

/** When the marketplace should show what it was told then. */
export function getCheckTime(confirmado_em: string): Date {
  return new Date(Date.parse(confirmado_em) + SHOWN_WITHIN_MS);
}

interface ReadParcel {
  usuarioId: string;
  contaId: number;
  order: ExternalOrder;
  parcel: ShippingState;
  /** The deadline of the job that read it. */
  signal: AbortSignal;
}

/**
 * A marketplace may take a confirmed shipment and show nothing of it (Amazon answers 204). Where it still waits for one
 * that it was told, it is looked at once more when its time is over, then told again, once.
 */
export async function checkConfirmation(deps: Deps, reading: ReadParcel): Promise<void> {
  const { usuarioId, order, parcel } = reading;
  if (parcel.situacao !== 'envio_proprio') return;
  const told = await findConfirmation(deps.db, usuarioId, order);
  if (told === null) return;
  const now = deps.clock();
  if (now < getCheckTime(told.confirmado_em)) return readLater(deps, deps.db, { reading, told });
  if (told.confirmacoes >= MAX_CONFIRMATIONS) return;
  const again = { ...told, confirmado_em: now.toISOString(), confirmacoes: told.confirmacoes + 1 };
  const isMine = await deps.db.transaction(async (tx) => {
    if (!(await countConfirmation(tx, usuarioId, { told, again }))) return false;
    await readLater(deps, tx, { reading, told: again });
    return true;
  });
  if (isMine) await tellAgain(deps, reading, told);
}

interface Told {
  pedido_id: string;
  produto_nome: string;
  transportadora: string | null;
  codigo_rastreio: string | null;
  confirmado_em: string;
  confirmacoes: number;
}

async function findConfirmation(
  db: Database,
  usuarioId: string,
  { marketplace, ml_order_id }: ExternalOrder,
): Promise<Told | null> {
  const { pedido_id, transportadora, codigo_rastreio, confirmado_em, confirmacoes } = orderShipping;
  const [found] = await db
    .select({
      ...{ pedido_id, transportadora, codigo_rastreio, confirmado_em, confirmacoes },
      produto_nome: orders.produto_nome,
    })
    .from(orderShipping)
    .innerJoin(orders, and(eq(orders.usuario_id, orderShipping.usuario_id), eq(orders.id, pedido_id)))
    .where(
      and(
        eq(orders.usuario_id, usuarioId),
        eq(orders.marketplace, marketplace),
        eq(orders.ml_order_id, ml_order_id),
      ),
    );
  if (found === undefined || found.confirmado_em === null) return null;
  return { ...found, confirmado_em: found.confirmado_em };
}

/** False when somebody else has counted, and tells it. */
async function countConfirmation(
  tx: Database,
  usuarioId: string,
  { told, again }: { told: Told; again: Told },
): Promise<boolean> {
  const { confirmado_em, confirmacoes } = again;
  const counted = await tx
    .update(orderShipping)
    .set({ confirmado_em, confirmacoes })
    .where(
      and(
        eq(orderShipping.usuario_id, usuarioId),
        eq(orderShipping.pedido_id, told.pedido_id),
        eq(orderShipping.confirmacoes, told.confirmacoes),
      ),
    )
    .returning({ pedido_id: orderShipping.pedido_id });
  return counted.length > 0;
}

async function tellAgain(
  deps: Deps,
  { usuarioId, contaId, order, signal }: ReadParcel,
  told: Told,
): Promise<void> {
  const { transportadora, codigo_rastreio, produto_nome } = told;
  const ref = { ml_order_id: order.ml_order_id, sku: order.itens[0]?.sku ?? null, produto_nome };
  const call = adapterContext({ usuarioId, contaId }, signal);
  await deps.marketplaces[order.marketplace].markShipped(call, ref, { transportadora, codigo_rastreio });
}

async function readLater(
  { jobs }: Deps,
  tx: Database,
  { reading: { usuarioId, contaId, order }, told }: { reading: ReadParcel; told: Told },
): Promise<void> {
  const data = {
    ...{ usuario_id: usuarioId, marketplace: order.marketplace, conta_id: contaId },
    ml_order_id: order.ml_order_id,
  };
  await jobs.send(tx, 'order-read', data, { runAt: getCheckTime(told.confirmado_em) });
}
