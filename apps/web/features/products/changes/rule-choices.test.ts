import { describe, expect, it } from 'vitest';
import { type RuleChoice, readRule, readUnits } from './rule-choices';

const choice = (changes: Partial<RuleChoice>): RuleChoice => ({
  ...{ campos: ['preco_venda_ml'], way: 'mais_percentual', text: '8', final: null },
  ...changes,
});

describe('what is typed into the form', () => {
  it.each([
    [{ text: '8,5' }, { modo: 'percentual', valor: 8.5 }],
    [{ text: ' 8 % ' }, { modo: 'percentual', valor: 8 }],
    [
      { way: 'menos_percentual', text: '12' },
      { modo: 'percentual', valor: -12 },
    ],
    [
      { way: 'menos_valor', text: 'R$ 1.234,50' },
      { modo: 'soma', valor: -1234.5 },
    ],
    [
      { way: 'margem', text: '40', final: '90' },
      { modo: 'margem', valor: 40, final: '90' },
    ],
    [
      { way: 'margem_liquida', text: '22,5', final: '99' },
      { modo: 'margem_liquida', valor: 22.5, final: '99' },
    ],
    [
      { way: 'valor', text: '59,90', final: '90' },
      { modo: 'valor', valor: 59.9, final: null },
    ],
    [
      { campos: ['estoque'], way: 'menos_valor', text: '1.200' },
      { modo: 'soma', valor: -1200 },
    ],
  ] as const)('%o is the rule %o', (changes, rule) => {
    expect(readRule(choice(changes))).toMatchObject({ ok: true, rule });
  });

  it.each([
    [{ text: '' }, 'Campo obrigatório'],
    [{ text: '-5' }, 'Não pode ser negativo'],
    [{ way: 'menos_percentual', text: '101' }, 'Diminua no máximo 100%'],
    [{ way: 'margem', text: '100' }, 'A margem precisa ser menor que 100%'],
    [{ way: 'margem_liquida', text: '100' }, 'A margem precisa ser menor que 100%'],
    [{ campos: ['estoque'], way: 'valor', text: '1,5' }, 'Use um número inteiro a partir de 0'],
    [{ campos: ['estoque'], way: 'valor', text: '2000000' }, 'Valor fora dos limites'],
  ] as const)('%o is refused: %s', (changes, problem) => {
    expect(readRule(choice(changes))).toEqual({ ok: false, problem });
  });

  it('reads units as a spreadsheet writes them', () => {
    expect(['7', '1.200', ' 40 ', '12,0000', '10.0', '1.200,00'].map(readUnits)).toEqual(
      [7, 1200, 40, 12, 10, 1200].map((value) => ({ ok: true, value })),
    );
    expect(['1.20', '-1', '7x'].map((text) => readUnits(text).ok)).toEqual([false, false, false]);
  });
});
