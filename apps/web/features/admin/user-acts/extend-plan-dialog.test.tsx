import type { AdminUser } from '@esteira/validators/administration/admin';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { ExtendPlanDialog } from './extend-plan-dialog';

const EXPIRY = '2090-01-31T15:00:00.000Z';
const user = { id: 'u1', nome: 'Rui', email: 'rui@exemplo.com', data_expiracao: EXPIRY } as AdminUser;

afterEach(() => vi.unstubAllGlobals());

function openDialog() {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body)[0]);
    return Response.json([{ result: { data: user } }]);
  });
  const onClose = vi.fn();
  render(
    <DataProvider>
      <ExtendPlanDialog user={user} onClose={onClose} />
    </DataProvider>,
  );
  return { sent, onClose };
}

const choose = (value: string) =>
  fireEvent.change(screen.getByLabelText('Estender por'), { target: { value } });
const explain = () => fireEvent.input(screen.getByLabelText('Motivo'), { target: { value: 'Cortesia' } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Estender' }));

it('sends the months, the reason, and the end that the admin saw', async () => {
  const { sent, onClose } = openDialog();
  expect(document.activeElement).toBe(screen.getByLabelText('Estender por'));
  choose('3');
  screen.getByText('Passa a valer até 30/04/2090');
  explain();
  submit();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([{ id: 'u1', data_expiracao: EXPIRY, prazo: 3, motivo: 'Cortesia' }]);
});

it('sends the day, and nothing of it once months are chosen again', async () => {
  const { sent, onClose } = openDialog();
  const fillDay = () =>
    fireEvent.input(screen.getByLabelText('Vale até'), { target: { value: '2090-03-10' } });
  choose('dia');
  fillDay();
  choose('6');
  expect(screen.queryByLabelText('Vale até')).toBeNull();
  choose('dia');
  expect(screen.getByLabelText<HTMLInputElement>('Vale até').value).toBe('');
  fillDay();
  explain();
  submit();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toEqual([{ id: 'u1', data_expiracao: EXPIRY, prazo: '2090-03-10', motivo: 'Cortesia' }]);
});

it('asks for the day and the reason before it sends anything', async () => {
  const { sent, onClose } = openDialog();
  choose('dia');
  submit();
  await screen.findByText('Data inválida');
  screen.getByText('Campo obrigatório');
  expect([sent, onClose.mock.calls]).toEqual([[], []]);
});
