import type { Listing } from '@esteira/validators/marketplaces/listing';
import type { Product } from '@esteira/validators/products/product';
import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { CHANNELS, type Channel } from './channels';
import { RealActions, RealBadge } from './real-channel';

const product = { id: 'p1', nome: 'Caneca', preco_venda_ml: 59.9, publicado_ml: false } as Product;
const channel = mercadoLivre();

function mercadoLivre(): Channel {
  const found = CHANNELS.find(({ marketplace }) => marketplace === 'mercadolivre');
  if (found === undefined) throw new Error('Mercado Livre is no channel');
  return found;
}

const listing: Listing = {
  produto_id: 'p1',
  marketplace: 'mercadolivre',
  status: 'publicado',
  desejado: 'publicado',
  motivo: null,
  avisos: [],
  url: null,
  sincronizado_em: null,
  modo: 'real',
};

/** Answers every call of a batch by its procedure, and keeps what was sent. */
function openRow(itens: Listing[], shown = product) {
  const sent: [string, unknown][] = [];
  const answers: Record<string, unknown> = {
    'publication.states': { itens },
    'publication.publish': { message: 'Produto na fila de publicação no Mercado Livre.', na_fila: true },
  };
  vi.stubGlobal('fetch', async (url: string, options?: RequestInit) => {
    const { pathname } = new URL(url, 'http://esteira.test');
    const paths = pathname.replace('/trpc/', '').split(',');
    if (options?.method === 'POST') sent.push([paths.join(), JSON.parse(String(options.body))]);
    return Response.json(paths.map((path) => ({ result: { data: answers[path] ?? null } })));
  });
  render(
    <DataProvider>
      <RealBadge product={shown} channel={channel} />
      <RealActions product={shown} channel={channel} />
    </DataProvider>,
  );
  return sent;
}

const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

afterEach(() => vi.unstubAllGlobals());

describe('a listing on a real marketplace', () => {
  it('offers to publish where there is none, and says nothing of a state', async () => {
    openRow([{ ...listing, marketplace: 'amazon', status: 'erro' }]);
    await screen.findByRole('button', { name: 'Publicar no ML' });
    expect(buttons()).toEqual(['Publicar no ML']);
    expect(screen.queryByText('Erro')).toBeNull();
  });

  it('on sale shows since when that is known, its warnings, and where it stands', async () => {
    const url = 'https://produto.mercadolivre.com.br/MLB-1';
    const sincronizado_em = new Date().toISOString();
    openRow([{ ...listing, url, sincronizado_em, avisos: ['O título foi encurtado.'] }]);
    await screen.findByText('Publicado');
    expect(screen.getByText(/^Última sincronização:/).textContent).toBe('Última sincronização: agora');
    expect(screen.queryByText('1 aviso')).not.toBeNull();
    expect(screen.queryByText('O título foi encurtado.')).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Ver anúncio' }).getAttribute('href')).toBe(url);
    expect(buttons()).toEqual(['Despublicar']);
  });

  it('on sale without stock says that it cannot be bought', async () => {
    openRow([listing], { ...product, estoque: 0 });
    await screen.findByText('Publicado · sem estoque');
    expect(screen.queryByText('Publicado')).toBeNull();
  });

  it('that failed says why and tries again when asked', async () => {
    const sent = openRow([{ ...listing, status: 'erro', motivo: 'Falta a marca.' }]);
    const again = await screen.findByRole('button', { name: 'Tentar novamente' });
    expect(screen.queryByText('Erro')).not.toBeNull();
    expect(screen.queryByText('Falta a marca.')).not.toBeNull();
    again.click();
    await expect
      .poll(() => sent)
      .toEqual([['publication.publish', { 0: { id: 'p1', marketplace: 'mercadolivre' } }]]);
  });

  it('that waits to be taken off sale says so and offers nothing meanwhile', async () => {
    openRow([{ ...listing, status: 'na_fila', desejado: 'pausado' }]);
    await screen.findByText('Na fila');
    expect(screen.queryByText('Saindo do ar')).not.toBeNull();
    expect(buttons()).toEqual([]);
  });
});

it('asks for the states of all products on the page at once', async () => {
  const products = ['p1', 'p2', 'p3'].map((id) => ({ ...product, id }) as Product);
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { searchParams } = new URL(url, 'http://esteira.test');
    asked.push(JSON.parse(searchParams.get('input') ?? '{}'));
    const itens = products.map(({ id }) => ({ ...listing, produto_id: id }));
    return Response.json([{ result: { data: { itens } } }]);
  });
  render(
    <DataProvider>
      {products.map((each) => (
        <RealBadge key={each.id} product={each} channel={channel} />
      ))}
    </DataProvider>,
  );
  await expect.poll(() => screen.queryAllByText('Publicado')).toHaveLength(3);
  expect(asked).toEqual([{ 0: { ids: ['p1', 'p2', 'p3'] } }]);
});
