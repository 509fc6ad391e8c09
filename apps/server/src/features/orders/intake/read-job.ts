import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type {
  AdapterContext,
  ExternalOrder,
  MarketplaceAdapter,
  ShippingState,
} from '@esteira/marketplaces/port';
import type { JobHandler } from '../../../jobs/job-handler';
import { JOB_PATIENCE, marketplaceCall } from '../../connections/calls/adapter-context';
import { oweOverwrittenSale } from '../../stock-sync/own-sale';
import { keepParcel } from '../shipping/parcel';
import { receiveOrder } from './intake';
import { awaitListing } from './listing-under-way';

/** How soon (ms) a parcel is looked for again that the marketplace has not made yet. */
const SOON = 60_000;

/**
 * Reads an order and its parcel as the marketplace holds them now, and takes them in. Whatever announced it, nothing
 * but its number is believed, so repeated, late and forged announcements come to the same end.
 */
export const readOrder: JobHandler<'order-read'> = async (deps, { usuario_id, marketplace, ml_order_id }) => {
  const adapter = deps.marketplaces[marketplace];
  if (adapter.modo !== 'real') return;
  const call = marketplaceCall(usuario_id, JOB_PATIENCE);
  const order = await findOrder(adapter, call, ml_order_id);
  if (order === null) return;
  await awaitListing(deps.db, usuario_id, { order, now: deps.clock() });
  await receiveOrder(deps.db, usuario_id, order);
  await oweOverwrittenSale(deps.db, usuario_id, order);
  if (order.situacao === 'aguardando_pagamento') return;
  const readAt = deps.clock();
  const parcel =
    order.situacao === 'cancelado' ? CANCELLED : await findParcel(adapter, call, { order, readAt });
  await keepParcel(deps.db, { usuarioId: usuario_id, order, parcel, readAt });
};

/** Null when the account has no such order: the number was somebody else's, or made up. */
async function findOrder(
  adapter: MarketplaceAdapter,
  call: AdapterContext,
  numero: string,
): Promise<ExternalOrder | null> {
  try {
    return await adapter.getOrder(call, numero);
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'not_found') return null;
    throw error;
  }
}

const WAITING = {
  situacao: 'aguardando_marketplace',
  precisa_nota: false,
  tem_etiqueta: false,
  pode_marcar_enviado: false,
} as const;

const CANCELLED: ShippingState = { ...WAITING, situacao: 'cancelado', motivo: null, tentar_em: null };

async function findParcel(
  adapter: MarketplaceAdapter,
  call: AdapterContext,
  { order, readAt }: { order: ExternalOrder; readAt: Date },
): Promise<ShippingState> {
  const [item] = order.itens;
  const { ml_order_id } = order;
  try {
    return await adapter.getShipping(call, {
      ml_order_id,
      sku: item?.sku ?? null,
      produto_nome: item?.titulo ?? '',
    });
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'not_ready') throw error;
    const tentar_em = error.tentarEm ?? new Date(readAt.getTime() + SOON);
    return { ...WAITING, motivo: error.message, tentar_em };
  }
}
