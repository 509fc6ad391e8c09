import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../lib/data/data-provider';
import { SessionProvider } from '../../lib/session/session';
import { endSession, startSession } from '../../lib/session/session-store';
import { ProfilePanel } from './profile-panel';

const CONFLICT = 'Este nome foi alterado por outra pessoa. Veja o valor atual antes de salvar.';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  endSession('t', 'logout');
});

const row = () => screen.getByRole('button', { name: /^(Alterar|Fechar) Nome$/ });
const isOpen = () => row().ariaExpanded === 'true';

type Names = { nome: string; nome_loja?: string };

/** Opens the form with the name Ana; `edits` receives what it sends, `stored` are the names that the server has. */
function open(stored: Names, fields: object = {}) {
  const edits: unknown[] = [];
  const answer = async (url: string, request?: RequestInit) => {
    if (!url.includes('account.edit')) return Response.json([{ result: { data: { id: 'p', ...stored } } }]);
    const { mudancas } = JSON.parse(String(request?.body))[0];
    edits.push(mudancas);
    if (mudancas.nome !== undefined && mudancas.nome.antes !== stored.nome) {
      const conflitos = [{ campo: 'nome', atual: stored.nome }];
      const error = { message: 'x', code: -32009, data: { httpStatus: 409, detail: CONFLICT, conflitos } };
      return Response.json([{ error }], { status: 409 });
    }
    stored.nome = mudancas.nome?.depois ?? stored.nome;
    if (mudancas.nome_loja) stored.nome_loja = mudancas.nome_loja.depois ?? undefined;
    return Response.json([{ result: { data: { id: 'p', ...stored } } }]);
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  startSession('t', { id: 'p', nome: 'Ana', ...fields } as Parameters<typeof startSession>[1]);
  render(
    <DataProvider>
      <SessionProvider>
        <ProfilePanel />
      </SessionProvider>
    </DataProvider>,
  );
  fireEvent.click(row());
  expect(document.activeElement).toBe(field());
  return edits;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Seu nome');

function save(nome?: string) {
  if (nome !== undefined) fireEvent.input(field(), { target: { value: nome } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar nome' }));
}

it('sends the name with the one it was opened with, and after saving with the saved one', async () => {
  const edits = open({ nome: 'Ana' });
  save('Bia');
  await expect.poll(() => edits).toEqual([{ nome: { antes: 'Ana', depois: 'Bia' } }]);
  await expect.poll(isOpen).toBe(false);
  expect(document.activeElement).toBe(row());
  fireEvent.click(row());
  save('Caio');
  await expect.poll(() => edits.at(-1)).toEqual({ nome: { antes: 'Bia', depois: 'Caio' } });
});

it('brings no old name back where nothing was typed, and shows the stored one', async () => {
  const edits = open({ nome: 'Ana Maria' });
  save();
  await screen.findByText('Ana Maria');
  await expect.poll(() => field().value).toBe('Ana Maria');
  expect(edits).toEqual([{}]);
});

it('shows both names where the name was changed meanwhile, and saves the chosen one', async () => {
  const edits = open({ nome: 'Ana Maria' });
  save('Bia');
  await screen.findByText(CONFLICT);
  expect(screen.queryByText('Erro ao salvar o nome')).toBeNull();
  expect(field().value).toBe('Bia');
  fireEvent.click(screen.getByRole('radio', { name: /Bia/ }));
  save();
  await expect.poll(() => edits.at(-1)).toEqual({ nome: { antes: 'Ana Maria', depois: 'Bia' } });
  await expect.poll(() => screen.queryByText(CONFLICT)).toBeNull();
});

const shopField = () => screen.queryByLabelText<HTMLInputElement>('Nome da loja (opcional)');

function saveShop(nome: string) {
  fireEvent.input(shopField() as HTMLInputElement, { target: { value: nome } });
  save();
}

it('sets the name of the shop and takes it away again, each time from what it was', async () => {
  const edits = open({ nome: 'Ana' });
  saveShop('  Loja do Rio ');
  await expect.poll(() => edits).toEqual([{ nome_loja: { antes: null, depois: 'Loja do Rio' } }]);
  await expect.poll(isOpen).toBe(false);
  screen.getByText('Nome da loja: Loja do Rio');
  fireEvent.click(row());
  await expect.poll(() => shopField()?.value).toBe('Loja do Rio');
  saveShop('');
  await expect.poll(() => edits.at(-1)).toEqual({ nome_loja: { antes: 'Loja do Rio', depois: null } });
});

it('says below the field that a name of the shop is too long', async () => {
  const edits = open({ nome: 'Ana' });
  saveShop('x'.repeat(61));
  await expect.poll(() => shopField()?.getAttribute('aria-invalid')).toBe('true');
  screen.getByText('Deve ter no máximo 60 caracteres');
  expect(edits).toEqual([]);
});

it('shows people of a team no name of the shop, and leaves it alone', async () => {
  const equipe = { papel: 'operador', vendedor_nome: 'Loja da Ana' };
  const edits = open({ nome: 'Ana' }, { equipe, nome_loja: 'Loja do Rio' });
  expect(shopField()).toBeNull();
  save('Bia');
  await expect.poll(() => edits).toEqual([{ nome: { antes: 'Ana', depois: 'Bia' } }]);
});

it('keeps what was typed while it is closed', () => {
  open({ nome: 'Ana' });
  fireEvent.input(field(), { target: { value: 'Bia' } });
  fireEvent.click(row());
  expect(isOpen()).toBe(false);
  fireEvent.click(row());
  expect(field().value).toBe('Bia');
});
