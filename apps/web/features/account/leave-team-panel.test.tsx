import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { endSession, getSession, startSession } from '../../lib/session/session-store';
import { LeaveTeamPanel } from './leave-team-panel';

const team = { papel: 'leitura', vendedor_nome: 'Loja da Ana' } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  endSession('t', 'logout');
});

async function leave(answer: Response) {
  const fetch = vi.fn(async () => answer);
  vi.stubGlobal('fetch', fetch);
  startSession('t', { id: 'p', nome: 'Bia', equipe: team } as Parameters<typeof startSession>[1]);
  render(
    <DataProvider>
      <LeaveTeamPanel team={team} />
    </DataProvider>,
  );
  screen.getByText('Loja da Ana');
  fireEvent.click(screen.getByRole('button', { name: 'Sair da equipe' }));
  const question = await screen.findByRole('alertdialog', { name: 'Sair da equipe?' });
  expect(fetch).not.toHaveBeenCalled();
  for (const button of question.querySelectorAll('button'))
    if (button.textContent === 'Sair da equipe') fireEvent.click(button);
  await expect.poll(() => fetch.mock.calls).toHaveLength(1);
}

it('asks before it leaves the team, and signs out once it has', async () => {
  await leave(Response.json([{ result: { data: null } }]));
  await expect.poll(getSession).toMatchObject({ token: null, ending: 'logout' });
});

it('keeps the session where the server refuses', async () => {
  const error = { message: 'x', code: -32009, data: { httpStatus: 409, detail: 'x' } };
  await leave(Response.json([{ error }], { status: 409 }));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(getSession().token).toBe('t');
});
