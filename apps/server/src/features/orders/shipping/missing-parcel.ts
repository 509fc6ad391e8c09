import { notInList } from '@esteira/db/schema/columns';
import { FINAL_SHIPPING_STAGES } from '@esteira/domain/orders/shipping-stage';
import type { ShippingState } from '@esteira/marketplaces/port';
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import type { JobData } from '../../../core/job-kinds';
import { POLL_EVERY_MS } from '../polling/poll-plan';

type Order = JobData<'order-read'>;
type Account = Pick<Order, 'usuario_id' | 'marketplace'>;

/** Reads an order again at the moment that its marketplace named, where the next look at all orders comes later. */
export async function lookAgainSoon(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  order: Order,
  { tentar_em: runAt }: Pick<ShippingState, 'tentar_em'>,
): Promise<void> {
  if (runAt === null || runAt.getTime() - clock().getTime() >= POLL_EVERY_MS) return;
  await jobs.send(db, 'order-read', order, { runAt });
}

/** So many orders of one account are read for an unknown parcel. */
const MAX_WAITING = 20;

/** Written out, as the partial index of open parcels has it. */
const IS_OPEN = notInList('e.situacao', FINAL_SHIPPING_STAGES);

/** Orders of these accounts (at least one) that wait for a parcel of no known number, those that were read last first. */
export function selectOrdersWithoutParcel(accounts: readonly Account[]): SQL {
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
