import type { User } from '@esteira/validators/accounts/account';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { SessionProvider } from '../../lib/session/session';
import { endSession, startSession } from '../../lib/session/session-store';
import { MobileBar } from './mobile-bar';

const ana: User = {
  id: 'u1',
  nome: 'Ana',
  email: 'ana@exemplo.com',
  plano: null,
  data_expiracao: null,
  is_admin: false,
  ativo: true,
};

afterEach(() => {
  act(() => endSession('t', 'logout'));
  vi.unstubAllGlobals();
});

it('opens the menu on demand, and gives the focus back when it closes', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  startSession('t', ana);
  render(
    <MemoryRouter>
      <DataProvider>
        <SessionProvider>
          <MobileBar />
        </SessionProvider>
      </DataProvider>
    </MemoryRouter>,
  );
  const opener = screen.getByRole('button', { name: 'Abrir menu' });
  expect(screen.queryByRole('dialog')).toBeNull();
  opener.focus();
  fireEvent.click(opener);
  const menu = await screen.findByRole('dialog', { name: 'Menu' }, { timeout: 10_000 });
  expect(menu.textContent).toContain('Pedidos');
  expect(menu.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(menu, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});
