import { payments } from '@esteira/db/schema/billing/payments';
import { parseNotification } from '@esteira/payments/mercado-pago/notification';
import { isSignedBy } from '@esteira/payments/mercado-pago/signature';
import { eq, or } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';

/** A notification is about a kilobyte. */
const BODY_LIMIT = 64 * 1024;

/**
 * Takes Mercado Pago's notifications: marks the payment for reading and answers, within one statement. What became of
 * the payment is read from Mercado Pago afterwards (notified-payments.ts), so one that comes twice, late or out of
 * order changes nothing.
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

type Notification = NonNullable<ReturnType<typeof parseNotification>>;

async function markForReading({ db, clock }: Deps, { orderId, reference }: Notification): Promise<void> {
  const byOrder = eq(payments.id_externo, orderId);
  const avisado_em = clock().toISOString();
  await db
    .update(payments)
    .set({ avisado_em, notificado_em: avisado_em })
    // The answer of the charge, which tells the order's id, may not have been written yet.
    .where(reference === null ? byOrder : or(byOrder, eq(payments.id, reference)));
}
