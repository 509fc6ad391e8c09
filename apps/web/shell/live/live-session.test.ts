import { QueryClient } from '@tanstack/react-query';
import { getMutationKey } from '@trpc/react-query';
import { expect, it } from 'vitest';
import { trpc } from '../../lib/data/trpc';
import { isOwnSale } from './live-session';
import type { NewSale } from './sale-notices';

const sale = (pedido_id: string): NewSale => ({
  id: 'evento-1',
  tipo: 'pedido',
  pedido_id,
  ml_order_id: '2000000012345',
  produto_nome: 'Caneca',
  de: null,
  para: 'pendente',
});

it('a sale made in this tab is told from others by its id, whatever the answer’s sentence says', async () => {
  const queryClient = new QueryClient();
  let answer: (data: unknown) => void = () => undefined;
  const simulated = queryClient.getMutationCache().build(queryClient, {
    mutationKey: getMutationKey(trpc.publication.simulateSale),
    mutationFn: () => new Promise((resolve) => (answer = resolve)),
  });
  expect(isOwnSale(queryClient, sale('pedido-1'))).toBe(false);
  const done = simulated.execute(undefined);
  await expect.poll(() => isOwnSale(queryClient, sale('pedido-1'))).toBeUndefined();
  answer({ message: 'Venda simulada! Outro pedido: #2000000012345', pedido: 'pedido-2' });
  await done;
  expect(isOwnSale(queryClient, sale('pedido-1'))).toBe(false);
  expect(isOwnSale(queryClient, sale('pedido-2'))).toBe(true);
});
