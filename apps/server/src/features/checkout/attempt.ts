import { randomUUID } from 'node:crypto';
import type { Database } from '@esteira/db/database';
import { payments } from '@esteira/db/schema/payments';
import { CARD_BRANDS, cardBrandOf, lastFour } from '@esteira/domain/card';
import { PLANS } from '@esteira/domain/plans';
import type { CheckoutInput } from '@esteira/validators/checkout';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';

export const paymentColumns = {
  id: payments.id,
  usuario_id: payments.usuario_id,
  status: payments.status,
  plano: payments.plano,
  valor: payments.valor,
  parcelas: payments.parcelas,
  id_externo: payments.id_externo,
  valido_ate: payments.valido_ate,
  data_pagamento: payments.data_pagamento,
};

export type Payment = Pick<typeof payments.$inferSelect, keyof typeof paymentColumns>;

export interface Attempt {
  payment: Payment;
  /** False for a repetition: an earlier try may have reached the gateway. */
  isNew: boolean;
}

/** Stores a submission as a pending payment, or finds the payment that the same submission already has. */
export async function registerAttempt(deps: Deps, usuarioId: string, input: CheckoutInput): Promise<Attempt> {
  const chave_idempotencia = input.chave_idempotencia ?? randomUUID();
  const resumo_pedido = digestOf(deps, input);
  const { db, clock } = deps;
  const [created] = await db
    .insert(payments)
    .values({
      ...describe(input),
      usuario_id: usuarioId,
      status: 'pendente',
      chave_idempotencia,
      resumo_pedido,
      data_pagamento: clock().toISOString(),
    })
    .onConflictDoNothing({ target: [payments.usuario_id, payments.chave_idempotencia] })
    .returning(paymentColumns);
  if (created !== undefined) return { payment: created, isNew: true };
  const [found] = await db
    .select({ payment: paymentColumns, resumo_pedido: payments.resumo_pedido })
    .from(payments)
    .where(and(eq(payments.usuario_id, usuarioId), eq(payments.chave_idempotencia, chave_idempotencia)));
  if (found === undefined) throw new Error('the payment that was in the way is gone');
  if (found.resumo_pedido !== resumo_pedido) {
    throw new AppError('conflict', 'Esta chave de idempotência já foi usada em outro pagamento');
  }
  return { payment: found.payment, isNew: false };
}

/** The payment as it stands now. */
export async function findPayment(db: Database, { usuario_id, id }: Payment): Promise<Payment> {
  const [payment] = await db
    .select(paymentColumns)
    .from(payments)
    .where(and(eq(payments.usuario_id, usuario_id), eq(payments.id, id)));
  if (payment === undefined) throw new Error('a payment has disappeared');
  return payment;
}

/** The price is the server's; of the card no more than brand and last digits are kept. */
function describe({ plano, parcelas, numero_cartao }: CheckoutInput) {
  const brand = cardBrandOf(numero_cartao);
  if (brand === null) throw new Error('the card number was not validated');
  return {
    plano,
    valor: PLANS[plano].preco,
    parcelas,
    bandeira: CARD_BRANDS[brand].nome,
    ultimos_digitos: lastFour(numero_cartao),
  };
}

/** Keyed, so that the card number cannot be guessed from it. The CVV must not be kept in any form (PCI DSS). */
function digestOf({ digest }: Deps, input: CheckoutInput): string {
  const { plano, numero_cartao, validade, parcelas, nome_cartao } = input;
  return digest(JSON.stringify(['pagamento', plano, numero_cartao, validade, parcelas, nome_cartao]));
}
