import type { MissingCode } from '@esteira/domain/profit/costs/cost-term';
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { MissingFacts } from './missing-facts';
import type { NetQuote } from './use-net-quote';

it.each<[MissingCode[], string]>([
  [['sem_regra_tarifa'], 'Não conhecemos a tarifa desta categoria e tipo de anúncio'],
  [
    ['peso', 'sem_regra_tarifa', 'sem_regra_frete', 'preco_fornecedor'],
    'Para ver o líquido, falta: peso · tarifa · frete · preço do fornecedorInformar',
  ],
])('names of %j what is missing, and not that it is unknown', (missing, text) => {
  const nets = [{ quote: { missing } } as unknown as NetQuote];
  const { container } = render(
    <MemoryRouter>
      <MissingFacts nets={nets} onAsk={() => undefined} />
    </MemoryRouter>,
  );
  expect(container.textContent).toBe(text);
});
