import { CURRENT_RULES } from '@esteira/domain/profit/rules/current-rules';
import { resolveRules } from '@esteira/domain/profit/rules/stored-table';
import type { AdminRule } from '@esteira/validators/administration/admin-fee-rules';
import { toFeeRule, toWireRule } from '@esteira/validators/costs/fee-rule-wire';
import type { WireFeeRule } from '@esteira/validators/costs/fee-rules';
import { expect, it } from 'vitest';
import { beginRule } from './begin-rule';

const TODAY = '2026-11-23';

const games = CURRENT_RULES.find(({ id }) => id === 'ml-commission-classico-games');
if (games === undefined) throw new Error('no such rule');
const shipped = toWireRule(games);

const ruleOf = (days: { vale_de: string; vale_ate?: string }): AdminRule => ({
  ...{ id: 'regra-1', situacao: 'vigente', descricao: '', cobranca: '', fontes: [] },
  ...{ motivo: null, acrescentada: null },
  regra: { ...shipped, ...days },
});

it.each([
  ['has held for long', { vale_de: '2025-01-01' }, [TODAY, null]],
  ['began today', { vale_de: TODAY }, ['2026-11-24', null]],
  ['has not begun', { vale_de: '2026-12-31' }, ['2027-01-01', null]],
  ['has a successor', { vale_de: '2025-01-01', vale_ate: '2026-11-30' }, [TODAY, '2026-11-30']],
])('a rule in the place of one that %s holds from when that one can end', (_, days, expected) => {
  const { vale_de, vale_ate } = beginRule(ruleOf(days), TODAY);
  expect([vale_de, vale_ate]).toEqual(expected);
});

it.each([
  ['that began today', [TODAY]],
  ['that has not begun', ['2026-12-31']],
])('a rule in the place of one %s is no second one for the same sales', (_, [since = '']) => {
  const held = { ...shipped, vale_de: since };
  const begun = { ...beginRule(ruleOf({ vale_de: since }), TODAY), endereco: shipped.endereco };
  const added = [held, { ...begun, confianca: 'confirmed' } as WireFeeRule];
  const rules = added.map((regra, index) => toFeeRule({ id: `regra-${index + 1}`, regra }));
  expect(resolveRules(rules).idle).toEqual([]);
});

it('nothing is said of where a rule was read, nor how sure it is', () => {
  for (const replaced of [null, ruleOf({ vale_de: '2025-01-01' })]) {
    expect(beginRule(replaced, TODAY)).toMatchObject({ endereco: '', confianca: '' });
  }
});
