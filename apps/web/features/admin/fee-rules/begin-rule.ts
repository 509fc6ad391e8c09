import { toDay } from '@esteira/domain/calendar';
import { DAY_MS } from '@esteira/domain/durations';
import type { AdminRule } from '@esteira/validators/administration/admin-fee-rules';
import type { feeRule } from '@esteira/validators/costs/fee-rules';
import type { z } from 'zod';

type Draft<Rule> = { [Key in keyof Rule]: Key extends 'confianca' ? Rule[Key] | '' : Rule[Key] };

/** A rule as its form holds it, before anybody said how sure it is. */
export type RuleDraft = Draft<z.input<typeof feeRule>>;

const NEW_COMMISSION = {
  tipo: 'commission',
  marketplace: 'mercadolivre',
  categoria: '',
  tipo_anuncio: null,
  minimo: 0,
  vale_ate: null,
} as const;

/** Before any rules were read. */
const UNREAD = { endereco: '', confianca: '' } as const;

/**
 * What the form of a new rule begins with: for the same sales as the one that it replaces, from today on, or from the
 * second day of that one if it has only begun, until the day on which that one would have ended.
 */
export function beginRule(replaced: AdminRule | null, today: string): RuleDraft {
  if (!replaced?.regra) {
    return { ...NEW_COMMISSION, ...UNREAD, faixas: [{ ate: null, percentual: 0 }], vale_de: today };
  }
  const second = toDay(new Date(Date.parse(`${replaced.regra.vale_de}T12:00:00Z`) + DAY_MS));
  return { ...replaced.regra, ...UNREAD, vale_de: second > today ? second : today };
}
