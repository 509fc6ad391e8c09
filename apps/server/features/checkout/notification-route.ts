import { payments } from '@esteira/db/schema/billing/payments';
import { type ChargeNotification, parseNotification } from '@esteira/payments/mercado-pago/notification';
import { isSignedBy } from '@esteira/payments/mercado-pago/signature';
import { PaymentError } from '@esteira/payments/payment-error';
import { eq, inArray, or } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { isEntityId } from '../../core/ids';
import { markRenewals } from './renewal/rows';

/** A notification is about a kilobyte. */
const BODY_LIMIT = 64 * 1024;

/**
 * Takes Mercado Pago's notifications: marks the payment or the renewal for reading and answers. What became of it is
 * read from Mercado Pago afterwards (notified-payments.ts, renewal/relay.ts), so one that comes twice, late or out of
 * order changes nothing. Of a charge or a subscription that is not known here yet Mercado Pago is asked whose it is,
 * before the answer: one that cannot be asked for now is delivered again.
 */
export function registerPaymentNotificationRoute(app: FastifyInstance, deps: Deps): void {
  app.post('/webhooks/mercadopago', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const { paymentNotificationSecret: secret } = deps;
    if (secret === null) throw new AppError('not_found', 'Recurso não encontrado');
    const notification = parseNotification(request);
    // Other topics, and the older unsigned notifications that come besides, tell nothing that is needed.
    const isOldKind = notification?.topic === 'payment' && request.headers['x-signature'] === undefined;
    if (notification !== null && !isOldKind) {
      refuseUnsigned(request, secret);
      await markForReading(deps, notification);
    }
    return reply.code(200).header('cache-control', 'no-store').send();
  });
}

function refuseUnsigned(request: FastifyRequest, secret: string): void {
  const { headers, query } = request;
  const signed = {
    signature: toText(headers['x-signature']),
    requestId: toText(headers['x-request-id']),
    dataId: toText((query as Record<string, unknown>)['data.id']),
  };
  if (isSignedBy(secret, signed)) return;
  request.log.warn('a payment notification bears a signature that does not agree');
  throw new AppError('unauthenticated', 'A assinatura da notificação não confere');
}

const toText = (value: unknown) => (typeof value === 'string' ? value : undefined);

async function markForReading(deps: Deps, { topic, id, reference }: ChargeNotification): Promise<void> {
  const isKnown =
    topic === 'subscription_preapproval'
      ? await markRenewals(deps, { id_externo: id, id: null })
      : topic !== 'subscription_authorized_payment' && (await markPayments(deps, { id, reference }));
  if (!isKnown && topic !== 'order') await markOwner(deps, { topic, id });
}

/** Whether the payment is known; the renewal that made it is marked with it. */
async function markPayments(
  deps: Deps,
  { id, reference }: { id: string; reference: string | null },
): Promise<boolean> {
  // Ids of letters are in upper case, whatever case the address came in.
  const byOrder = inArray(payments.id_externo, [id, id.toUpperCase()]);
  const avisado_em = deps.clock().toISOString();
  const marked = await deps.db
    .update(payments)
    .set({ avisado_em, notificado_em: avisado_em })
    // The answer of the charge, which tells the order's id, may not have been written yet.
    .where(reference === null ? byOrder : or(byOrder, eq(payments.id, reference)))
    .returning({ renovacao_id: payments.renovacao_id });
  for (const { renovacao_id } of marked) {
    if (renovacao_id !== null) await markRenewals(deps, { id: renovacao_id, id_externo: null });
  }
  return marked.length > 0;
}

/** Less than the 22 s after which Mercado Pago delivers again. */
const IDENTIFY_WITHIN_MS = 5_000;

async function markOwner(
  deps: Deps,
  charge: Parameters<typeof deps.payments.renewals.identify>[1],
): Promise<void> {
  const ctx = { usuarioId: '', signal: AbortSignal.timeout(IDENTIFY_WITHIN_MS) };
  const owner = await deps.payments.renewals.identify(ctx, charge).catch((error: unknown) => {
    if (!(error instanceof PaymentError)) throw error;
    throw new AppError('unavailable', 'A notificação não pôde ser conferida. Envie de novo mais tarde.');
  });
  if (owner === null) return;
  const reference = owner.reference !== null && isEntityId(owner.reference) ? owner.reference : null;
  await markRenewals(deps, { id: reference, id_externo: owner.renewalId });
  if (reference !== null) await markPayments(deps, { id: charge.id, reference });
}
