import { hasLeft } from '@esteira/domain/orders/shipping-stage';
import type { Order } from '@esteira/validators/orders/order';

const OBSERVER = {
  mercadolivre: 'O Mercado Livre marca o envio sozinho',
  amazon: 'A Amazon marca o envio sozinha',
} as const;

/** What stands beside the stage: why something waits, or who does what the seller might look for a button for. */
export function parcelNote({ marketplace, status, envio }: Order): string | null {
  if (!envio || envio.motivo) return envio?.motivo ?? null;
  const isObserved = !envio.pode_marcar_enviado && !hasLeft(envio.situacao);
  if (status !== 'pago' || !isObserved) return null;
  return `${OBSERVER[marketplace]} quando a transportadora recebe o pacote.`;
}

/** For each order that shares its parcel with others on this page, the numbers of those. */
export function packMates(orders: readonly Order[]): ReadonlyMap<string, string[]> {
  const packs = new Map<string, Order[]>();
  for (const order of orders) {
    const pack = order.status === 'cancelado' ? null : order.envio?.pacote_id;
    if (pack) packs.set(pack, [...(packs.get(pack) ?? []), order]);
  }
  const mates = new Map<string, string[]>();
  for (const pack of packs.values()) {
    if (pack.length === 1) continue;
    for (const { id } of pack) {
      const others = pack.filter((other) => other.id !== id);
      mates.set(
        id,
        others.map(({ ml_order_id }) => ml_order_id),
      );
    }
  }
  return mates;
}
