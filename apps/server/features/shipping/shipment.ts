import type { Database } from '@esteira/db/database';
import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { hasLeft } from '@esteira/domain/orders/shipping-stage';
import type { AdapterContext, Shipment, ShipResult } from '@esteira/marketplaces/port';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { recordConfirmation } from './confirmation';
import { findAdapter, type OrderToShip } from './order-to-ship';
import { readAgain } from './read-again';

/** Tells the marketplace that a parcel left. Where only the carrier's scan counts, the order waits for it. */
export async function tellShipped(
  deps: Deps,
  { order, envio }: { order: OrderToShip; envio: Shipment },
  call: AdapterContext,
): Promise<ShipResult> {
  const adapter = findAdapter(deps, order);
  const result = await adapter.markShipped(call, order.ref, envio);
  if (result !== 'observed_by_marketplace' || adapter.modo === 'simulado') return result;
  const { parcel } = await adapter.readOrder(call, order.ref.ml_order_id);
  if (parcel !== null && hasLeft(parcel.situacao)) return result;
  throw new AppError('conflict', parcel?.motivo ?? `${OBSERVERS[order.marketplace]} ${OBSERVES}`);
}

const OBSERVERS = {
  mercadolivre: `O ${MARKETPLACE_NAMES.mercadolivre}`,
  amazon: `A ${MARKETPLACE_NAMES.amazon}`,
} as const;
const OBSERVES = 'marca este pedido como enviado quando a transportadora recebe o pacote';

interface ToldShipment {
  usuarioId: string;
  /** Those whose marketplace took it. */
  orders: readonly OrderToShip[];
  envio: Shipment;
}

/** Remembers a shipment that was told to real marketplaces, and has their orders read again. */
export async function saveShipment(
  deps: Pick<Deps, 'marketplaces' | 'jobs' | 'clock'>,
  tx: Database,
  { usuarioId, orders, envio }: ToldShipment,
): Promise<void> {
  const kept = orders.filter(
    ({ envio: parcel, marketplace }) => parcel !== null && deps.marketplaces[marketplace].modo === 'real',
  );
  // Its tracking code would tell of a buyer who was erased, and without it nothing can be told again.
  for (const { id } of kept.filter(({ isBuyerErased }) => !isBuyerErased))
    await recordConfirmation(tx, { usuarioId, pedidoId: id }, { envio, now: deps.clock() });
  await readAgain(deps, tx, { usuarioId, orders: kept });
}
