import { isCardExpired, isCardLengthValid, isLuhnValid } from '@esteira/domain/card';
import { INSTALLMENT_OPTIONS, PLAN_IDS } from '@esteira/domain/plans';
import { z } from 'zod';
import { orAbsent, requiredText, text, wholeNumber } from './wire/text';

const INVALID_NUMBER = 'Número do cartão inválido';

const cardNumber = z
  .string()
  .trim()
  .min(1, { abort: true })
  .regex(/^(?:\d ?){12,19}$/, { error: INVALID_NUMBER, abort: true })
  .overwrite((value) => value.replaceAll(' ', ''))
  .refine(isLuhnValid, { error: INVALID_NUMBER, abort: true })
  .refine(isCardLengthValid, { error: 'Bandeira não aceita ou quantidade de dígitos errada' });

/**
 * POST /checkout (docs/product-rules.md#checkout) checked at the moment `now` gives: a card is good until the end
 * of its month. The number comes out as digits only. A retry repeats `chave_idempotencia`.
 */
export function checkoutInputAt(now: () => Date) {
  return z.object({
    plano: z.enum(PLAN_IDS, { error: (issue) => (issue.input ? 'Plano desconhecido' : undefined) }),
    nome_cartao: requiredText(100).toUpperCase(),
    numero_cartao: cardNumber,
    validade: z
      .string()
      .trim()
      .min(1, { abort: true })
      .regex(/^(0[1-9]|1[0-2])\/\d{2}$/, { error: 'Use o formato MM/AA', abort: true })
      .refine((value) => !isCardExpired(value, now()), { error: 'Cartão vencido' }),
    cvv: z
      .string()
      .trim()
      .min(1, { abort: true })
      .regex(/^\d{3,4}$/, { error: 'Deve ter 3 ou 4 dígitos' }),
    parcelas: wholeNumber(Math.min(...INSTALLMENT_OPTIONS), Math.max(...INSTALLMENT_OPTIONS)),
    chave_idempotencia: orAbsent(text(200)),
  });
}

/** `checkoutInputAt` by the machine's clock. */
export const checkoutInput = checkoutInputAt(() => new Date());

/** POST /checkout answers one sentence. */
export const checkoutResponse = z.object({ message: z.string() });

/** Which gateway takes the payment, and the card that it approves when it is simulated. */
export const checkoutGateway = z.object({
  modo: z.enum(['simulado', 'mercadopago']),
  cartao_teste: z.string().nullable(),
});

export type CheckoutInput = z.output<typeof checkoutInput>;
export type CheckoutFormValues = z.input<typeof checkoutInput>;
export type CheckoutResponse = z.output<typeof checkoutResponse>;
export type CheckoutGateway = z.output<typeof checkoutGateway>;
