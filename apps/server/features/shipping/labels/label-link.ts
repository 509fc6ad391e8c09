import type { Deps } from '../../../core/context';
import type { OrderKey } from '../order-to-ship';

export function labelPath({ usuarioId, pedidoId }: OrderKey): string {
  return `/api/etiquetas/${usuarioId}/${pedidoId}`;
}

/** An address that opens the label in a browser without a session, for one to two hours. */
export function labelAddress(deps: Deps, key: OrderKey): string {
  const path = labelPath(key);
  return `${deps.publicUrl()}${path}?${deps.labelLinks.sign(path)}`;
}
