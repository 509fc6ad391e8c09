import { z } from 'zod';

const text = z.string().min(1);
const challengeUrl = z.url({ protocol: /^https$/ });

/** Mercado Pago adds fields, leaves them out and writes ids as numbers: only what is used is read. */
const transaction = z.object({
  status_detail: z.string().nullish(),
  date_of_expiration: z.iso.datetime({ offset: true }).nullish(),
  payment_method: z
    .object({
      type: z.string().nullish(),
      qr_code: text.nullish(),
      // The published sources name the field differently.
      transaction_security: z
        .object({ url: challengeUrl.nullish().catch(null), redirect_url: challengeUrl.nullish().catch(null) })
        .nullish(),
    })
    .nullish(),
});

const order = z.object({
  id: text,
  status: text,
  status_detail: z.string().nullish(),
  external_reference: text.nullish(),
  total_amount: text.nullish(),
  currency: text.nullish(),
  user_id: z
    .union([z.string(), z.number()])
    .transform((id) => String(id))
    .nullish(),
  transactions: z.object({ payments: z.array(transaction).nullish() }).nullish(),
});

/** An order as the Orders API answers it, with the one payment it has. */
export type Order = {
  id: string;
  status: string;
  detail: string;
  reference: string | null;
  totalAmount: string | null;
  currency: string | null;
  receiverId: string | null;
  pixCode: string | null;
  /** Where the payer's bank asks the payer something (3DS), to be shown in a frame. */
  challengeUrl: string | null;
  isCard: boolean;
  expiresAt: Date | null;
};

/** The order in a body: at its root, or in `data`, where a refused card has it. Null when there is none. */
export function parseOrder(body: unknown): Order | null {
  const root = order.safeParse(body);
  const found = root.success
    ? root
    : order.safeParse(z.object({ data: z.unknown() }).safeParse(body).data?.data);
  if (!found.success) return null;
  const { id, status, status_detail, transactions, ...rest } = found.data;
  const [payment] = transactions?.payments ?? [];
  const method = payment?.payment_method;
  return {
    id,
    status,
    // The order itself only says `failed`; why stands at its payment.
    detail: payment?.status_detail ?? status_detail ?? '',
    reference: rest.external_reference ?? null,
    totalAmount: rest.total_amount ?? null,
    currency: rest.currency ?? null,
    receiverId: rest.user_id ?? null,
    pixCode: method?.qr_code ?? null,
    challengeUrl: method?.transaction_security?.url ?? method?.transaction_security?.redirect_url ?? null,
    isCard: method?.type?.endsWith('_card') ?? false,
    expiresAt: payment?.date_of_expiration ? new Date(payment.date_of_expiration) : null,
  };
}

/** The orders of a search, each with its state; null when the body is no list of orders. */
export function parseOrderList(body: unknown): Order[] | null {
  const list = z.object({ data: z.array(z.unknown()) }).safeParse(body);
  if (!list.success) return null;
  const orders = list.data.data.map(parseOrder);
  return orders.every((each) => each !== null) ? orders : null;
}
