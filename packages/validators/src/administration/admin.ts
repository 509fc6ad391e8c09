import { ADMIN_ACTS } from '@esteira/domain/accounts/admin-acts';
import { USER_PLANS, USER_SITUATIONS } from '@esteira/domain/accounts/user-filters';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '@esteira/domain/billing/payment-status';
import { PLAN_IDS } from '@esteira/domain/billing/plans';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';
import { user } from '../accounts/account';
import { searchPageInput } from '../wire/page';
import { idInput, isoDate, orAbsent } from '../wire/text';
import { reason } from './admin-user-acts';

/** GET /admin/stats (docs/product-rules/admin.md#admin); `receita_total` in reais. */
export const adminStats = z.object({
  total_usuarios: z.int(),
  total_payments: z.int(),
  receita_total: z.number(),
  planos_distribuicao: z.object({ basico: z.int(), intermediario: z.int(), top: z.int() }),
});

/**
 * A user as the admin panel lists it: `ultimo_acesso` is the last use of any session that is still known, exact to a
 * minute; null where none is.
 */
export const adminUser = user.extend({
  criado_em: isoDate,
  ultimo_acesso: isoDate.nullable(),
  /** All that ever came in, cancelled ones too. */
  total_pedidos: z.int(),
  /** Whether signing in asks for a second step. */
  duas_etapas: z.boolean(),
});

/** Which users an admin looks for. */
export const adminUsersInput = searchPageInput.extend({
  situacao: orAbsent(z.enum(USER_SITUATIONS)),
  plano: orAbsent(z.enum(USER_PLANS)),
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
  usuario_email: z.string(),
  meio: z.enum(PAYMENT_METHODS),
  /** The charge's name at the gateway. */
  id_externo: z.string().nullable(),
  motivo_estorno: z.string().nullable(),
  devolvido_em: isoDate.nullable(),
  pode_estornar: z.boolean(),
});

/** The payments that an admin looks for: by name, e-mail, the payment's id or its name at the gateway. */
export const adminPaymentsInput = searchPageInput.extend({
  status: orAbsent(z.enum(PAYMENT_STATUSES)),
  meio: orAbsent(z.enum(PAYMENT_METHODS)),
});

/** admin.refund: the whole amount goes back. */
export const refundInput = idInput.extend({ motivo: reason('Explique o motivo do estorno') });

/**
 * What an admin has to look at: that Mercado Pago's notifications stay away, how many payments were paid otherwise than
 * they were asked for, and how many refunds nothing came of in a day.
 */
export const paymentAlerts = z.object({
  sem_notificacoes: z.boolean(),
  divergentes: z.int(),
  estornos_parados: z.int(),
});

/** What an admin did, as the admin panel lists it. */
export const auditEntry = z.object({
  id: z.string(),
  ato: z.enum(ADMIN_ACTS),
  admin_nome: z.string().nullable(),
  alvo_nome: z.string().nullable(),
  alvo_email: z.string().nullable(),
  detalhe: z.string().nullable(),
  ip: z.string(),
  feito_em: isoDate,
});

export type AuditEntry = z.infer<typeof auditEntry>;

export const JOB_SITUATIONS = ['falhou', 'tentando', 'aguardando', 'em_andamento', 'na_fila'] as const;

/** What an admin reads for each of them. */
export const JOB_SITUATION_LABELS = {
  falhou: 'Falhou',
  tentando: 'Tentando de novo',
  aguardando: 'Aguarda reconexão',
  em_andamento: 'Em andamento',
  na_fila: 'Na fila',
} as const satisfies Record<(typeof JOB_SITUATIONS)[number], string>;

/** A background job that is not done, as the admin panel lists it. */
export const adminJob = z.object({
  id: z.string(),
  situacao: z.enum(JOB_SITUATIONS),
  /** What it does, in words. */
  tarefa: z.string(),
  /** The product or order it is about. */
  assunto: z.string().nullable(),
  marketplace: z.enum(MARKETPLACES),
  usuario_nome: z.string().nullable(),
  tentativas: z.int(),
  /** Why the last try failed. */
  mensagem: z.string().nullable(),
  /** When it is tried next; null when never, or now. */
  proxima_tentativa: isoDate.nullable(),
});

/** How many jobs are not done, and how many of them only an admin can bring back. */
export const adminJobCounts = z.object({ total: z.int(), falharam: z.int() });

/** How many jobs that had failed were put back into line. */
export const repeatedJobs = z.object({ repetidas: z.int() });

export type AdminStats = z.output<typeof adminStats>;
export type AdminPayment = z.output<typeof adminPayment>;
export type PaymentAlerts = z.output<typeof paymentAlerts>;
export type AdminUser = z.output<typeof adminUser>;
export type AdminUsersInput = z.output<typeof adminUsersInput>;
export type AdminPaymentsInput = z.output<typeof adminPaymentsInput>;
export type RefundInput = z.output<typeof refundInput>;
export type AdminJob = z.output<typeof adminJob>;
export type AdminJobCounts = z.output<typeof adminJobCounts>;
export type RepeatedJobs = z.output<typeof repeatedJobs>;
