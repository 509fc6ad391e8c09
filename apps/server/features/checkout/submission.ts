import { CARD_BRANDS, detectCardBrand, lastFour, MERCADO_PAGO_BRANDS } from '@esteira/domain/billing/card';
import type { PlanId } from '@esteira/domain/billing/plans';
import { CardDetails } from '@esteira/payments/card-details';
import type { ChargeCard } from '@esteira/payments/port';
import { PrivateText } from '@esteira/payments/private-text';
import type { CheckoutInput, TokenCheckoutInput } from '@esteira/validators/billing/checkout';

/** What a seller sent to pay a plan, with a card or with its token. */
export interface Submission {
  plano: PlanId;
  parcelas: number;
  chave_idempotencia: string | undefined;
  /** All of the card that is kept. */
  kept: { bandeira: string; ultimos_digitos: string };
  /** What makes it another submission; its digest is stored. */
  identity: readonly unknown[];
  card: ChargeCard;
  cpf?: PrivateText;
  /** The address it was sent from. */
  ip: string;
}

/** A card's data. The CVV is in no digest: it must not be kept in any form (PCI DSS). */
export function toCardSubmission(input: CheckoutInput, ip: string): Submission {
  const { plano, parcelas, chave_idempotencia, numero_cartao, validade, nome_cartao, cvv } = input;
  const brand = detectCardBrand(numero_cartao);
  if (brand === null) throw new Error('the card number was not validated');
  const fields = { number: numero_cartao, holder: nome_cartao, expiry: validade, cvv };
  return {
    plano,
    parcelas,
    chave_idempotencia,
    kept: { bandeira: CARD_BRANDS[brand].nome, ultimos_digitos: lastFour(numero_cartao) },
    identity: ['pagamento', plano, numero_cartao, validade, parcelas, nome_cartao],
    card: { kind: 'details', details: new CardDetails(fields) },
    ip,
  };
}

/** A card's token. A repetition bears a new one, because each is good once, so it does not tell submissions apart. */
export function toTokenSubmission(input: TokenCheckoutInput, ip: string): Submission {
  const { plano, parcelas, chave_idempotencia, bandeira, tipo, ultimos_digitos, token, cpf } = input;
  return {
    plano,
    parcelas,
    chave_idempotencia,
    kept: { bandeira: CARD_BRANDS[MERCADO_PAGO_BRANDS[bandeira]].nome, ultimos_digitos },
    identity: ['pagamento-token', plano, parcelas, bandeira, tipo, ultimos_digitos],
    card: { kind: 'token', token: new PrivateText(token), methodId: bandeira, methodType: tipo },
    cpf: new PrivateText(cpf),
    ip,
  };
}
