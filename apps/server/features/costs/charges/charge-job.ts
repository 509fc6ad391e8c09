import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { AdapterContext, MarketplaceAdapter, OrderCharges } from '@esteira/marketplaces/port';
import type { JobData } from '../../../core/job-kinds';
import type { JobHandler } from '../../../jobs/job-handler';
import { adapterContext } from '../../connections/calls/adapter-context';
import { isConnection } from '../../connections/tokens';
import { saveCharges } from './save-charges';

/** Reads what the marketplace took of an order by now, and keeps it. The same answer twice changes nothing. */
export const readCharges: JobHandler<'order-charges'> = async (deps, order, signal) => {
  const adapter = deps.marketplaces[order.marketplace];
  if (adapter.modo !== 'real' || !(await isConnected(deps.db, order))) return;
  const charges = await findCharges(adapter, adapterContext(toOwner(order), signal), order.ml_order_id);
  if (charges !== null) await saveCharges(deps.db, order, charges);
};

/** A later reading comes in any case, so nothing waits here for an account that is not connected. */
const toOwner = ({ usuario_id, marketplace, conta_id }: JobData<'order-charges'>) => ({
  ...{ usuarioId: usuario_id, marketplace, contaId: conta_id },
});

async function isConnected(db: Database, order: JobData<'order-charges'>) {
  const [row] = await db
    .select({ status: connections.status })
    .from(connections)
    .where(isConnection(toOwner(order)));
  return row?.status === 'conectado';
}

/** Null where the account does not have the order, or the application may not read what was taken of it. */
async function findCharges(
  adapter: MarketplaceAdapter,
  call: AdapterContext,
  numero: string,
): Promise<OrderCharges | null> {
  try {
    return await adapter.readCharges(call, numero);
  } catch (error) {
    const isHidden = error instanceof AdapterError && ['not_found', 'forbidden'].includes(error.kind);
    if (isHidden) return null;
    throw error;
  }
}
