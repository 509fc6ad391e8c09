import { isLuhnValid } from '@esteira/domain/billing/card';
import { z } from 'zod';

const amount = z.string().regex(/^\d+\.\d{2}$/);
const text = z.string().min(1);

const card = z.strictObject({
  id: z.enum(['amex', 'elo', 'diners', 'hipercard', 'master', 'visa']),
  type: z.enum(['credit_card', 'debit_card']),
  token: text,
  installments: z.int().min(1),
  statement_descriptor: text.max(50).optional(),
});
const pix = z.strictObject({ id: z.literal('pix'), type: z.literal('bank_transfer') });

const payment = z.strictObject({
  amount,
  expiration_time: z
    .string()
    .regex(/^PT\d+[SMH]$/)
    .optional(),
  payment_method: z.union([card, pix]),
});

const validation = z.enum(['always', 'on_fraud_risk', 'never']);

/** What `POST /v1/orders` takes, and nothing beside it. */
const orderBody = z.strictObject({
  type: z.literal('online'),
  processing_mode: z.literal('automatic'),
  capture_mode: z.enum(['automatic', 'automatic_async']).optional(),
  total_amount: amount,
  external_reference: z.string().regex(/^[\w-]{1,64}$/),
  description: text.max(150).optional(),
  payer: z
    .strictObject({
      email: z.email().optional(),
      first_name: text.optional(),
      last_name: text.optional(),
      identification: z
        .strictObject({ type: z.enum(['CPF', 'CNPJ']), number: z.string().regex(/^\d{11,14}$/) })
        .optional(),
    })
    .refine(({ email }) => email !== undefined, 'minimum_properties'),
  transactions: z.strictObject({ payments: z.array(payment).length(1) }),
  config: z
    .strictObject({
      online: z.strictObject({ transaction_security: z.strictObject({ validation }) }),
    })
    .optional(),
});

export type OrderBody = z.output<typeof orderBody>;

/** The body of an order, or the code by which Mercado Pago refuses it. */
export function parseOrderBody(body: unknown): OrderBody | { refusal: string } {
  const parsed = orderBody.safeParse(body);
  if (!parsed.success) return { refusal: toCode(parsed.error) };
  const { total_amount, transactions } = parsed.data;
  if (transactions.payments[0]?.amount !== total_amount) return { refusal: 'invalid_transaction_amount' };
  return parsed.data;
}

function toCode({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === 'unrecognized_keys') return 'unsupported_properties';
  if (issue?.code === 'custom') return issue.message;
  if (issue?.code === 'invalid_type') return 'required_properties';
  return 'property_value';
}

/** Whether a body holds a card number or a CVV, which must never come from a server. */
export function holdsCardData(body: string): boolean {
  const numbers = body.match(/(?<!\d)\d{13,19}(?!\d)/g) ?? [];
  return /security_code|card_number|"cvv"/i.test(body) || numbers.some((number) => isLuhnValid(number));
}
