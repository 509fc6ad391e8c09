import { z } from 'zod';

const text = z.string().min(1);

/** Mercado Pago adds fields, leaves them out and writes ids as numbers: only what is used is read. */
const transaction = z.object({
  status_detail: z.string().nullish(),
  date_of_expiration: z.iso.datetime({ offset: true }).nullish(),
  payment_method: z.object({ qr_code: text.nullish() }).nullish(),
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
  return {
    id,
    status,
    // The order itself only says `failed`; why stands at its payment.
    detail: payment?.status_detail ?? status_detail ?? '',
    reference: rest.external_reference ?? null,
    totalAmount: rest.total_amount ?? null,
    currency: rest.currency ?? null,
    receiverId: rest.user_id ?? null,
    pixCode: payment?.payment_method?.qr_code ?? null,
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
