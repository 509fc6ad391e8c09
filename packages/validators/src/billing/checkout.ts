import {
  isCardExpired,
  isCardLengthValid,
  isLuhnValid,
  MERCADO_PAGO_BRAND_IDS,
} from '@esteira/domain/billing/card';
import { INSTALLMENT_OPTIONS, PLAN_IDS } from '@esteira/domain/billing/plans';
import { isCpf } from '@esteira/domain/documents/tax-id';
import { toPlainIdentifier } from '@esteira/domain/text/plain-text';
import { z } from 'zod';
import { orAbsent, requiredText, text, wholeNumber } from '../wire/text';

/** What a request is told that brings card data to a server that charges for real. */
export const CARD_DATA_REFUSED = 'Os dados do cartão não podem passar pelo servidor';

const INVALID_NUMBER = 'Número do cartão inválido';

const cardNumber = z
  .string()
  .overwrite(toPlainIdentifier)
  .min(1, { abort: true })
  .regex(/^(?:\d ?){12,19}$/, { error: INVALID_NUMBER, abort: true })
  .overwrite((value) => value.replaceAll(' ', ''))
  .refine(isLuhnValid, { error: INVALID_NUMBER, abort: true })
  .refine(isCardLengthValid, { error: 'Bandeira não aceita ou quantidade de dígitos errada' });

/** The sentence for a wrong value; one that is missing is told as any other. */
function whenGiven(sentence: string) {
  return ({ input }: { input?: unknown }) => (input ? sentence : undefined);
}

/** The id of a plan that is sold. */
export const plano = z.enum(PLAN_IDS, { error: whenGiven('Plano desconhecido') });
const parcelas = wholeNumber(Math.min(...INSTALLMENT_OPTIONS), Math.max(...INSTALLMENT_OPTIONS));

/**
 * What a submission is repeated under, in the header `Idempotency-Key` or in this field: what such a header may hold, so
 * that both name the same.
 */
export const chave_idempotencia = orAbsent(
  text(200, { as: 'opaque' }).regex(/^[\x20-\x7e]*$/, { error: 'Use letras sem acento, números e sinais' }),
);

/**
 * POST /checkout (docs/product-rules/plans.md#checkout) checked at the moment `now` gives: a card is good until the end
 * of its month. The number comes out as digits only. A retry repeats `chave_idempotencia`.
 */
export function checkoutInputAt(now: () => Date) {
  return z.object({
    plano,
    nome_cartao: requiredText(100).toUpperCase(),
    numero_cartao: cardNumber,
    validade: z
      .string()
      .overwrite(toPlainIdentifier)
      .min(1, { abort: true })
      .regex(/^(0[1-9]|1[0-2])\/\d{2}$/, { error: 'Use o formato MM/AA', abort: true })
      .refine((value) => !isCardExpired(value, now()), { error: 'Cartão vencido' }),
    cvv: z
      .string()
      .overwrite(toPlainIdentifier)
      .min(1, { abort: true })
      .regex(/^\d{3,4}$/, { error: 'Deve ter 3 ou 4 dígitos' }),
    parcelas,
    chave_idempotencia,
  });
}

/** What a card's token and its kind are called. */
export const CARD_TOKEN_LABELS = { token: 'Cartão', tipo: 'Tipo de cartão' };

/** `checkoutInputAt` by the machine's clock. */
export const checkoutInput = checkoutInputAt(() => new Date());

/**
 * A plan paid with a card that the browser turned into a token at Mercado Pago: of the card itself only brand and last
 * digits come along. A field of a card's data is refused instead of being passed over.
 */
export const tokenCheckoutInput = z.strictObject(
  {
    plano,
    token: requiredText(200, { as: 'opaque' }),
    bandeira: z.enum(MERCADO_PAGO_BRAND_IDS, { error: whenGiven('Bandeira não aceita') }),
    tipo: z.enum(['credit_card', 'debit_card'], { error: whenGiven('Tipo de cartão não aceito') }),
    ultimos_digitos: z.string().regex(/^\d{4}$/, { error: 'Deve ter 4 dígitos' }),
    cpf: z
      .string()
      .overwrite(toPlainIdentifier)
      .min(1, { abort: true })
      .overwrite((value) => value.replace(/[.-]/g, ''))
      .refine(isCpf, { error: 'CPF inválido' }),
    parcelas,
    chave_idempotencia,
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? CARD_DATA_REFUSED : undefined) },
);

/** POST /checkout answers one sentence. */
export const checkoutResponse = z.object({ message: z.string() });

export const CARD_PAYMENT_SITUATIONS = ['em_analise', 'aprovado', 'recusado', 'estornado'] as const;

/**
 * A card that was not decided at once, as its payer follows it. `desafio_url`: the payer's bank asks something there, in
 * a frame of the page.
 */
export const cardPayment = z.object({
  id: z.string(),
  situacao: z.enum(CARD_PAYMENT_SITUATIONS),
  desafio_url: z.string().nullable(),
  message: z.string(),
});

/** checkout.payWithToken: the sentence of an approval, or the payment that is to be followed. */
export const tokenCheckoutResponse = z.object({
  message: z.string(),
  em_andamento: cardPayment.nullable(),
});

/**
 * Which gateway takes the payment: the card that it approves when it is simulated, and what the browser makes tokens
 * of cards with when it is not.
 */
export const checkoutGateway = z.object({
  modo: z.enum(['simulado', 'mercadopago']),
  cartao_teste: z.string().nullable(),
  chave_publica: z.string().nullable(),
});

export type TokenCheckoutInput = z.output<typeof tokenCheckoutInput>;
export type CheckoutInput = z.output<typeof checkoutInput>;
export type CardPayment = z.output<typeof cardPayment>;
export type TokenCheckoutResponse = z.output<typeof tokenCheckoutResponse>;
export type CheckoutResponse = z.output<typeof checkoutResponse>;
export type CheckoutGateway = z.output<typeof checkoutGateway>;
