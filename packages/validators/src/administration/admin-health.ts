import { OUTSIDE_SERVICES, SERVICE_FAILURES } from '@esteira/domain/outside-services';
import { z } from 'zod';
import { isoDate } from '../wire/text';

/** The calls of a period; `limitadas` were refused because there were too many. */
const callFigures = z.object({
  chamadas: z.int(),
  falhas: z.int(),
  limitadas: z.int(),
  /** Null: there was no call. */
  mais_lenta_ms: z.int().nullable(),
});

/** A marketplace or Mercado Pago, by the calls of all servers. Of a simulated one there are none. */
export const serviceHealth = z.object({
  servico: z.enum(OUTSIDE_SERVICES),
  modo: z.enum(['simulado', 'real']),
  ultima_hora: callFigures,
  ultimo_dia: callFigures,
  /** The latest of the last 24 hours. */
  ultima_falha: z.object({ em: isoDate, motivo: z.enum(SERVICE_FAILURES), operacao: z.string() }).nullable(),
});

/**
 * `modo` null: nothing sends e-mails here. `atrasados`: those that wait longer than it takes to send one.
 * `sem_criptografia`: the last one stayed because the mail server offers no valid STARTTLS.
 */
export const mailHealth = z.object({
  modo: z.enum(['smtp', 'log']).nullable(),
  na_fila: z.int(),
  atrasados: z.int(),
  mais_antigo_em: isoDate.nullable(),
  sem_criptografia: z.boolean(),
});

/** admin.health */
export const platformHealth = z.object({ servicos: z.array(serviceHealth), emails: mailHealth });

export type ServiceHealth = z.output<typeof serviceHealth>;
export type MailHealth = z.output<typeof mailHealth>;
export type PlatformHealth = z.output<typeof platformHealth>;
