import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Freshness } from './freshness';

it.each([
  [0, 0, 'Pedidos e estoque atualizados agora'],
  [4, 0, 'Pedidos atualizados há 4 s, estoque atualizado agora'],
  [0, 150, 'Pedidos atualizados agora, estoque atualizado há 2 min'],
  [7_300, 86_400, 'Pedidos atualizados há 2 h, estoque atualizado há 1 dia'],
])('says as of when orders (%i s) and stock (%i s) are', (atraso_pedidos, atraso_estoque, text) => {
  const { container } = render(
    <Freshness account={{ estado: 'conectada', atraso_pedidos, atraso_estoque }} />,
  );
  expect(container.textContent).toBe(text);
});

it('says nothing of an account that is not connected', () => {
  const account = { estado: 'simulada', atraso_pedidos: 4, atraso_estoque: 0 } as const;
  expect(render(<Freshness account={account} />).container.textContent).toBe('');
});
