import type { Database } from '@esteira/db/database';
import { retryingDeadlocks } from '@esteira/db/postgres/postgres-errors';
import { supplierSteps } from '@esteira/db/schema/orders/supplier-steps';
import type { OrderStatus } from '@esteira/domain/orders/order-machine';
import { UNDO_WITHIN_MS } from '@esteira/domain/orders/order-undo';
import { PART_STEP_OF, type PartAction } from '@esteira/domain/purchasing/supplier-parts';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { readKnownOrders } from '../bulk/results';
import { lockOrders } from '../move-orders';
import { readSteps, recordPartEvents } from './read-parts';
import type { PartMove } from './take-parts';

/** Where an order stands while a part's step can be taken back. */
const OPEN: Record<PartAction, readonly OrderStatus[]> = {
  sendToSupplier: ['aprovado'],
  pay: ['aprovado', 'enviado_fornecedor'],
};

interface UndoneParts {
  moved: string[];
  reasons: Map<string, string>;
  /** Orders that took the step themselves, or did not take it. */
  others: string[];
}

/** Takes a step of a supplier's parts back, as long as their orders have not followed. */
export function undoParts(deps: Deps, move: PartMove & { fornecedorId: string }): Promise<UndoneParts> {
  const { usuarioId, ids, action } = move;
  return retryingDeadlocks(() =>
    deps.db.transaction(async (tx) => {
      const held = await lockOrders(tx, { usuarioId, ids, statuses: OPEN[action] });
      const own = await readOwnSteps(tx, move);
      const reasons = new Map<string, string>();
      const moved: string[] = [];
      const others = ids.filter((id) => !own.has(id));
      for (const [id, { isPaid, at }] of own) {
        if (!held.includes(id)) continue;
        const refusal = findRefusal(action, isPaid, deps.clock().getTime() - at.getTime());
        if (refusal === null) moved.push(id);
        else reasons.set(id, refusal);
      }
      await deleteSteps(tx, { ...move, ids: moved });
      return { moved, reasons, others };
    }),
  );
}

/** When the supplier's part of each order took the step, and whether it was paid. */
async function readOwnSteps(tx: Database, { usuarioId, ids, action, fornecedorId }: PartMove) {
  const steps = (await readSteps(tx, usuarioId, ids)).filter((step) => step.fornecedor_id === fornecedorId);
  const paid = new Set(steps.flatMap(({ pedido_id, passo }) => (passo === 'pago' ? pedido_id : [])));
  return new Map(
    steps
      .filter(({ passo }) => passo === PART_STEP_OF[action])
      .map(({ pedido_id, criado_em }) => [
        pedido_id,
        { isPaid: paid.has(pedido_id), at: new Date(criado_em) },
      ]),
  );
}

function findRefusal(action: PartAction, isPaid: boolean, sinceMs: number): string | null {
  if (action === 'sendToSupplier' && isPaid) {
    return 'Não é mais possível desfazer: o pedido já foi pago a este fornecedor';
  }
  return sinceMs > UNDO_WITHIN_MS ? 'O prazo para desfazer esta etapa terminou' : null;
}

async function deleteSteps(
  tx: Database,
  { usuarioId, ids, action, atorId, fornecedorId }: PartMove & { fornecedorId: string },
): Promise<void> {
  if (ids.length === 0) return;
  const { usuario_id, pedido_id, fornecedor_id, passo } = supplierSteps;
  const isTheirs = and(eq(usuario_id, usuarioId), eq(fornecedor_id, fornecedorId));
  await tx
    .delete(supplierSteps)
    .where(and(isTheirs, inArray(pedido_id, [...ids]), eq(passo, PART_STEP_OF[action])));
  const orders = await readKnownOrders(tx, usuarioId, ids);
  await recordPartEvents(tx, { usuarioId, fornecedorId }, { orders, atorId, describe: EVENTS[action] });
}

const EVENTS: Record<PartAction, (supplier: string) => string> = {
  sendToSupplier: (supplier) => `Desfeito: envio a ${supplier}`,
  pay: (supplier) => `Desfeito: pagamento a ${supplier}`,
};
