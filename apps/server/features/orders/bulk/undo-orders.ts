import { ORDER_STEPS } from '@esteira/domain/orders/order-bulk';
import { isPartAction } from '@esteira/domain/purchasing/supplier-parts';
import type { BulkResponse, BulkUndoInput } from '@esteira/validators/orders/order-bulk';
import type { Actor } from '../../../core/actor';
import type { Deps } from '../../../core/context';
import { undoParts } from '../parts/undo-parts';
import { movedOnMessage, takeBack } from '../take-back';
import { type BulkRun, readKnownOrders, toOrderIds, toResponse } from './results';
import { requirePartAction } from './service';

/** Takes one step of many orders back. Each is checked like a single undo (docs/product-rules/orders.md#undo). */
export async function undoBulk(deps: Deps, actor: Actor, input: BulkUndoInput): Promise<BulkResponse> {
  const ids = toOrderIds(input.ids);
  const run = await undo(deps, actor, { ...input, ids });
  const known = await readKnownOrders(deps.db, actor.usuarioId, ids);
  return toResponse(input.ids, { ...run, known, explain: ({ status }) => movedOnMessage(status) });
}

/** Where a supplier is named, first the steps of its parts; the other orders took theirs themselves. */
async function undo(
  deps: Deps,
  actor: Actor,
  { acao, ids, fornecedor_id: fornecedorId }: BulkUndoInput,
): Promise<BulkRun> {
  const action = ORDER_STEPS[acao];
  requirePartAction(action, fornecedorId);
  if (fornecedorId === undefined || !isPartAction(action)) return takeBack(deps, { ...actor, ids, action });
  const parts = await undoParts(deps, { ...actor, ids, action, fornecedorId });
  const whole = await takeBack(deps, { ...actor, ids: parts.others, action });
  return {
    moved: [...parts.moved, ...whole.moved],
    reasons: new Map([...parts.reasons, ...whole.reasons]),
  };
}
