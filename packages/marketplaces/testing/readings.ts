import type { AdapterContext, ExternalOrder, MarketplaceAdapter, OrderRef, ShippingState } from '../src/port';

/** Whose orders are read, and by which adapter. */
type Reader = { adapter: MarketplaceAdapter; ctx: AdapterContext };

/** The order of a reading. */
export async function readOrder({ adapter, ctx }: Reader, ml_order_id: string): Promise<ExternalOrder> {
  return (await adapter.readOrder(ctx, ml_order_id)).order;
}

/** The parcel of a reading. @throws Error where the order has none yet */
export async function readParcel(
  { adapter, ctx }: Reader,
  { ml_order_id }: Pick<OrderRef, 'ml_order_id'>,
): Promise<ShippingState> {
  const { parcel } = await adapter.readOrder(ctx, ml_order_id);
  if (parcel === null) throw new Error(`the order ${ml_order_id} has no parcel yet`);
  return parcel;
}
