import { PAYMENT_METHODS, PAYMENT_STATUSES } from '@esteira/domain/billing/payment-status';
import { PLAN_IDS } from '@esteira/domain/billing/plans';
import { z } from 'zod';
import { isoDate } from '../wire/text';
import { checkoutInput, tokenCheckoutInput } from './checkout';

/** Automatic renewal by card; `valor` in reais. `falhou`: the bank refused the last charge, and `falha` says so. */
export const renewal = z.object({
  situacao: z.enum(['ligada', 'falhou']),
  plano: z.enum(PLAN_IDS),
  valor: z.number(),
  bandeira: z.string(),
  ultimos_digitos: z.string(),
  proxima_cobranca: isoDate,
  falha: z.string().nullable(),
});

/** A seller's plan. `renovacao` is null while automatic renewal is off. */
export const subscription = z.object({
  plano: z.enum(PLAN_IDS).nullable(),
  data_expiracao: isoDate.nullable(),
  ativa: z.boolean(),
  renovacao: renewal.nullable(),
});

/** One of the seller's own payments; `valor` in reais. */
export const subscriptionPayment = z.object({
  id: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  meio: z.enum(PAYMENT_METHODS),
  plano: z.enum(PLAN_IDS),
  valor: z.number(),
  parcelas: z.int(),
  bandeira: z.string().nullable(),
  ultimos_digitos: z.string().nullable(),
  data_pagamento: isoDate,
  valido_ate: isoDate.nullable(),
  tem_recibo: z.boolean(),
});

const once = { parcelas: true } as const;

/** subscription.turnOnRenewal, for the simulation: a card's data. */
export const renewalInput = checkoutInput.omit(once);

/** subscription.turnOnRenewalWithToken: a card's token. Card data beside it is refused as at the checkout. */
export const tokenRenewalInput = tokenCheckoutInput.omit(once);

export type Renewal = z.output<typeof renewal>;
export type Subscription = z.output<typeof subscription>;
export type SubscriptionPayment = z.output<typeof subscriptionPayment>;
