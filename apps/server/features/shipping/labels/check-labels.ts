import { type Database, queryRows, toUuids } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { ERASED_LABEL } from '@esteira/domain/orders/buyer-retention';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { SENT_BY_MARKETPLACE } from '@esteira/domain/orders/sent-by-marketplace';
import type { ShippingStage } from '@esteira/domain/orders/shipping-stage';
import type { LabelsInput, LabelsResponse } from '@esteira/validators/orders/order-labels';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { isEntityId } from '../../../core/ids';
import { isPrintable } from './label-types';
import { createTicket } from './print-ticket';

/** An order whose label can be printed. */
export interface ReadyLabel {
  id: string;
  ml_order_id: string;
  /** The parcel's number: orders of one purchase share parcel and label. Null: the order is a parcel of its own. */
  parcel: string | null;
}

export interface CheckedLabels {
  /** By supplier, then SKU. */
  ready: ReadyLabel[];
  missing: LabelsResponse['faltando'];
}

interface LabelRow extends Record<string, unknown> {
  id: string;
  ml_order_id: string;
  status: OrderStatus;
  marketplace: Marketplace;
  enviado_pelo_marketplace: boolean;
  tipo: string | null;
  envio_id: string | null;
  situacao: ShippingStage | null;
  motivo: string | null;
  bloqueio: string | null;
  apagado: boolean;
}

/** Tells which orders' labels can be printed, and of each other what is in the way. */
export async function checkLabels(
  db: Database,
  usuarioId: string,
  sent: readonly string[],
): Promise<CheckedLabels> {
  const ids = [...new Set(sent)];
  const rows = await readRows(db, usuarioId, ids);
  const known = new Set(rows.map(({ id }) => id));
  const checked: CheckedLabels = { ready: [], missing: [] };
  for (const row of rows) {
    const { id, ml_order_id } = row;
    const motivo = findObstacle(row);
    if (motivo === null) checked.ready.push({ id, ml_order_id, parcel: row.envio_id });
    else checked.missing.push({ id, ml_order_id, motivo });
  }
  for (const id of ids) {
    if (!known.has(id.toLowerCase())) {
      checked.missing.push({ id, ml_order_id: null, motivo: 'Pedido não encontrado' });
    }
  }
  return checked;
}

function readRows(db: Database, usuarioId: string, ids: readonly string[]): Promise<LabelRow[]> {
  return queryRows<LabelRow>(
    db,
    sql`SELECT o.id::text, o.ml_order_id, o.status, o.marketplace, o.enviado_pelo_marketplace, e.tipo, v.envio_id, v.situacao, v.motivo, v.bloqueio,
          o.comprador_apagado_em IS NOT NULL AS apagado
        FROM pedidos o
        LEFT JOIN etiquetas e ON e.usuario_id = o.usuario_id AND e.pedido_id = o.id
        LEFT JOIN envios_pedido v ON v.usuario_id = o.usuario_id AND v.pedido_id = o.id
        WHERE o.usuario_id = ${usuarioId}::uuid AND o.id = ANY(${toUuids(ids.filter(isEntityId))})
        ORDER BY esteira_normalizar(o.fornecedor_nome), o.fornecedor_id, esteira_normalizar(o.produto_sku) NULLS LAST,
          o.produto_nome, o.id`,
  );
}

/** Why an order's label cannot be printed; null when it can. */
function findObstacle({ status, tipo, situacao, motivo, bloqueio, ...order }: LabelRow): string | null {
  if (status === 'cancelado') return 'O pedido foi cancelado';
  if (order.enviado_pelo_marketplace) return SENT_BY_MARKETPLACE[order.marketplace].refusal;
  if (bloqueio !== null) return bloqueio;
  if (order.apagado && order.marketplace === 'amazon') return ERASED_LABEL;
  if (tipo !== null) return isPrintable(tipo) ? null : `A etiqueta é ${tipo}: abra-a pelo pedido`;
  if (situacao === 'envio_proprio') return 'Você faz este envio: o marketplace não gera etiqueta';
  if (motivo !== null) return motivo;
  if (status === 'pendente' || status === 'aprovado') return 'O pedido ainda não foi enviado ao fornecedor';
  return 'O pedido não tem etiqueta';
}

/** What of these orders can be printed and what not, before anything is printed; nothing is marked. */
export async function listLabels(
  deps: Deps,
  usuarioId: string,
  { ids }: LabelsInput,
): Promise<LabelsResponse> {
  const { ready, missing } = await checkLabels(deps.db, usuarioId, ids);
  return {
    prontas: ready.map(({ id, ml_order_id }) => ({ id, ml_order_id })),
    faltando: missing,
    impressao: createTicket(
      deps,
      usuarioId,
      ready.map(({ id }) => id),
    ),
  };
}
