import { type Database, queryRows } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';
import { splitCents } from '@esteira/domain/profit/split-cents';
import type { OrderCharges } from '@esteira/marketplaces/port';
import { sql } from 'drizzle-orm';
import type { JobData } from '../../../core/job-kinds';
import { correctCosts } from '../estimates/correct-costs';
import { estimateOrder } from '../estimates/estimate-orders';

type Order = JobData<'order-charges'>;

/**
 * Keeps what a marketplace took of an order, line by line in place of the estimate. The freight of a parcel is split by
 * value over the orders that it holds, so those that came before are corrected when another joins them.
 */
export async function saveCharges(
  db: Database,
  order: Order,
  { charges, freight }: OrderCharges,
): Promise<void> {
  if (charges.length === 0 && freight === null) return;
  await retryingDeadlocks(() =>
    db.transaction(async (tx) => {
      // Who joined the parcel while this one waited for the locks is seen by the second look alone.
      await findSharers(tx, order, freight);
      const sharers = await findSharers(tx, order, freight);
      const own = sharers.find(({ ml_order_id }) => ml_order_id === order.ml_order_id);
      if (own === undefined) return;
      for (const { id, has_costs } of sharers) {
        if (!has_costs) await estimateOrder(tx, order.usuario_id, id);
      }
      const readings = new Map(splitFreight(freight, sharers).map((fact) => [fact.id, [fact.fact]]));
      readings.set(own.id, [...charges.map(toFact), ...(readings.get(own.id) ?? [])]);
      await correctCosts(
        tx,
        order.usuario_id,
        [...readings].map(([pedidoId, facts]) => ({ pedidoId, facts })),
      );
    }),
  );
}

interface Sharer extends Record<string, unknown> {
  id: string;
  ml_order_id: string;
  /** In cents. */
  price: string;
  /** Whether anything was written of what it costs. */
  has_costs: boolean;
}

/** The order and those in the same parcel, locked; cancelled ones pay for no freight. */
function findSharers(tx: Database, order: Order, freight: OrderCharges['freight']): Promise<Sharer[]> {
  const { usuario_id, marketplace, ml_order_id } = order;
  return queryRows<Sharer>(
    tx,
    sql`SELECT p.id::text, p.ml_order_id, p.preco_venda::text AS price,
          EXISTS (SELECT FROM fatos_custos_pedido(p.usuario_id, p.id)) AS has_costs
        FROM pedidos p
        WHERE p.usuario_id = ${usuario_id}::uuid AND p.marketplace = ${marketplace}::text AND p.status <> 'cancelado'
          AND (p.ml_order_id = ${ml_order_id}::text OR p.id IN (
            SELECT e.pedido_id FROM envios_pedido e
            WHERE e.usuario_id = ${usuario_id}::uuid AND e.envio_id = ${freight?.parcelId ?? null}::text))
        ORDER BY p.id FOR UPDATE OF p`,
  );
}

function splitFreight(freight: OrderCharges['freight'], sharers: readonly Sharer[]) {
  if (freight === null) return [];
  const shares = sharers.map(({ id, price }) => ({ id, weight: Number(price) }));
  const parts = splitCents(freight.cents, shares) ?? new Map<string, number>();
  const { isCharged } = freight;
  return [...parts].map(([id, cents]) => ({
    id,
    fact: toFact({ code: 'frete_vendedor', cents, isCharged }),
  }));
}

const toFact = ({ code, cents, isCharged }: OrderCharges['charges'][number]): CostFact => ({
  ...{ code, cents, origin: 'api', charged: isCharged, isSelfDelivered: false },
  ...{ ruleId: null, ruleSince: null, missing: null },
});
