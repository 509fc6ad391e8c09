import { payments } from '@esteira/db/schema/billing/payments';
import { DAY_MS } from '@esteira/domain/durations';
import { PaymentError } from '@esteira/payments/payment-error';
import type { AdminPayment, RefundInput } from '@esteira/validators/administration/admin';
import { and, asc, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { recordPaymentResult } from '../../checkout/payment-result';
import {
  findPayment,
  type Payment,
  paymentColumns,
  toChargeRef,
  withPaymentLease,
} from '../../checkout/payments';
import { type Admin, recordAct } from '../admin-acts';
import { getAdminPayment } from './payment-list';

const TIMEOUT_MS = 20_000;
const BATCH_SIZE = 50;
/** What Mercado Pago says is too early comes right within minutes: after so long an admin has to look into it. */
const TRIED_FOR_MS = DAY_MS;

const NOT_DONE_YET =
  'O estorno foi pedido, mas o Mercado Pago não respondeu. Ele será concluído em alguns minutos.';

/**
 * Gives a payment's money back. The request is stored before the gateway is called and is carried out by the reconciliation
 * where this call ends too early; the months end when the money is known to have gone back.
 */
export async function refundPayment(
  deps: Deps,
  admin: Admin,
  { id, motivo }: RefundInput,
): Promise<AdminPayment> {
  const { status } = await getAdminPayment(deps.db, id);
  if (status === 'estornado') return getAdminPayment(deps.db, id);
  const payment = await storeRefundRequest(deps, admin, { id, motivo });
  if (payment === null) throw new AppError('conflict', 'Só um pagamento aprovado pode ser estornado');
  await carryOutRefund(deps, payment).catch(throwRefundFailure);
  const refunded = await getAdminPayment(deps.db, id);
  if (refunded.status !== 'estornado') throw new AppError('unavailable', NOT_DONE_YET);
  return refunded;
}

const findTriedSince = (clock: Deps['clock']) => new Date(clock().getTime() - TRIED_FOR_MS).toISOString();

/** A refund that was asked for, that nothing came of in a day, and that is not tried by itself any more. */
export const isRefundStuck = (clock: Deps['clock']) =>
  and(eq(payments.status, 'aprovado'), lte(payments.estorno_pedido_em, findTriedSince(clock)));

/** Marks an approved payment as to be given back, with the reason of the first who asked for it within a day. */
async function storeRefundRequest(
  { db, clock }: Deps,
  admin: Admin,
  { id, motivo }: RefundInput,
): Promise<Payment | null> {
  const isApproved = and(eq(payments.id, id), eq(payments.status, 'aprovado'));
  const approved = and(isApproved, isNotNull(payments.id_externo));
  await db.transaction(async (tx) => {
    const requested = await tx
      .update(payments)
      .set({
        motivo_estorno: motivo,
        estorno_pedido_em: clock().toISOString(),
        estorno_pedido_por: admin.id,
      })
      .where(and(approved, or(isNull(payments.estorno_pedido_em), isRefundStuck(clock))))
      .returning({ alvo_id: payments.usuario_id });
    for (const { alvo_id } of requested) {
      await recordAct(tx, admin, { ato: 'pagamento_estornado', alvo_id, detalhe: motivo });
    }
  });
  const [payment] = await db.select(paymentColumns).from(payments).where(approved);
  return payment ?? null;
}

/** Asks the gateway for the refund, once however often: its key is the payment's. */
function carryOutRefund(deps: Deps, asked: Payment): Promise<void> {
  return withPaymentLease(deps, asked.id, async () => {
    const payment = await findPayment(deps.db, asked);
    const { id, usuario_id, id_externo, status } = payment;
    if (status !== 'aprovado' || id_externo === null) return;
    const ctx = { usuarioId: usuario_id, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const charge = { ...toChargeRef(payment), id_externo, idempotencyKey: `estorno-${id}` };
    try {
      await recordPaymentResult(deps, payment, await deps.payments.refund(ctx, charge));
    } catch (error) {
      if (isRefused(error)) await clearRefundRequest(deps, payment);
      throw error;
    }
  });
}

/** The gateway says that this charge cannot be given back: asking again would not help. */
const isRefused = (error: unknown) => error instanceof PaymentError && error.kind === 'invalid';

async function clearRefundRequest({ db }: Deps, { usuario_id, id }: Payment): Promise<void> {
  await db
    .update(payments)
    .set({ motivo_estorno: null, estorno_pedido_em: null, estorno_pedido_por: null })
    .where(and(eq(payments.usuario_id, usuario_id), eq(payments.id, id), eq(payments.status, 'aprovado')));
}

function throwRefundFailure(error: unknown): never {
  if (!(error instanceof PaymentError)) throw error;
  if (isRefused(error)) {
    throw new AppError('conflict', 'O Mercado Pago não aceitou o estorno deste pagamento', { cause: error });
  }
  throw new AppError('unavailable', NOT_DONE_YET, { cause: error });
}

/**
 * Carries out the refunds that were requested and have no recorded result. One that fails is tried again the next time,
 * for a day.
 */
export async function finishRefunds(deps: Deps): Promise<void> {
  const asked = await deps.db
    .select(paymentColumns)
    .from(payments)
    .where(and(eq(payments.status, 'aprovado'), gt(payments.estorno_pedido_em, findTriedSince(deps.clock))))
    .orderBy(asc(payments.id))
    .limit(BATCH_SIZE);
  for (const payment of asked) await carryOutRefund(deps, payment).catch(ignoreForNow);
}

function ignoreForNow(error: unknown): void {
  if (!(error instanceof PaymentError) && !(error instanceof AppError)) throw error;
}
