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

  const messagesOf = (id: string, changes: object) => {
    const rule = CURRENT_RULES.find((each) => each.id === id);
    if (!rule) throw new Error(`there is no rule ${id}`);
    const parsed = feeRule.safeParse({ ...toWireRule(rule), ...changes });
    return parsed.error?.issues.map((issue) => issue.message);
  };

  it.each([[[100]], [[null, 100]], [[null, null]], [[200, 100, null]], [[100, 100, null]]])(
    'with tiers that end at %o is refused',
    (ends) => {
      const faixas = ends.map((ate) => ({ ate, percentual: 10 }));
      expect(messagesOf('ml-commission-classico-games', { faixas })).toEqual([
        'As faixas devem subir, e só a última não tem fim',
      ]);
    },
  );

  it.each([
    [
      [0, 100],
      [100, null],
    ],
    [
      [50, null],
      [60, 70],
    ],
  ])('with prices from and to %o and %o is refused', (...bands) => {
    const faixas = bands.map(([preco_de, preco_ate]) => ({ preco_de, preco_ate, valor: 1, por_kg: 0 }));
    expect(messagesOf('ml-ship-2026-08-green-03', { faixas })).toEqual([
      'As faixas de preço não podem se sobrepor',
    ]);
  });

  it.each([
    [{ valor: null, percentual: null }, 'Informe o valor ou o percentual'],
    [{ valor: 1, percentual: 1 }, 'Informe o valor ou o percentual'],
    [{ valor: 1.005 }, 'Use no máximo 2 casas decimais'],
    [{ vale_de: '2026-02-30' }, 'Data inválida'],
    [{ endereco: 'http://exemplo.com.br' }, 'Use um endereço que comece com https://'],
    [{ endereco: 'javascript:alert(1)' }, 'Use um endereço que comece com https://'],
  ])('with %o is refused', (changes, message) => {
    expect(messagesOf('ml-fixed-carried-1', changes)).toEqual([message]);
  });
});
