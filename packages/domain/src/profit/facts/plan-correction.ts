import { type CostFact, FACT_ORIGINS } from './cost-fact';

/** What a correction writes: facts that it takes back, and those that hold instead. */
export interface Correction<Held extends CostFact> {
  reversed: Held[];
  added: CostFact[];
}

/**
 * What has to be written so that `next` holds. An estimate only fills in what is not known: what the seller changes in
 * the settings later does not move the past; but what the marketplace expects of this very order goes before a rule. A
 * charge goes before every estimate, and never gives way to one of a weaker origin. What is the same already is not
 * written again, and of several facts of one cost only the one that holds in the end. `isWhole`: `next` is all there is
 * to say of the order, so costs that were missing and that it does not name are missing no more.
 */
export function planCorrection<Held extends CostFact>(
  held: readonly Held[],
  next: readonly CostFact[],
  { isWhole = false }: { isWhole?: boolean } = {},
): Correction<Held> {
  const reversed: Held[] = [];
  const added: CostFact[] = [];
  for (const [code, fact] of chooseByCode(held, next)) {
    const present = held.find((each) => each.code === code);
    if (present && isSame(present, fact)) continue;
    if (present) reversed.push(present);
    added.push(fact);
  }
  if (isWhole) {
    const named = new Set(next.map(({ code }) => code));
    reversed.push(...held.filter(({ code, cents }) => cents === null && !named.has(code)));
  }
  return { reversed, added };
}

/** Of what is said of each cost, one after the other, what holds in the end; nothing of a cost that stays as it is. */
function chooseByCode(held: readonly CostFact[], next: readonly CostFact[]): Map<CostFact['code'], CostFact> {
  const chosen = new Map<CostFact['code'], CostFact>();
  for (const fact of next) {
    const present = chosen.get(fact.code) ?? held.find(({ code }) => code === fact.code);
    if (present === undefined || mayReplace(present, fact)) chosen.set(fact.code, fact);
  }
  return chosen;
}

function isSame(held: CostFact, next: CostFact): boolean {
  return (
    held.cents === next.cents &&
    held.origin === next.origin &&
    held.charged === next.charged &&
    held.ruleId === next.ruleId &&
    held.missing === next.missing
  );
}

/** Whose estimates give way to what the marketplace expects. */
const ESTIMATED: ReadonlySet<CostFact['origin']> = new Set(['tabela', 'api']);

/** What is not known gives way to everything, an estimate to what was charged, a charge to one that is better known. */
function mayReplace(held: CostFact, next: CostFact): boolean {
  if (held.cents === null) return true;
  if (!next.charged) return !held.charged && next.origin === 'api' && ESTIMATED.has(held.origin);
  return !held.charged || FACT_ORIGINS.indexOf(next.origin) >= FACT_ORIGINS.indexOf(held.origin);
}
