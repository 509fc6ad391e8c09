import type { ChargeInput, Payer, PixInput } from '../port';
import { toAmount } from './amounts';

/** What the payer reads on the card's statement. */
const STATEMENT = 'ESTEIRA';

type Token = Extract<ChargeInput['card'], { kind: 'token' }>;

/** `POST /v1/orders` for a tokenised card, decided at once. */
export function toCardOrder(input: ChargeInput, card: Token): unknown {
  const amount = toAmount(input.amountCents);
  const payment_method = {
    id: card.methodId,
    type: card.methodType,
    token: card.token.reveal(),
    installments: input.installments,
    statement_descriptor: STATEMENT,
  };
  return {
    ...toOrder(input, amount),
    capture_mode: 'automatic',
    transactions: { payments: [{ amount, payment_method }] },
    // The bank may ask the payer something where a fraud is likely; otherwise such a card would be refused.
    config: { online: { transaction_security: { validation: 'on_fraud_risk' } } },
  };
}

/**
 * `POST /v1/orders` for a Pix. Its term counts from when the order is made and stands at the payment: at the order
 * itself Mercado Pago passes over it.
 */
export function toPixOrder(input: PixInput): unknown {
  const amount = toAmount(input.amountCents);
  const payment_method = { id: 'pix', type: 'bank_transfer' };
  return {
    ...toOrder(input, amount),
    transactions: { payments: [{ amount, expiration_time: `PT${input.minutes}M`, payment_method }] },
  };
}

function toOrder({ reference, description, payer }: ChargeInput | PixInput, total_amount: string) {
  return {
    type: 'online',
    processing_mode: 'automatic',
    total_amount,
    external_reference: reference,
    description,
    payer: toPayer(payer),
  };
}

function toPayer({ email, name, cpf }: Payer) {
  return {
    email,
    ...(name === undefined ? {} : { first_name: name }),
    ...(cpf === undefined ? {} : { identification: { type: 'CPF', number: cpf.reveal() } }),
  };
}
