import type { SecurityItem } from '@esteira/validators/administration/admin-security';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { SecurityCheckList } from './security-check-list';

afterEach(() => vi.unstubAllGlobals());

const item = (fields: Partial<SecurityItem>): SecurityItem => ({
  codigo: 'emails',
  titulo: 'E-mails',
  estado: 'em_ordem',
  texto: 'Os e-mails saem.',
  caminho: '/admin?aba=saude',
  ...fields,
});

it('tells of each point how it stands, and leads to where it is put in order', async () => {
  const itens = [
    item({}),
    item({ codigo: 'chave', titulo: 'Chave do servidor', estado: 'atencao', caminho: null }),
    item({
      codigo: 'duas_etapas',
      titulo: 'Duas etapas',
      estado: 'urgente',
      caminho: '/configuracoes/conta',
    }),
  ];
  vi.stubGlobal('fetch', async () => Response.json([{ result: { data: { itens } } }]));
  render(
    <DataProvider>
      <SecurityCheckList />
    </DataProvider>,
    { wrapper: MemoryRouter },
  );
  const rows = await screen.findAllByRole('listitem');
  const texts = rows.map((row) => within(row).getByText(/^(Em ordem|Atenção|Urgente)$/).textContent);
  expect(texts).toEqual(['Em ordem', 'Atenção', 'Urgente']);
  const links = screen.getAllByRole('link').map((link) => [link.ariaLabel, link.getAttribute('href')]);
  expect(links).toEqual([['Abrir: Duas etapas', '/configuracoes/conta']]);
});
