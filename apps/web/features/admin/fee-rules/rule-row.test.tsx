import type { AdminRule } from '@esteira/validators/administration/admin-fee-rules';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RuleRow } from './rule-row';

const DAY = '2026-11-23';

const ruleOf = (vale_ate: string | null): AdminRule => ({
  ...{ id: 'regra-1', situacao: 'vigente', descricao: 'Tarifa de venda · Games', cobranca: '13%' },
  ...{ motivo: null, acrescentada: null, fontes: ['https://www.exemplo.com.br/tarifas'] },
  regra: {
    ...{ tipo: 'commission', marketplace: 'mercadolivre', categoria: 'Games', tipo_anuncio: null },
    ...{ minimo: 0, faixas: [{ ate: null, percentual: 13 }], confianca: 'confirmed' },
    ...{ endereco: 'https://www.exemplo.com.br/tarifas', vale_de: DAY, vale_ate },
  },
});

it.each([
  [null, 1],
  ['2026-11-24', 1],
  // One in its place would begin after it is over.
  [DAY, 0],
])('a rule of one day is not offered to be replaced (last day %s)', (vale_ate, offers) => {
  render(<RuleRow rule={ruleOf(vale_ate)} onReplace={() => {}} onRemove={() => {}} />);
  expect(screen.queryAllByRole('button', { name: /^Substituir/ })).toHaveLength(offers);
});

it('the name that a rule has in the code is folded away', () => {
  render(<RuleRow rule={ruleOf(null)} onReplace={() => {}} onRemove={() => {}} />);
  const folded = screen.getByText('Código da regra').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.textContent).toContain('regra-1');
  expect(screen.getAllByText(/regra-1/)).toEqual([folded]);
});
