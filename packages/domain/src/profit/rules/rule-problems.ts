import { isDay } from '../../days';
import { areApart, areRising } from './band-order';
import type { FeeRule } from './fee-rule';
import { sharedDays, sharesACase } from './rule-overlap';

/** Why rules are refused; `ids` names the rule, or both. */
export type RuleProblem =
  | {
      code:
        | 'id_repetido'
        | 'dia_invalido'
        | 'datas_invertidas'
        | 'faixa_invertida'
        | 'faixas_fora_de_ordem'
        | 'valor_invalido';
      ids: [string];
    }
  | { code: 'sobreposicao'; ids: [string, string]; from: string; to: string | null };

/**
 * What is wrong with rules taken together: ids that come twice, days that no calendar has, validity or bands that end
 * before they begin, bands of one rule that overlap or leave the highest prices out, amounts that are no whole number
 * from zero on, and two rules that would hold for the same sale. Rules that are `unconfirmed` never enter a sum, so they
 * overlap nothing.
 */
export function findRuleProblems(rules: readonly FeeRule[]): RuleProblem[] {
  const alone = [...findRepeatedIds(rules), ...rules.flatMap(findProblemsOf)];
  return alone.length > 0 ? alone : findOverlaps(rules);
}

/** The first of what `findRuleProblems` would find because of one more rule, beside others without a problem. */
export function findProblemWith(others: readonly FeeRule[], rule: FeeRule): RuleProblem | null {
  if (others.some(({ id }) => id === rule.id)) return { code: 'id_repetido', ids: [rule.id] };
  return findProblemsOf(rule)[0] ?? findOverlapsWith(others, rule)[0] ?? null;
}

function findRepeatedIds(rules: readonly FeeRule[]): RuleProblem[] {
  const seen = new Set<string>();
  return rules.flatMap(({ id, resumes }): RuleProblem[] => {
    if (resumes !== undefined) return [];
    if (seen.has(id)) return [{ code: 'id_repetido', ids: [id] }];
    seen.add(id);
    return [];
  });
}

function findProblemsOf(rule: FeeRule): RuleProblem[] {
  const { id, validFrom, validTo } = rule;
  if (!isDay(validFrom) || (validTo !== null && !isDay(validTo)))
    return [{ code: 'dia_invalido', ids: [id] }];
  if (validTo !== null && validTo < validFrom) return [{ code: 'datas_invertidas', ids: [id] }];
  if (!rangesOf(rule).every(isRange)) return [{ code: 'faixa_invertida', ids: [id] }];
  if (!areBandsInOrder(rule)) return [{ code: 'faixas_fora_de_ordem', ids: [id] }];
  return amountsOf(rule).every(isAmount) ? [] : [{ code: 'valor_invalido', ids: [id] }];
}

type Range = readonly [from: number, to: number | null];

function rangesOf(rule: FeeRule): Range[] {
  if (rule.kind === 'shipping') {
    const { overG, upToG } = rule.weight;
    return [[overG + 1, upToG], ...rule.bands.map(({ fromCents, toCents }): Range => [fromCents, toCents])];
  }
  if (rule.kind === 'tax') return [[rule.revenue.fromCents, rule.revenue.toCents]];
  if (rule.kind !== 'commission') return [[rule.fromCents, rule.toCents]];
  return rule.tiers.map(
    ({ upToCents }, index): Range => [(rule.tiers[index - 1]?.upToCents ?? -1) + 1, upToCents],
  );
}

const isRange = ([from, to]: Range) => from >= 0 && (to === null || from <= to);

function areBandsInOrder(rule: FeeRule): boolean {
  if (rule.kind === 'commission') return areRising(rule.tiers.map(({ upToCents }) => upToCents));
  if (rule.kind !== 'shipping') return true;
  return areApart(rule.bands.map(({ fromCents, toCents }): Range => [fromCents, toCents]));
}

function amountsOf(rule: FeeRule): number[] {
  switch (rule.kind) {
    case 'commission':
      return [rule.minimumCents, ...rule.tiers.map(({ bps }) => bps)];
    case 'shipping':
      return [rule.addedG, ...rule.bands.flatMap(({ cents, extraKgCents }) => [cents, extraKgCents])];
    case 'shipping_cap':
      return [rule.shareBps];
    case 'tax':
      return [rule.nominalBps, rule.deductCents];
    default:
      return ['cents' in rule.charge ? rule.charge.cents : rule.charge.shareBps];
  }
}

const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0;

function findOverlaps(rules: readonly FeeRule[]): RuleProblem[] {
  const found: RuleProblem[] = [];
  const byKind = new Map<string, FeeRule[]>();
  for (const rule of rules) {
    const others = byKind.get(rule.kind) ?? [];
    found.push(...findOverlapsWith(others, rule));
    others.push(rule);
    byKind.set(rule.kind, others);
  }
  return found;
}

function findOverlapsWith(others: readonly FeeRule[], rule: FeeRule): RuleProblem[] {
  if (rule.confidence === 'unconfirmed') return [];
  return others.flatMap((other): RuleProblem[] => {
    if (other.confidence === 'unconfirmed') return [];
    const days = sharedDays(other, rule);
    if (days === null || !sharesACase(other, rule)) return [];
    return [{ code: 'sobreposicao', ids: [other.id, rule.id], ...days }];
  });
}

const PROBLEM_SENTENCES = {
  id_repetido: 'O código {0} aparece em mais de uma regra.',
  dia_invalido: 'A regra {0} tem uma data que não existe.',
  datas_invertidas: 'A regra {0} termina antes de começar.',
  faixa_invertida: 'A regra {0} tem uma faixa que termina antes de começar.',
  faixas_fora_de_ordem: 'A regra {0} tem faixas que se sobrepõem, fora de ordem ou sem a última em aberto.',
  valor_invalido: 'A regra {0} tem um valor inválido.',
  sobreposicao: 'As regras {0} e {1} valem ao mesmo tempo para a mesma venda, {2}.',
} as const satisfies Record<RuleProblem['code'], string>;

/** Says a problem and which rules have it. */
export function formatRuleProblem(problem: RuleProblem): string {
  const [id = '', other = '']: readonly string[] = problem.ids;
  const span = problem.code === 'sobreposicao' ? formatSpan(problem.from, problem.to) : '';
  return PROBLEM_SENTENCES[problem.code].replace('{0}', id).replace('{1}', other).replace('{2}', span);
}

const formatSpan = (from: string, to: string | null) =>
  to === null ? `a partir de ${formatDay(from)}` : `de ${formatDay(from)} a ${formatDay(to)}`;

const formatDay = (day: string) => day.split('-').reverse().join('/');
