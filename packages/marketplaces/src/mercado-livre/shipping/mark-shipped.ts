import type { AdapterContext, OrderRef, Shipment, ShipResult } from '../../port';
import type { MercadoLivreClient } from '../client';
import { fetchParcel } from '../orders/orders';

/**
 * Tells Mercado Livre only where the seller's own carrier brings the parcel: elsewhere the scan decides
 * (docs/marketplace-rules.md#marking-as-shipped).
 */
export async function markShipped(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { ml_order_id, envio: told }: Pick<OrderRef, 'ml_order_id'> & { envio: Shipment },
): Promise<ShipResult> {
  const { envio } = await fetchParcel(client, ctx, { ml_order_id });
  // Without a shipment Mercado Livre has no place to be told; what the seller says counts.
  if (!envio) return 'not_shown';
  if (envio.logistica !== 'proprio') return 'observed_by_marketplace';
  if (envio.situacao !== 'envio_proprio') return 'done';
  await client.call(ctx, {
    operation: 'ml.shipments.notify',
    method: 'POST',
    path: `/shipments/${envio.id}/seller_notifications`,
    body: {
      json: {
        status: 'shipped',
        substatus: null,
        tracking_number: told.codigo_rastreio,
        comment: told.transportadora ?? '',
        date: client.clock().toISOString(),
      },
    },
  });
  return 'done';
}
