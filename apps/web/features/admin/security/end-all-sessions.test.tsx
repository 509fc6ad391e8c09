import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { EndAllSessions } from './end-all-sessions';

afterEach(() => vi.unstubAllGlobals());

const state = (ligada: boolean) => ({ ligada, codigos_restantes: 0, obrigatoria: false });

/** What was sent to end them, once the dialog was filled. */
async function endAll(ligada: boolean): Promise<unknown> {
  let sent: unknown;
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (!url.includes('endAllSessions')) return Response.json([{ result: { data: state(ligada) } }]);
    sent = JSON.parse(String(body))[0];
    return Response.json([{ result: { data: { encerradas: 2 } } }]);
  });
  render(
    <DataProvider>
      <EndAllSessions />
    </DataProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Encerrar todas as sessões' }));
  const fill = (label: RegExp, value: string) =>
    screen.findByLabelText(label).then((field) => fireEvent.change(field, { target: { value } }));
  await fill(/^Senha atual/, 'minha senha');
  if (ligada) await fill(/^Código/, '123456');
  fireEvent.click(screen.getByRole('button', { name: 'Encerrar todas' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  return sent;
}

it('asks for the password, and for a code where the admin signs in with a second step', async () => {
  expect(await endAll(false)).toEqual({ senha_atual: 'minha senha', codigo: null });
});

it('sends the code of the app', async () => {
  expect(await endAll(true)).toEqual({ senha_atual: 'minha senha', codigo: '123456' });
});
