import { CURRENT_RULES } from '@esteira/domain/profit/rules/current-rules';
import { describe, expect, it } from 'vitest';
import { toFeeRule, toWireRule } from './fee-rule-wire';
import { feeRule } from './fee-rules';

describe('a rule of fees', () => {
  it('comes back as it was sent, every one that ships with the product', () => {
    for (const rule of CURRENT_RULES) {
      const sent = JSON.parse(JSON.stringify(toWireRule(rule)));
      const received = toFeeRule({ id: rule.id, regra: feeRule.parse(sent) });
      expect(received).toEqual({ ...rule, sources: rule.sources.slice(0, 1) });
    }
  });

  it.each([
    [{ valor: null, percentual: null }, 'Informe o valor ou o percentual'],
    [{ valor: 1, percentual: 1 }, 'Informe o valor ou o percentual'],
    [{ valor: 1.005 }, 'Use no máximo 2 casas decimais'],
    [{ vale_de: '2026-02-30' }, 'Data inválida'],
    [{ endereco: 'http://exemplo.com.br' }, 'Use um endereço que comece com https://'],
    [{ endereco: 'javascript:alert(1)' }, 'Use um endereço que comece com https://'],
  ])('with %o is refused', (changes, message) => {
    const fee = CURRENT_RULES.find(({ id }) => id === 'ml-fixed-carried-1');
    if (!fee) throw new Error('there is such a fee');
    const parsed = feeRule.safeParse({ ...toWireRule(fee), ...changes });
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
