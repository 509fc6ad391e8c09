import type { Database } from '@esteira/db/database';
import { payments } from '@esteira/db/schema/billing/payments';
import { and, eq } from 'drizzle-orm';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';

/** What a seller sees of a payment in the list. */
export const ownPaymentColumns = {
  id: payments.id,
  status: payments.status,
  meio: payments.meio,
  plano: payments.plano,
  valor: payments.valor,
  parcelas: payments.parcelas,
  bandeira: payments.bandeira,
  ultimos_digitos: payments.ultimos_digitos,
  data_pagamento: payments.data_pagamento,
  valido_ate: payments.valido_ate,
};

const receiptColumns = {
  ...ownPaymentColumns,
  id_externo: payments.id_externo,
  devolvido_em: payments.devolvido_em,
};

/** What stands on a receipt. */
export type ReceiptPayment = Pick<typeof payments.$inferSelect, keyof typeof receiptColumns>;

/** Whether money was ever received for a payment: one that went back keeps its receipt, which says so. */
export function hasReceipt({ valido_ate }: Pick<ReceiptPayment, 'valido_ate'>): boolean {
  return valido_ate !== null;
}

/** A seller's payment that has a receipt. */
export async function getReceiptPayment(
  db: Database,
  usuarioId: string,
  id: string,
): Promise<ReceiptPayment> {
  const [payment] = isEntityId(id)
    ? await db
        .select(receiptColumns)
        .from(payments)
        .where(and(eq(payments.usuario_id, usuarioId), eq(payments.id, id)))
    : [];
  if (payment === undefined || !hasReceipt(payment)) throw new AppError('not_found', 'Recibo não encontrado');
  return payment;
}
