import type { Database } from '@esteira/db/database';
import { queryRows } from '@esteira/db/database';
import { notInList } from '@esteira/db/schema/columns';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { CANCELLABLE_STATUSES } from '@esteira/domain/orders/order-machine';
import { FINAL_SHIPPING_STAGES, hasLeft, type ShippingStage } from '@esteira/domain/orders/shipping-stage';
import type { ExternalOrder, ShippingState } from '@esteira/marketplaces/port';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { JobData } from '../../core/job-kinds';
import type { Confirmations } from './confirmation';

/** One reading of an order and its parcel at the marketplace. */
export interface Reading {
  usuarioId: string;
  order: ExternalOrder;
  parcel: ShippingState;
  readAt: Date;
}

/** Where an order's parcel stands as far as is known; null for a simulated order. */
export async function getParcelStage(
  tx: Database,
  usuarioId: string,
  pedidoId: string,
): Promise<ShippingStage | null> {
  const [found] = await tx
    .select({ situacao: orderShipping.situacao })
    .from(orderShipping)
    .where(and(eq(orderShipping.usuario_id, usuarioId), eq(orderShipping.pedido_id, pedidoId)));
  return found?.situacao ?? null;
}

/** A parcel is weighed when it leaves, and paid for when it arrives: what was taken of its order is read then. */
const READ_CHARGES_AGAIN = sql`CASE
  WHEN envios_pedido.situacao <> excluded.situacao AND excluded.situacao IN ('enviado', 'entregue')
  THEN least(envios_pedido.custos_ler_em, excluded.lido_em) ELSE envios_pedido.custos_ler_em END`;

/** Null when a newer reading is known; else what the seller told the marketplace of their own shipment. */
export async function storeParcel(
  tx: Database,
  reading: Reading,
  { pedidoId, pacoteId }: { pedidoId: string; pacoteId: string | null },
): Promise<Confirmations | null> {
  const { usuarioId, order, parcel, readAt } = reading;
  const values = {
    pacote_id: pacoteId ?? order.pacote_id,
    envio_id: parcel.envio_id ?? null,
    situacao: parcel.situacao,
    precisa_nota: parcel.precisa_nota,
    tem_etiqueta: parcel.tem_etiqueta,
    pode_marcar_enviado: parcel.pode_marcar_enviado,
    motivo: parcel.motivo,
    bloqueio: order.motivo_bloqueio,
    tentar_em: parcel.tentar_em?.toISOString() ?? null,
    mudou_em: order.atualizado_em.toISOString(),
    lido_em: readAt.toISOString(),
  };
  const [stored] = await tx
    .insert(orderShipping)
    .values({ usuario_id: usuarioId, pedido_id: pedidoId, ...values, custos_ler_em: values.lido_em })
    .onConflictDoUpdate({
      target: [orderShipping.usuario_id, orderShipping.pedido_id],
      set: { ...values, custos_ler_em: READ_CHARGES_AGAIN },
      setWhere: sql`(${orderShipping.mudou_em}, ${orderShipping.lido_em}) <= (excluded.mudou_em, excluded.lido_em)`,
    })
    .returning({ confirmado_em: orderShipping.confirmado_em, confirmacoes: orderShipping.confirmacoes });
  return stored ?? null;
}

/** How far the parcel is: some marketplaces tell it with the order, some with the parcel. */
export function getStage({ order, parcel }: Reading): ShippingStage {
  if (order.situacao === 'entregue') return 'entregue';
  return order.situacao === 'enviado' && !hasLeft(parcel.situacao) ? 'enviado' : parcel.situacao;
}

/** The numbers of the orders that share a pack. */
export async function ordersOfPack(
  db: Database,
  { usuarioId, marketplace, pacoteId }: { usuarioId: string; marketplace: string; pacoteId: string },
): Promise<string[]> {
  const rows = await queryRows<{ ml_order_id: string }>(
    db,
    sql`SELECT p.ml_order_id FROM envios_pedido e
        JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
        WHERE e.usuario_id = ${usuarioId}::uuid AND e.pacote_id = ${pacoteId}::text
          AND p.marketplace = ${marketplace}::text`,
  );
  return rows.map(({ ml_order_id }) => ml_order_id);
}

/** Written out, as the partial index of open parcels has it. */
const IS_OPEN = notInList('e.situacao', FINAL_SHIPPING_STAGES);

/** Orders whose parcels may have moved without a word: their numbers, longest unread first. */
export async function ordersToReadAgain(
  db: Database,
  { usuarioId, marketplace, now }: { usuarioId: string; marketplace: string; now: Date },
): Promise<string[]> {
  const [soon, late] = [ago(now, READ_AGAIN_SOON_MS), ago(now, READ_AGAIN_MS)];
  const rows = await queryRows<{ ml_order_id: string }>(
    db,
    sql`SELECT p.ml_order_id FROM envios_pedido e
        JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
        WHERE e.usuario_id = ${usuarioId}::uuid AND ${IS_OPEN}
          AND p.marketplace = ${marketplace}::text AND p.status IN ${CANCELLABLE_STATUSES}
          AND (e.lido_em < ${late}::timestamptz
            OR (e.lido_em < ${soon}::timestamptz AND e.tentar_em < ${now.toISOString()}::timestamptz))
        ORDER BY e.lido_em LIMIT ${MAX_AT_ONCE}`,
  );
  return rows.map(({ ml_order_id }) => ml_order_id);
}

/** After these times an open parcel is read again: the shorter one where it was to change by now. */
const READ_AGAIN_MS = 30 * 60_000;
const READ_AGAIN_SOON_MS = 4 * 60_000;
const MAX_AT_ONCE = 100;

function ago(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}

/** So many orders of one account are read for an unknown parcel. */
const MAX_WAITING = 20;

/** Orders of these accounts (at least one) that wait for a parcel of no known number, those that were read last first. */
export function selectOrdersWithoutParcel(
  accounts: readonly Pick<JobData<'order-read'>, 'usuario_id' | 'marketplace'>[],
): SQL {
  const asked = accounts.map((one) => sql`(${one.usuario_id}::uuid, ${one.marketplace}::text)`);
  return sql`
    SELECT c.usuario_id, c.marketplace, o.ml_order_id
    FROM (SELECT DISTINCT * FROM (VALUES ${sql.join(asked, sql`, `)}) AS v (usuario_id, marketplace)) c
    CROSS JOIN LATERAL (
      SELECT p.ml_order_id FROM envios_pedido e
      JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
      WHERE e.usuario_id = c.usuario_id AND ${IS_OPEN} AND e.situacao = 'aguardando_marketplace'
        AND e.envio_id IS NULL AND p.marketplace = c.marketplace
      ORDER BY e.lido_em DESC LIMIT ${MAX_WAITING}
    ) o`;
}
