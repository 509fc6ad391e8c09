import type { Database } from '@esteira/db/database';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { findEarlierEnds, takeBackMonths } from '@esteira/domain/billing/paid-months';
import { PLANS } from '@esteira/domain/billing/plans';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../core/context';

type PaymentKey = Pick<typeof payments.$inferSelect, 'usuario_id' | 'id'>;

/**
 * Records that a payment's money went back, by a refund or a chargeback, and takes back the months that it bought, once
 * and together. One that was never approved has bought none.
 */
export async function takeBackPayment(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { usuario_id, id }: PaymentKey,
  id_externo: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const expiry = await lockExpiry(tx, usuario_id);
    const now = clock();
    const ledger = await readLedger(tx, usuario_id);
    const isMine = and(eq(payments.usuario_id, usuario_id), eq(payments.id, id));
    const changed = await tx
      .update(payments)
      .set({ status: 'estornado', id_externo, devolvido_em: now.toISOString() })
      .where(and(isMine, inArray(payments.status, ['pendente', 'recusado', 'aprovado'])))
      .returning({ id: payments.id });
    const taken = ledger.find((payment) => payment.id === id);
    if (changed.length === 0 || taken === undefined || expiry === null) return;
    const last = ledger.filter((payment) => payment !== taken).at(-1);
    const paidUntil = new Date(Math.max(...ledger.map(({ until }) => until)));
    const left = takeBackMonths({ payments: ledger, taken, expiry, paidUntil, now });
    await tx
      .update(users)
      .set({
        data_expiracao: left.toISOString(),
        ...(last === undefined ? {} : { plano: last.plano }),
      })
      .where(eq(users.id, usuario_id));
    // Their own refunds then take no more than is left of them.
    for (const { payment, earlierByMs } of findEarlierEnds(ledger, taken)) {
      const valido_ate = new Date(payment.until - earlierByMs).toISOString();
      const isEarlier = and(eq(payments.usuario_id, usuario_id), eq(payments.id, payment.id));
      await tx.update(payments).set({ valido_ate }).where(isEarlier);
    }
  });
}

/** The approved payments of a user, in the order of their approval. */
async function readLedger(tx: Database, usuarioId: string) {
  const rows = await tx
    .select({
      id: payments.id,
      plano: payments.plano,
      data_pagamento: payments.data_pagamento,
      valido_ate: payments.valido_ate,
    })
    .from(payments)
    .where(and(eq(payments.usuario_id, usuarioId), eq(payments.status, 'aprovado')))
    .orderBy(asc(payments.data_pagamento), asc(payments.id));
  return rows.map(({ id, plano, data_pagamento, valido_ate }) => ({
    id,
    plano,
    until: valido_ate === null ? 0 : Date.parse(valido_ate),
    paidAt: new Date(data_pagamento),
    months: PLANS[plano].meses,
  }));
}

/** Keeps every other payment of the user from changing the expiry until the transaction ends. */
export async function lockExpiry(tx: Database, usuarioId: string): Promise<Date | null> {
  const [user] = await tx
    .select({ data_expiracao: users.data_expiracao })
    .from(users)
    .where(eq(users.id, usuarioId))
    .for('no key update');
  const expiry = user?.data_expiracao ?? null;
  return expiry === null ? null : new Date(expiry);
}
