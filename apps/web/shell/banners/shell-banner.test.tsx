import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { SessionProvider } from '../../lib/session/session';
import { PasswordBanner, RefusedBanner } from './shell-banner';

const ATE = '2026-12-04T15:00:00.000Z';

function show(restrita: boolean) {
  const banner = <PasswordBanner weak={{ ate: ATE, restrita }} />;
  render(
    <MemoryRouter initialEntries={['/pedidos']}>
      {banner}
      <Routes>
        <Route path="pedidos" element={<h1>Pedidos</h1>} />
        <Route path="configuracoes/conta" element={<h1>Conta</h1>} />
      </Routes>
    </MemoryRouter>,
  );
  return screen.getByRole('heading', { level: 1 }).textContent;
}

it('tells until when a weak password opens everything', async () => {
  expect(show(false)).toBe('Pedidos');
  expect(await screen.findByText('Troque até 04/12/2026.', { exact: false })).toBeDefined();
});

it('leads to the account once that time is over', async () => {
  expect(show(true)).toBe('Conta');
  expect(
    await screen.findByText('Troque a sua senha em Configurações → Conta para continuar.', { exact: false }),
  ).toBeDefined();
});

it.each([
  [['A'], 'A conta A do Mercado Livre precisa ser reconectada.'],
  [['A', 'B'], 'As contas A do Mercado Livre e B do Mercado Livre precisam ser reconectadas.'],
  [
    ['A', 'B', 'C'],
    'As contas A do Mercado Livre, B do Mercado Livre e C do Mercado Livre precisam ser reconectadas.',
  ],
])('names the accounts that are to be connected again: %j', (names, sentence) => {
  const accounts = names.map((nome) => ({ nome, marketplace: 'mercadolivre' as const }));
  render(
    <MemoryRouter>
      <DataProvider>
        <SessionProvider>
          <RefusedBanner accounts={accounts} />
        </SessionProvider>
      </DataProvider>
    </MemoryRouter>,
  );
  expect(screen.getByRole('alert').textContent).toContain(sentence);
});
