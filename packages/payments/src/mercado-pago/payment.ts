import { z } from 'zod';
import type { Order } from './order';

const amount = z.number().transform((value) => value.toFixed(2));
const text = z.union([z.string().min(1), z.number()]).transform(String);

/** A payment as the older Payments API answers it: the charges of subscriptions are such. */
const payment = z.object({
  id: text,
  status: z.string(),
  status_detail: z.string().nullish(),
  external_reference: z.string().min(1).nullish(),
  transaction_amount: amount.nullish(),
  currency_id: z.string().nullish(),
  collector_id: text.nullish(),
});

/** The states of the Payments API in the words of the Orders API; any other is pending. */
const STATES: Readonly<Record<string, string>> = {
  approved: 'processed',
  rejected: 'failed',
  cancelled: 'canceled',
  refunded: 'refunded',
  charged_back: 'charged_back',
};

/** Whether a charge is one of the Payments API: those have numbers for ids. */
export function isPaymentId(id: string): boolean {
  return /^\d{1,20}$/.test(id);
}

/** A payment in the shape of an order, so that it is read as one; null when the body is none. */
export function parsePayment(body: unknown): Order | null {
  const parsed = payment.safeParse(body);
  if (!parsed.success) return null;
  const { id, status, status_detail, external_reference, transaction_amount, ...rest } = parsed.data;
  return {
    id,
    status: STATES[status] ?? 'processing',
    detail: status_detail ?? '',
    reference: external_reference ?? null,
    totalAmount: transaction_amount ?? null,
    currency: rest.currency_id ?? null,
    receiverId: rest.collector_id ?? null,
    pixCode: null,
    challengeUrl: null,
    isCard: true,
    expiresAt: null,
  };
}

/** Code of a refund of what went back already (`cause[].code`, a number or text). */
const ALREADY_REFUNDED = '2063';
const refusal = z.object({ cause: z.array(z.object({ code: text })) });

/** Whether a refund was refused because the money went back before. */
export function isAlreadyRefunded(body: unknown): boolean {
  return refusal.safeParse(body).data?.cause.some(({ code }) => code === ALREADY_REFUNDED) ?? false;
}
