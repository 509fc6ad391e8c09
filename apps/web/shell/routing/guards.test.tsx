import { act, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { SessionProvider } from '../../lib/session/session';
import { endSession, startSession, useStoredSession } from '../../lib/session/session-store';
import { RequireNoSession, RequireSession } from './guards';
import { toReturnPath } from './return-path';

const user = {
  id: 'u1',
  nome: 'Marina',
  email: 'marina@exemplo.com.br',
  plano: null,
  data_expiracao: null,
  is_admin: false,
  ativo: true,
};

afterEach(() => endSession('t', 'logout'));

/** A page whose code comes when it is called for. */
function latePage(text: string) {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Page = lazy(async () => {
    await arrived;
    return { default: () => <h1>{text}</h1> };
  });
  return { Page, arrive };
}

it.each([
  ['the login page after a session', '/', 'Entrar', () => endSession('t', 'refused')],
  ['a page of the app after the sign-in', '/login', 'Dashboard', () => startSession('t', user)],
])('says that %s is on its way, until its code has come', async (_, from, heading, change) => {
  vi.stubGlobal('fetch', async () => Response.json([{ result: { data: user } }]));
  if (from === '/') startSession('t', user);
  const late = latePage(heading);
  const standing = <h1>Antes</h1>;
  render(
    <MemoryRouter initialEntries={[from]}>
      <DataProvider>
        <SessionProvider>
          <Suspense fallback={<p>nothing yet</p>}>
            <Routes>
              <Route element={<RequireNoSession />}>
                <Route path="login" element={from === '/' ? <late.Page /> : standing} />
              </Route>
              <Route element={<RequireSession />}>
                <Route index element={from === '/' ? standing : <late.Page />} />
              </Route>
            </Routes>
          </Suspense>
        </SessionProvider>
      </DataProvider>
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading').textContent).toBe('Antes');
  await act(async () => change());
  expect(screen.getByRole('status').textContent).toBe('Carregando...');
  await act(async () => late.arrive());
  expect((await screen.findByRole('heading')).textContent).toBe(heading);
});

/** Shows where it leads back to. */
const Login = () => <h1>{toReturnPath(useLocation().state)}</h1>;

it('sends away with the whole address to come back to', () => {
  const wanted = '/compras?conta=1#fornecedor-f1';
  useStoredSession.setState({ ending: null });
  render(
    <MemoryRouter initialEntries={[wanted]}>
      <DataProvider>
        <SessionProvider>
          <Routes>
            <Route path="login" element={<Login />} />
            <Route element={<RequireSession />}>
              <Route path="compras" element={<h1>Compras</h1>} />
            </Route>
          </Routes>
        </SessionProvider>
      </DataProvider>
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading').textContent).toBe(wanted);
});
