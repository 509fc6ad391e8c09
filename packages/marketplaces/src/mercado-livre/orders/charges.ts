import type { AdapterError } from '../../adapter-error';
import { centsAt, listAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext, OrderCharge, OrderCharges } from '../../port';
import type { MercadoLivreCall, MercadoLivreClient } from '../client';
import { parseError, toAdapterError } from '../errors';
import { fetchOrder } from './orders';
import { parseOrderShipping } from './parse-order';

/** Logistics by which the seller brings the parcel: what that costs, Mercado Livre does not know. */
const BROUGHT_BY_SELLER = 'self_service';

/**
 * What Mercado Livre takes of an order: the sale fee, which holds the fixed fee, and the freight of its parcel
 * (docs/marketplace-rules.md#mercado-livre-charges). Nothing of an order that is not paid, or was cancelled.
 */
export async function readCharges(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  ml_order_id: string,
): Promise<OrderCharges> {
  const order = await fetchOrder(client, ctx, ml_order_id);
  const { situacao, envio_id } = parseOrderShipping(order);
  if (situacao === 'aguardando_pagamento' || situacao === 'cancelado') return { charges: [], freight: null };
  return {
    charges: toSaleFee(order),
    freight: envio_id === null ? null : await readFreight(client, ctx, envio_id),
  };
}

/** `sale_fee` is of one unit. Where one line has none, the whole is not known. */
export function toSaleFee(order: unknown): OrderCharge[] {
  const fees = listAt(order, 'order_items').map((line) => {
    const fee = centsAt(line, 'sale_fee');
    const units = numberAt(line, 'quantity');
    return fee === null || units === null ? null : fee * units;
  });
  const known = fees.filter((fee) => fee !== null);
  if (known.length === 0 || known.length < fees.length) return [];
  const cents = known.reduce((sum, fee) => sum + fee, 0);
  return [
    { code: 'tarifa_venda', cents, isCharged: true },
    { code: 'tarifa_fixa', cents: 0, isCharged: true },
  ];
}

async function readFreight(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  parcelId: string,
): Promise<OrderCharges['freight']> {
  // Without `x-format-new`: the new shape leaves out what the freight was expected to cost.
  const shipment = await askIfShown(client, ctx, {
    operation: 'ml.shipments.read',
    method: 'GET',
    path: `/shipments/${parcelId}`,
  });
  const type = textAt(shipment, 'logistic_type') ?? textAt(shipment, 'logistic', 'type');
  const mode = textAt(shipment, 'mode') ?? textAt(shipment, 'logistic', 'mode');
  if (type === null || mode !== 'me2' || type === BROUGHT_BY_SELLER) return null;
  const costs = await askIfShown(client, ctx, {
    operation: 'ml.shipments.costs',
    method: 'GET',
    path: `/shipments/${parcelId}/costs`,
  });
  const { vendedor_id } = await client.account(ctx);
  const mine = listAt(costs, 'senders').find((sender) => textAt(sender, 'user_id') === vendedor_id);
  // Discounts of the sender are in it already.
  const charged = centsAt(mine, 'cost');
  if (charged !== null) return { parcelId, cents: charged, isCharged: true };
  const expected = centsAt(shipment, 'shipping_option', 'list_cost');
  return expected === null ? null : { parcelId, cents: expected, isCharged: false };
}

/** The answer; null where it is not there yet, or not for this account. */
async function askIfShown(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  call: MercadoLivreCall,
): Promise<unknown> {
  const response = await client.ask(ctx, call);
  if (response.status < 300) return response.json();
  const error = toAdapterError(parseError(response));
  if (HIDDEN.has(error.kind)) return null;
  throw error;
}

const HIDDEN: ReadonlySet<AdapterError['kind']> = new Set(['not_found', 'not_ready', 'forbidden']);
