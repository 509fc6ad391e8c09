import { PAYMENT_STATUSES } from '@esteira/domain/payment-status';
import { PLAN_IDS } from '@esteira/domain/plans';
import { z } from 'zod';
import { isoDate } from './text';

/** GET /admin/stats (spec §3, decisions §11); `receita_total` in reais. */
export const adminStats = z.object({
  total_usuarios: z.int(),
  total_payments: z.int(),
  receita_total: z.number(),
  planos_distribuicao: z.object({ basico: z.int(), intermediario: z.int(), top: z.int() }),
});

/** A payment as the admin panel lists it; `valor` in reais. Of the card only brand and last four digits exist. */
export const adminPayment = z.object({
  id: z.string(),
  usuario_id: z.string(),
  usuario_nome: z.string(),
  status: z.enum(PAYMENT_STATUSES),
  plano: z.enum(PLAN_IDS),
  valor: z.number(),
  parcelas: z.int(),
  data_pagamento: isoDate,
  bandeira: z.string().nullable(),
  ultimos_digitos: z.string().nullable(),
});

export type AdminStats = z.output<typeof adminStats>;
export type AdminPayment = z.output<typeof adminPayment>;
