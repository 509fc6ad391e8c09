import type { Database } from '@esteira/db/database';
import { fromCents, toCents } from '@esteira/domain/money';
import type { CorrectCostInput, OrderCosts } from '@esteira/validators/costs/order-costs';
import type { Actor } from '../../../core/actor';
import { refuseConflicts } from '../../../core/edits/record-changes';
import { AppError } from '../../../core/errors';
import { correctByHand } from './correct-costs';
import { estimateOrder } from './estimate-orders';
import { getOrderCosts } from './read-costs';

/**
 * Lets the word of the seller, or of somebody of their team, hold for one cost of an order, as a correction beside
 * what was known; the other costs of an order without an estimate are estimated first. Fails with `not_found`,
 * and with `conflict` where the marketplace has charged the cost already and the seller does not say that its bill
 * differs, or where the cost is no longer what the seller saw.
 */
export async function correctCost(
  db: Database,
  { usuarioId, atorId }: Actor,
  { id, codigo, valor, fatura, valor_anterior }: CorrectCostInput,
): Promise<OrderCosts> {
  const { gravado } = await getOrderCosts(db, usuarioId, id);
  if (!gravado) await estimateOrder(db, usuarioId, id);
  const typed = { code: codigo, cents: toCents(valor), isBilled: fatura };
  const checkReplaced = (present: number | null) => {
    const atual = present === null ? null : fromCents(present);
    if (valor_anterior === undefined || valor_anterior === atual) return;
    refuseConflicts([{ campo: 'valor', atual }], 'Este custo foi alterado');
  };
  if (!(await correctByHand(db, usuarioId, { pedidoId: id, typed, atorId, checkReplaced }))) {
    throw new AppError('conflict', 'O marketplace já cobrou este custo: só a fatura dele o altera');
  }
  return getOrderCosts(db, usuarioId, id);
}
