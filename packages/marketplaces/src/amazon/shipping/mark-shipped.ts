import { AdapterError } from '../../adapter-error';
import type { AdapterContext, OrderRef, Shipment, ShippingState, ShipResult } from '../../port';
import type { AmazonClient } from '../client';
import { fetchOrder } from '../orders/orders';
import { buyerWantsToCancel } from '../orders/parse-order';
import {
  carriedByAmazon,
  createdAt,
  nextPackageReference,
  showsTracking,
  toShippingState,
  unshippedItems,
} from './parcel';

/**
 * Carriers by the exact value that Seller Central has for them; any other travels as
 * "Other" with its name.
 */
const CARRIER_CODES: Readonly<Record<string, string>> = { correios: 'Correios' };

/** Clocks differ, and Amazon refuses a shipment in the future. */
const CLOCK_TOLERANCE_MS = 60_000;

/**
 * Confirms the seller's own shipment (docs/marketplace-rules.md#confirming-a-shipment). A 204 can stay without effect, so a repetition reads the
 * order first: it confirms again while Amazon shows no parcel with this code, and does nothing once it does.
 */
export async function markShipped(
  client: AmazonClient,
  ctx: AdapterContext,
  { ml_order_id, envio }: Pick<OrderRef, 'ml_order_id'> & { envio: Shipment },
): Promise<ShipResult> {
  const order = await fetchOrder(client, ctx, ml_order_id);
  if (carriedByAmazon(order)) return 'observed_by_marketplace';
  const state = toShippingState(order, client.clock());
  requireShippable(order, state);
  if (state.situacao !== 'envio_proprio') return 'done';
  const { carrier, trackingNumber } = requireShipment(envio);
  if (showsTracking(order, trackingNumber)) return 'done';
  const confirm = (given: Carrier) =>
    client.call(ctx, {
      operation: 'confirmShipment',
      path: { orderId: ml_order_id },
      body: {
        marketplaceId: client.marketplaceId,
        packageDetail: { ...toPackage(order, client.clock()), ...given, trackingNumber },
      },
    });
  try {
    await confirm(carrier);
  } catch (error) {
    if (!isRefusedCarrier(error, carrier)) throw error;
    await confirm({ carrierCode: 'Other', carrierName: carrier.carrierCode });
  }
  return 'done';
}

/** Before the payment and while a cancellation is undecided nothing may be confirmed. */
function requireShippable(order: unknown, { situacao, motivo }: ShippingState): void {
  if (situacao === 'cancelado') throw new AdapterError('conflict', 'O pedido foi cancelado na Amazon.');
  if (situacao !== 'aguardando_marketplace') return;
  const kind = buyerWantsToCancel(order) ? 'conflict' : 'not_ready';
  throw new AdapterError(kind, motivo ?? 'A Amazon ainda está preparando este pedido.');
}

type Carrier = { carrierCode: string; carrierName?: string };

function toPackage(order: unknown, now: Date): object {
  const earliest = createdAt(order)?.getTime() ?? 0;
  return {
    packageReferenceId: nextPackageReference(order),
    shipDate: new Date(Math.max(earliest, now.getTime() - CLOCK_TOLERANCE_MS)).toISOString(),
    orderItems: unshippedItems(order),
  };
}

/** @throws AdapterError `validation` without carrier and code: Amazon takes no shipment without them. */
function requireShipment({ transportadora, codigo_rastreio }: Shipment): {
  carrier: Carrier;
  trackingNumber: string;
} {
  const name = transportadora?.trim() ?? '';
  const trackingNumber = codigo_rastreio?.trim() ?? '';
  if (name === '' || trackingNumber === '') {
    throw new AdapterError(
      'validation',
      'Informe a transportadora e o código de rastreio: a Amazon exige os dois para marcar o envio.',
    );
  }
  const code = CARRIER_CODES[name.toLowerCase()];
  const carrier = code ? { carrierCode: code } : { carrierCode: 'Other', carrierName: name };
  return { carrier, trackingNumber };
}

/** Whether Amazon did not know the carrier's code, so that naming it as "Other" may do. */
function isRefusedCarrier(error: unknown, { carrierCode }: Carrier): boolean {
  const refused = error instanceof AdapterError && error.kind === 'validation';
  return refused && carrierCode !== 'Other' && /carrier/i.test(error.message);
}
