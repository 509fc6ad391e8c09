import { SAO_PAULO } from '@esteira/domain/calendar';
import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { countText } from '@esteira/domain/text/count-text';
import type { AdminJob } from '@esteira/validators/administration/admin';

const moment = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: SAO_PAULO,
});

/** 'Enviar estoque: Caneca'. */
export function jobTitle({ tarefa, assunto }: Pick<AdminJob, 'tarefa' | 'assunto'>): string {
  return assunto === null ? tarefa : `${tarefa}: ${assunto}`;
}

/** 'Mercado Livre · Maria · 2 tentativas · próxima em 02/03/2026, 14:05'. */
export function jobDetail(job: AdminJob): string {
  const { marketplace, usuario_nome, tentativas, proxima_tentativa } = job;
  return [
    MARKETPLACE_NAMES[marketplace],
    usuario_nome,
    tentativas > 0 && countText(tentativas, 'tentativa', 'tentativas'),
    proxima_tentativa && `próxima em ${moment.format(new Date(proxima_tentativa))}`,
  ]
    .filter((part) => part)
    .join(' · ');
}
