import type { FeeRule } from './fee-rule';

/** Whether a rule holds today, has not begun, or is over; or it was added, and is left out of every sum. */
export const RULE_SITUATIONS = ['vigente', 'futura', 'encerrada', 'sem_efeito'] as const;

/** What an admin reads for each of them. */
export const RULE_SITUATION_LABELS = {
  vigente: 'Em vigor',
  futura: 'Ainda não começou',
  encerrada: 'Encerrada',
  sem_efeito: 'Sem efeito',
} as const satisfies Record<(typeof RULE_SITUATIONS)[number], string>;

export type RuleSituation = (typeof RULE_SITUATIONS)[number];

/** Where a rule that has an effect stands on a `YYYY-MM-DD` day of America/Sao_Paulo. */
export function findSituation(
  { validFrom, validTo }: Pick<FeeRule, 'validFrom' | 'validTo'>,
  day: string,
): RuleSituation {
  if (validFrom > day) return 'futura';
  return validTo !== null && validTo < day ? 'encerrada' : 'vigente';
}
