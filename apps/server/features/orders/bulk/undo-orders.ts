import { ORDER_STEPS } from '@esteira/domain/orders/order-bulk';
import type { BulkResponse, BulkUndoInput } from '@esteira/validators/orders/order-bulk';
import type { Actor } from '../../../core/actor';
import type { Deps } from '../../../core/context';
import { movedOnMessage, takeBack } from '../take-back';
import { readKnownOrders, toOrderIds, toResponse } from './results';

/** Takes one step of many orders back. Each is checked like a single undo (docs/product-rules/orders.md#undo). */
export async function undoBulk(deps: Deps, actor: Actor, input: BulkUndoInput): Promise<BulkResponse> {
  const ids = toOrderIds(input.ids);
  const run = await takeBack(deps, { ...actor, ids, action: ORDER_STEPS[input.acao] });
  const known = await readKnownOrders(deps.db, actor.usuarioId, ids);
  return toResponse(input.ids, { ...run, known, explain: ({ status }) => movedOnMessage(status) });
}
