import type { Supplier } from '@esteira/validators/products/supplier';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAGE_SIZE } from '../../lib/data/pages';
import { FakeServer, Refusal } from '../../testing/fake-server';
import { click, getButton, getPart } from '../../testing/find';
import { closeApp, fill, getToasts, noteCopies, openApp, until } from '../../testing/open-app';
import { listOf, SUPPLIER } from '../../testing/samples';

let stored: Supplier[];
let server: FakeServer;
beforeEach(() => {
  stored = [SUPPLIER];
  server = new FakeServer({
    'suppliers.list': ({ busca = '' }: { busca?: string }) =>
      listOf(...stored.filter(({ nome }) => nome.includes(busca))),
    'suppliers.edit': ({ mudancas }: { mudancas: Record<string, { depois: string }> }) => {
      const values = Object.entries(mudancas).map(([name, { depois }]) => [name, depois]);
      stored = [{ ...SUPPLIER, ...Object.fromEntries(values) }];
      return stored[0];
    },
    'suppliers.remove': () => {
      stored = [];
      return { message: 'Fornecedor deletado' };
    },
  });
});
afterEach(closeApp);

const card = () => getPart('Central');
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const dialog = (name: string) => until(() => within(getPart(name)));

async function openList(address = '/fornecedores'): Promise<void> {
  openApp(address);
  await until(card);
}

async function openForm() {
  await openList();
  click(getButton('Editar Central'));
  return dialog('Editar Fornecedor');
}

it('an empty list says how to begin', async () => {
  stored = [];
  openApp('/fornecedores');
  await until(() => screen.getByText('Nenhum fornecedor cadastrado'));
  screen.getByText('Adicione seu primeiro fornecedor para começar');
});

it('a supplier is edited and shows what it has', async () => {
  const copied = noteCopies();
  const form = await openForm();
  type('Email', 'vendas@sul.com.br');
  type('Telefone', '(51) 3333-0000');
  type('Dados de Pagamento', 'Pix: sul');
  click(form.getByText('Atualizar'));
  await until(() => expect(getToasts('Fornecedor atualizado!')).toHaveLength(1));
  const links = { 'vendas@sul.com.br': 'mailto:vendas@sul.com.br', '(51) 3333-0000': 'tel:+555133330000' };
  for (const [name, href] of Object.entries(links))
    await until(() => expect(getButton(name, card()).getAttribute('href')).toBe(href));
  within(card()).getByText('Pix: sul');
  click(getButton('Copiar dados de pagamento de Central'));
  expect(copied).toEqual(['Pix: sul']);
});

it('an address opens one that is not loaded yet', async () => {
  server.answers['suppliers.list'] = ({ limite }: { limite: number }) =>
    limite === PAGE_SIZE
      ? { itens: stored, proximo_cursor: 'seguinte' }
      : listOf(...stored, { ...SUPPLIER, id: 'f49', nome: 'Atacado' });
  await openList('/fornecedores?editar=f49');
  await dialog('Editar Fornecedor');
  expect(screen.getByLabelText<HTMLInputElement>('Nome *').value).toBe('Atacado');
});

it('a supplier with nothing but a name says so', async () => {
  await openList();
  within(card()).getByText('Sem dados de contato');
});

it('deleting asks first, and cancelling keeps the supplier', async () => {
  await openList();
  click(getButton('Deletar Central'));
  const question = 'Tem certeza que deseja deletar este fornecedor?';
  click((await dialog(question)).getByText('Cancelar'));
  await until(() => expect(screen.queryByText(question)).toBeNull());
  card();
  expect(server.count('suppliers.remove')).toBe(0);
  click(getButton('Deletar Central'));
  click((await dialog(question)).getByText('Deletar'));
  await until(() => expect(getToasts('Fornecedor deletado!')).toHaveLength(1));
  await until(() => screen.getByText('Nenhum fornecedor cadastrado'));
});

it('a search that finds nothing leads back to all, and the keyboard goes on in the search', async () => {
  openApp('/fornecedores?busca=inexistente');
  click(await until(() => getButton('Limpar filtros')));
  await until(card);
  expect(location.pathname + location.search).toBe('/fornecedores');
  expect(document.activeElement === screen.getByLabelText('Buscar fornecedores')).toBe(true);
});

it('one with products stays, and the toast says why', async () => {
  const reason = 'Fornecedor possui 1 produto(s) vinculado(s)';
  server.answers['suppliers.remove'] = () => {
    throw new Refusal(409, reason);
  };
  await openList();
  click(getButton('Deletar Central'));
  click((await dialog('Tem certeza que deseja deletar este fornecedor?')).getByText('Deletar'));
  await until(() => expect(getToasts()).toEqual([`Erro ao deletar fornecedor${reason}`]));
  card();
});

it('the dialog refuses a nameless supplier and a wrong e-mail under their fields', async () => {
  await openList();
  click(getButton('Adicionar Fornecedor'));
  const form = await dialog('Novo Fornecedor');
  type('Email', 'errado');
  click(form.getByText('Criar'));
  await until(() => form.getByText('Campo obrigatório'));
  form.getByText('E-mail inválido');
  type('Email', '');
  fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' });
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a supplier that could not be saved stays in its form, is told, and is not sent again by itself', async () => {
  await openList();
  click(getButton('Adicionar Fornecedor'));
  const form = await dialog('Novo Fornecedor');
  fill(form.getByLabelText('Nome *'), 'Atacado');
  server.breakDown((call) => call === 'suppliers.create', 'cut');
  click(form.getByText('Criar'));
  await until(() => expect(getToasts('Erro ao salvar fornecedor')).toHaveLength(1));
  expect(screen.getByLabelText<HTMLInputElement>('Nome *').value).toBe('Atacado');
  expect(server.count('suppliers.create')).toBe(1);
});

describe('a supplier that is open in two tabs', () => {
  it('has afterwards what each of them changed', async () => {
    stored = [{ ...SUPPLIER, telefone: '(51) 3333-0000', dados_pagamento: 'Pix: antiga' }];
    const form = await openForm();
    type('Telefone', '(51) 4444-0000');
    click(form.getByText('Atualizar'));
    await until(() => expect(server.count('suppliers.edit')).toBe(1));
    expect(server.inputs('suppliers.edit')).toEqual([
      { id: 'f1', mudancas: { telefone: { antes: '(51) 3333-0000', depois: '(51) 4444-0000' } } },
    ]);
  });

  it('is asked about too when what was typed was left and given back, which how it is paid never is', async () => {
    const detail = 'Este fornecedor foi alterado por outra pessoa. Veja o valor atual antes de salvar.';
    stored = [{ ...SUPPLIER, telefone: '(51) 1111-0000', dados_pagamento: 'Pix: antiga' }];
    const form = await openForm();
    type('Dados de Pagamento', 'Pix: minha');
    type('Telefone', '(51) 3333-0000');
    history.back();
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(form).toBeDefined();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Pix: minha');
    stored = [{ ...SUPPLIER, telefone: '(51) 2222-0000', dados_pagamento: 'Pix: antiga' }];
    server.answers['suppliers.edit'] = () => {
      throw new Refusal(409, detail, { conflitos: [{ campo: 'telefone', atual: '(51) 2222-0000' }] });
    };
    server.tell({ id: 'x1', tipo: 'tudo' });
    await until(() => within(card()).getByText('(51) 2222-0000'));
    click(getButton('Editar Central'));
    const again = await dialog('Editar Fornecedor');
    const field = again.getByLabelText<HTMLInputElement>('Telefone');
    await until(() => expect(field.value).toBe('(51) 3333-0000'));
    expect(again.getByLabelText<HTMLTextAreaElement>('Dados de Pagamento').value).toBe('Pix: antiga');
    click(again.getByText('Atualizar'));
    await until(() => again.getByText(detail));
    again.getByLabelText(/2222-0000/);
    expect(server.inputs('suppliers.edit')).toEqual([
      { id: 'f1', mudancas: { telefone: { antes: '(51) 1111-0000', depois: '(51) 3333-0000' } } },
    ]);
  });
});

it('those to be paid are listed alone, the most first', async () => {
  const sum = (total: number) => ({ pedidos: total > 0 ? 1 : 0, total });
  const summary = (fornecedor_id: string, total: number) => ({
    ...{ fornecedor_id, nome: fornecedor_id, enviar: sum(0), pagar: sum(total) },
  });
  stored = ['Central', 'Norte', 'Sul'].map((nome) => ({ ...SUPPLIER, id: nome, nome }));
  server.answers['purchasing.list'] = () => ({
    fornecedores: [summary('Central', 0), summary('Norte', 10), summary('Sul', 99.9)],
    ...{ parcial: false, sem_fornecedor: 0 },
  });
  await openList();
  click(getButton('A pagar'));
  const names = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  await until(() => expect(names()).toEqual(['Sul', 'Norte']));
  expect(location.search).toBe('?filtro=a-pagar');
});
