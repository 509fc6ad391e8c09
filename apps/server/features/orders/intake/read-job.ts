import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type {
  AdapterContext,
  MarketplaceAdapter,
  OrderReading,
  ShippingState,
} from '@esteira/marketplaces/port';
import type { JobHandler } from '../../../jobs/job-handler';
import { adapterContext } from '../../connections/calls/adapter-context';
import { checkConfirmation } from '../../shipping/confirmation';
import { repushStockAfterOwnSale } from '../../stock-sync/own-sale';
import { lookAgainSoon } from '../polling/poll-plan';
import { receiveOrder } from './intake';
import { awaitListing } from './listing-under-way';
import { saveParcel } from './save-parcel';

/**
 * Reads an order and its parcel as the marketplace holds them now, and takes them in. Whatever announced it, nothing
 * but its number is believed, so repeated, late and forged announcements come to the same end.
 */
export const readOrder: JobHandler<'order-read'> = async (deps, data, signal) => {
  const { usuario_id: usuarioId, marketplace, ml_order_id, conta_id: contaId } = data;
  const account = { usuarioId, contaId };
  const adapter = deps.marketplaces[marketplace];
  if (adapter.modo !== 'real') return;
  const reading = await findOrder(adapter, adapterContext(account, signal), ml_order_id);
  if (reading === null) return;
  const { order } = reading;
  await awaitListing(deps.db, account, { order, now: deps.clock() });
  await receiveOrder(deps.db, account, order);
  if (!order.enviado_pelo_marketplace) await repushStockAfterOwnSale(deps.db, account, order);
  if (reading.parcel === null) return;
  // A parcel that comes back does so of a cancelled order too.
  const isOver = order.situacao === 'cancelado' && reading.parcel.situacao !== 'devolvido';
  const parcel = isOver ? CANCELLED : reading.parcel;
  await saveParcel(deps.db, { usuarioId, order, parcel, readAt: deps.clock() });
  await lookAgainSoon(deps, data, parcel);
  await checkConfirmation(deps, { ...account, order, parcel, signal });
};

/** Null when the account has no such order: the number was somebody else's, or made up. */
async function findOrder(
  adapter: MarketplaceAdapter,
  call: AdapterContext,
  numero: string,
): Promise<OrderReading | null> {
  try {
    return await adapter.readOrder(call, numero);
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'not_found') return null;
    throw error;
  }
}

const CANCELLED: ShippingState = {
  situacao: 'cancelado',
  precisa_nota: false,
  tem_etiqueta: false,
  pode_marcar_enviado: false,
  motivo: null,
  tentar_em: null,
};
