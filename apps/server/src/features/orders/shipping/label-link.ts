import type { Deps } from '../../../core/context';

export interface LabelKey {
  usuarioId: string;
  pedidoId: string;
}

export function labelPath({ usuarioId, pedidoId }: LabelKey): string {
  return `/api/etiquetas/${usuarioId}/${pedidoId}`;
}

/** An address that opens the label in a browser without a session, for one to two hours. */
export function labelAddress(deps: Deps, key: LabelKey): string {
  const path = labelPath(key);
  return `${deps.publicUrl()}${path}?${deps.labelLinks.sign(path)}`;
}
