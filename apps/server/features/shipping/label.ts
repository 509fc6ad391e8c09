import type { Database } from '@esteira/db/database';
import { labels } from '@esteira/db/schema/orders/labels';
import { hasLeft } from '@esteira/domain/orders/shipping-stage';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { AdapterContext, LabelFile } from '@esteira/marketplaces/port';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { findAdapter, type OrderToShip } from './order-to-ship';

/**
 * The marketplace's label of an order; null where it goes without one, as one whose buyer was erased does. Fails with `conflict` while the marketplace has
 * none yet.
 */
export async function fetchLabel(
  deps: Deps,
  order: OrderToShip,
  call: AdapterContext,
): Promise<LabelFile | null> {
  if (order.isBuyerErased) return null;
  const label = await findAdapter(deps, order)
    .getLabel(call, { ...order.ref, ...order.label })
    .catch((error: unknown) => {
      throw nameAccount(order, error);
    });
  if (label.ready) return label;
  if (needsNoLabel(order)) return null;
  throw new AppError('conflict', label.motivo);
}

/** Of several accounts it is told which one must be connected again. */
function nameAccount({ conta }: OrderToShip, error: unknown): unknown {
  const isLost = error instanceof AdapterError && error.kind === 'reconnect_required';
  if (!isLost || conta === null) return error;
  return new AppError('conflict', `Reconecte ${conta} para imprimir.`, { cause: error });
}

/** The seller's own carrier brings it, or it is on its way already: there is no label to wait for. */
function needsNoLabel({ envio }: OrderToShip): boolean {
  return envio !== null && (envio.situacao === 'envio_proprio' || hasLeft(envio.situacao));
}

/** A statement with more documents than this would be many times their size in memory. */
const LABELS_PER_STATEMENT = 50;

/** Keeps labels of orders, by the orders' ids. */
export async function storeLabels(
  tx: Database,
  usuarioId: string,
  fetched: readonly (LabelFile & { id: string })[],
): Promise<void> {
  for (let start = 0; start < fetched.length; start += LABELS_PER_STATEMENT) {
    const part = fetched.slice(start, start + LABELS_PER_STATEMENT);
    await tx.insert(labels).values(
      part.map(({ id, mime, bytes }) => ({
        usuario_id: usuarioId,
        pedido_id: id,
        tipo: mime,
        conteudo: bytes,
      })),
    );
  }
}
