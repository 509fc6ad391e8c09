import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DataProvider } from '../../../lib/data/data-provider';
import { EraseAmazon } from './erase-amazon';

afterEach(() => vi.unstubAllGlobals());

let sent: unknown[] = [];

async function open() {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const state = { ligada: false, codigos_restantes: 0, obrigatoria: false };
    if (!url.includes('eraseAmazonBuyers')) return Response.json([{ result: { data: state } }]);
    sent.push(JSON.parse(String(body))[0]);
    return Response.json([{ result: { data: { pedidos: 2 } } }]);
  });
  render(
    <DataProvider>
      <EraseAmazon />
    </DataProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Apagar dados da Amazon' }));
  fill(/^Motivo/, 'A Amazon pediu');
  fill(/^Senha atual/, 'minha senha');
}

const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Apagar dados' }));
const proof = { motivo: 'A Amazon pediu', senha_atual: 'minha senha', codigo: null };

it('erases nothing until a seller is named, or all are ticked', async () => {
  await open();
  submit();
  await screen.findByText('Informe o vendedor, ou marque todos');
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Todos os vendedores' }));
  submit();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ ...proof, todos: true, email: null }]);
});

it('erases of the seller who is named', async () => {
  await open();
  fill(/^E-mail do vendedor/, 'Ana@exemplo.com.br');
  submit();
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ ...proof, todos: false, email: 'ana@exemplo.com.br' }]);
});
