import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RuleOrigin } from './rule-origin';

const rule = {
  ...{ id: 'amazon-referral-games', descricao: 'Tarifa de venda · Amazon · Games', desde: '2025-01-20' },
  ...{ confianca: 'secondary_strong' as const, fontes: ['https://venda.amazon.com.br/precos', 'R-1'] },
};

it('names the sales that a rule holds for, never by its id, with its day and its page', () => {
  const { container } = render(<RuleOrigin rule={rule} />);
  expect(container.textContent).toBe(
    'Tarifa de venda · Amazon · GamesRegra desde 20/01/2025, duas ou mais fontes concordamfonte 1',
  );
  const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'fonte 1' });
  expect(href).toBe('https://venda.amazon.com.br/precos');
});

it('says of a rule that went since when it held', () => {
  const gone = { ...rule, descricao: null, confianca: null, fontes: [] };
  const { container } = render(<RuleOrigin rule={gone} />);
  expect(container.textContent).toBe('Esta regra não está mais na tabelaRegra desde 20/01/2025');
});
