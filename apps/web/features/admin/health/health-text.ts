import { SERVICE_FAILURE_LABELS } from '@esteira/domain/outside-services';
import { countText } from '@esteira/domain/text/count-text';
import type { MailHealth, ServiceHealth } from '@esteira/validators/administration/admin-health';
import { formatCount } from '../../../lib/format/figures';

const seconds = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** '350 ms', '2,4 s'; '–' where there was no call. */
export function formatSlowest(ms: number | null): string {
  if (ms === null) return '–';
  return ms < 1000 ? `${formatCount(ms)} ms` : `${seconds.format(ms / 1000)} s`;
}

/** 'não respondeu (readOrder)': the operation is called as in the log. */
export function failureText({ motivo, operacao }: NonNullable<ServiceHealth['ultima_falha']>): string {
  return `${SERVICE_FAILURE_LABELS[motivo]} (${operacao})`;
}

/** What is to be said of e-mails that are held up; null: none is. */
export function lateMailText(health: Pick<MailHealth, 'atrasados' | 'sem_criptografia'>): string | null {
  if (health.atrasados === 0) return null;
  const who = countText(health.atrasados, 'e-mail não saiu', 'e-mails não saíram');
  if (health.sem_criptografia)
    return `${who}: o servidor de e-mail não oferece criptografia válida (STARTTLS). Use um que a ofereça ou smtps:// em SMTP_URL.`;
  return `${who}: o servidor de e-mail não responde ou recusa. Novas tentativas são feitas sozinhas; confira SMTP_URL e o log.`;
}

/** How e-mails leave, and how many wait. */
export function mailText({ modo, na_fila }: Pick<MailHealth, 'modo' | 'na_fila'>): string {
  if (modo === null) return 'Nenhum e-mail é enviado: SMTP_URL não está configurada.';
  if (modo === 'log') return 'SMTP_URL não está configurada: os links aparecem no log do servidor.';
  if (na_fila === 0) return 'Nenhum e-mail espera para sair.';
  return countText(na_fila, 'e-mail espera para sair.', 'e-mails esperam para sair.');
}
