import { type Database, queryRows, toUuids } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { ORDER_STEPS } from '@esteira/domain/orders/order-bulk';
import { ORDER_ACTIONS, type OrderAction, type OrderStatus } from '@esteira/domain/orders/order-machine';
import { findUndoRefusal, type LastStep } from '@esteira/domain/orders/order-undo';
import type { BulkResponse, BulkUndoInput } from '@esteira/validators/orders/order-bulk';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../core/actor';
import type { Deps } from '../../../core/context';
import { movedOnMessage, UNDO_REFUSALS } from '../undo';
import { lockOrders, type OrderKeys, recordEvents } from './move-orders';
import { type BulkRun, readKnownOrders, toOrderIds, toResponse } from './results';

/** Takes one step of many orders back. Each is checked like a single undo (docs/product-rules/orders.md#undo). */
export async function undoBulk(deps: Deps, actor: Actor, input: BulkUndoInput): Promise<BulkResponse> {
  const action = ORDER_STEPS[input.acao];
  const ids = toOrderIds(input.ids);
  const run = await retryingDeadlocks(() =>
    deps.db.transaction((tx) => takeBack(deps, tx, { ...actor, ids, action })),
  );
  const known = await readKnownOrders(deps.db, actor.usuarioId, ids);
  return toResponse(input.ids, { ...run, known, explain: ({ status }) => movedOnMessage(status) });
}

interface StepsBack extends OrderKeys {
  action: OrderAction;
  atorId: string;
}

/** Locks the orders, so that their histories do not change before the commit. */
async function takeBack(deps: Deps, tx: Database, steps: StepsBack): Promise<BulkRun> {
  const { usuarioId, ids, action } = steps;
  const { to } = ORDER_ACTIONS[action];
  const held = await lockOrders(tx, { usuarioId, ids, status: to });
  const now = deps.clock();
  const reasons = new Map<string, string>();
  const allowed: string[] = [];
  for (const { id, marketplace, hasParcel, last } of await readLastSteps(tx, { usuarioId, ids: held, to })) {
    const isReal = hasParcel || deps.marketplaces[marketplace].modo === 'real';
    const refusal = findUndoRefusal(action, last, { isReal, now });
    if (refusal === null) allowed.push(id);
    else reasons.set(id, UNDO_REFUSALS[refusal](marketplace));
  }
  await leadBack(tx, { ...steps, ids: allowed });
  return { moved: allowed, reasons };
}

/** The label goes with the step that fetched it, and that it was printed. */
async function leadBack(tx: Database, { usuarioId, atorId, ids, action }: StepsBack): Promise<void> {
  const { from, to } = ORDER_ACTIONS[action];
  const dropsLabel = action === 'sendToSupplier';
  await queryRows(
    tx,
    sql`UPDATE pedidos SET status = ${from}::text, atualizado_em = now(),
          tem_etiqueta = tem_etiqueta AND NOT ${dropsLabel}::boolean,
          etiqueta_impressa_em = CASE WHEN NOT ${dropsLabel}::boolean THEN etiqueta_impressa_em END
        WHERE usuario_id = ${usuarioId}::uuid AND id = ANY(${toUuids(ids)}) AND status = ${to}::text`,
  );
  if (dropsLabel) {
    await queryRows(
      tx,
      sql`DELETE FROM etiquetas WHERE usuario_id = ${usuarioId}::uuid AND pedido_id = ANY(${toUuids(ids)})`,
    );
  }
  await recordEvents(tx, { usuarioId, ids, de: to, para: from, atorId });
}

interface SteppedOrder {
  id: string;
  marketplace: Marketplace;
  hasParcel: boolean;
  last: LastStep | null;
}

interface SteppedRow extends Record<string, unknown> {
  id: string;
  marketplace: Marketplace;
  hasParcel: boolean;
  de: OrderStatus | null;
  isBySeller: boolean;
  at: string | null;
}

/** What the histories say of the steps that led these orders to `to`. */
async function readLastSteps(
  tx: Database,
  { usuarioId, ids, to }: OrderKeys & { to: OrderStatus },
): Promise<SteppedOrder[]> {
  const rows = await queryRows<SteppedRow>(
    tx,
    sql`SELECT p.id, p.marketplace, e.de, e.ator_id IS NOT NULL AS "isBySeller", e.criado_em AS at,
          EXISTS (SELECT FROM envios_pedido v WHERE v.usuario_id = p.usuario_id AND v.pedido_id = p.id) AS "hasParcel"
        FROM pedidos p LEFT JOIN LATERAL (
          SELECT de, ator_id, criado_em FROM eventos_pedido
          WHERE usuario_id = p.usuario_id AND pedido_id = p.id AND para = ${to}::text AND de IS DISTINCT FROM para
          ORDER BY id DESC LIMIT 1
        ) e ON true
        WHERE p.usuario_id = ${usuarioId}::uuid AND p.id = ANY(${toUuids(ids)})`,
  );
  return rows.map(({ id, marketplace, hasParcel, de, isBySeller, at }) => ({
    ...{ id, marketplace, hasParcel },
    last: at === null ? null : { de, para: to, isBySeller, at: new Date(at) },
  }));
}
