import type { ListingDifference } from '@esteira/validators/marketplaces/stock-sync';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { ListingDifferences } from './listing-differences';

afterEach(() => vi.unstubAllGlobals());

function open(found: ListingDifference[]) {
  const asked = vi.fn(async () => Response.json([{ result: { data: found } }]));
  vi.stubGlobal('fetch', asked);
  render(
    <DataProvider>
      <ListingDifferences />
    </DataProvider>,
  );
  return asked;
}

it('shows both values of every difference', async () => {
  const base = { produto_id: 'p1', produto_nome: 'Caneca', conta: null, visto_em: new Date().toISOString() };
  open([
    { ...base, marketplace: 'mercadolivre', campo: 'estoque', aqui: '7', la: '5' },
    { ...base, marketplace: 'amazon', conta: 'Loja B', campo: 'preco', aqui: 'R$ 59,90', la: 'R$ 49,90' },
  ]);
  await screen.findByText('Estoque: 7 na Esteira, 5 no Mercado Livre');
  expect(screen.getAllByText(/ na Esteira, /).map(({ textContent }) => textContent)).toEqual([
    'Estoque: 7 na Esteira, 5 no Mercado Livre',
    'Preço: R$ 59,90 na Esteira, R$ 49,90 na Amazon',
  ]);
  const accounts = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.includes('Loja B'));
  expect(accounts).toEqual([false, true]);
});

it('shows nothing while the listings agree', async () => {
  const asked = open([]);
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(screen.queryByText('Diferenças nos anúncios')).toBeNull();
});
