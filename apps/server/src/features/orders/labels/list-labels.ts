import type { LabelsInput, LabelsResponse } from '@esteira/validators/orders/order-labels';
import type { Deps } from '../../../core/context';
import { checkLabels } from './check-labels';
import { createTicket } from './print-ticket';

/** What of these orders can be printed and what not, before anything is printed; nothing is marked. */
export async function listLabels(
  deps: Deps,
  usuarioId: string,
  { ids }: LabelsInput,
): Promise<LabelsResponse> {
  const { ready, missing } = await checkLabels(deps.db, usuarioId, ids);
  return {
    prontas: ready.map(({ id, ml_order_id }) => ({ id, ml_order_id })),
    faltando: missing,
    impressao: createTicket(
      deps,
      usuarioId,
      ready.map(({ id }) => id),
    ),
  };
}
