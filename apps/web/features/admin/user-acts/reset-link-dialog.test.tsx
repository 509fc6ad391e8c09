import type { AdminUser } from '@esteira/validators/administration/admin';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { ResetLinkDialog } from './reset-link-dialog';

const user = { id: 'u1', nome: 'Rui', email: 'rui@exemplo.com' } as AdminUser;
const url = 'https://e.test/redefinir-senha#segredo';

afterEach(() => vi.unstubAllGlobals());

function openDialog(answer: () => Response) {
  const fetch = vi.fn(async () => answer());
  vi.stubGlobal('fetch', fetch);
  const onClose = vi.fn();
  render(
    <DataProvider>
      <ResetLinkDialog user={user} onClose={onClose} />
    </DataProvider>,
  );
  return { fetch, onClose };
}

const create = () => fireEvent.click(screen.getByRole('button', { name: 'Criar link' }));

it.each([
  [true, 'Ele não aparece de novo. Também foi enviado para rui@exemplo.com.'],
  [false, 'Ele não aparece de novo, e este servidor não envia e-mails.'],
])(
  'makes a link when it is confirmed, shows it, and says whether it was sent: %s',
  async (por_email, said) => {
    const data = { url, expira_em: '2026-11-22T18:00:00.000Z', por_email };
    const { fetch, onClose } = openDialog(() => Response.json([{ result: { data } }]));
    expect(fetch).not.toHaveBeenCalled();
    create();
    const link = await screen.findByLabelText<HTMLInputElement>('Link para a senha de Rui');
    expect(link.value).toBe(url);
    screen.getByText(said);
    screen.getByText('Vale até 15:00, uma vez');
    fireEvent.click(screen.getByRole('button', { name: 'Já copiei o link' }));
    expect([fetch.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  },
);

it('says why no link was made, and stays', async () => {
  const detail = 'Só um usuário ativo pode criar uma senha nova';
  const error = { message: detail, code: -32009, data: { httpStatus: 409, detail } };
  const { onClose } = openDialog(() => Response.json([{ error }], { status: 409 }));
  create();
  expect((await screen.findByRole('alert')).textContent).toBe(detail);
  expect(onClose).not.toHaveBeenCalled();
});
