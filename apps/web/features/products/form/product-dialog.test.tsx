import type { ProductEditInput } from '@esteira/validators/products/product';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { choose, fillIn, findButton, findField, press, see, seeHeading } from '../../../testing/controls';
import { Refusal } from '../../../testing/fake-server';
import { FakeShop, findCard, makeProduct } from '../../../testing/fake-shop';
import { closeApp, getToasts, openApp, pass, reload, until } from '../../../testing/open-app';
import { listOf, SUPPLIER, USER } from '../../../testing/samples';

afterEach(() => {
  localStorage.removeItem('ultimo-fornecedor');
  closeApp();
});

const LAMP = makeProduct('Luminária', { preco_fornecedor: 35, preco_venda_ml: 99, estoque: 4 });
const DISCARD = 'Descartar alterações?';

// Also the one that lies hidden below a question.
const dialog = () => document.querySelector('[role="dialog"]');
const getValue = async (label: string) => (await findField(label)).value;
const seeValue = (label: string, value: string) =>
  until(() => expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(value));
const pressEscape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
const seeClosed = () => until(() => expect(dialog()).toBeNull());

async function openNew(products = [LAMP]): Promise<FakeShop> {
  const shop = new FakeShop(products);
  openApp('/produtos');
  await press('Adicionar Produto');
  await findField('Nome do Produto *');
  return shop;
}

async function openEditor(): Promise<FakeShop> {
  const shop = new FakeShop([LAMP]);
  openApp('/produtos');
  await press('Editar Luminária');
  await findField('Nome do Produto *');
  return shop;
}

async function fillProduct(nome: string): Promise<void> {
  await fillIn('Nome do Produto *', nome);
  await choose('Fornecedor *', SUPPLIER.nome);
  await fillIn('Preço Fornecedor *', '20');
  await fillIn('Preço ML *', '59,90');
  await fillIn('Estoque *', '3');
}

describe('the product form', () => {
  it('profit follows the prices while they are typed', async () => {
    await openNew();
    await fillIn('Preço Fornecedor *', '25.50');
    await fillIn('Preço ML *', '59.90');
    await see('Lucro: R$ 34,40 (57,4%)');
    await fillIn('Preço ML *', '20');
    await see(/^Lucro: −R\$\s5,50/);
  });

  it('names every missing field and refuses a third decimal', async () => {
    const shop = await openNew();
    await fillIn('Preço ML *', '10.9999');
    await press('Criar');
    await see('Use no máximo 2 casas decimais');
    // The only supplier is chosen already.
    expect(screen.getAllByText('Campo obrigatório')).toHaveLength(3);
    expect(shop.server.count('products.create')).toBe(0);
  });

  it('a price of more than ten times the cost is asked about once', async () => {
    const shop = await openEditor();
    await fillIn('Preço ML *', '1.234,56');
    await press('Atualizar');
    await see('Preço ML: R$ 1.234,56 · Custo do fornecedor: R$ 35,00');
    await see('O preço passa de dez vezes o custo. Está certo?');
    await press('Cancelar', '[role="alertdialog"]');
    expect(await getValue('Preço ML *')).toBe('1.234,56');
    await press('Atualizar');
    await press('Salvar assim mesmo');
    await until(() => expect(getToasts()).toEqual(['Produto atualizado!']));
    await seeClosed();
    await press('Editar Luminária');
    await fillIn('Nome do Produto *', 'Luminária Articulada');
    await press('Atualizar');
    await findCard('Luminária Articulada');
    expect(shop.server.count('products.edit')).toBe(2);
  });

  it("'Salvar e criar outro' saves, keeps the supplier and starts again at the name", async () => {
    const shop = await openNew([]);
    for (const product of ['Vaso', 'Quadro']) {
      await fillProduct(product);
      await press('Salvar e criar outro');
      await until(() => expect(shop.products[0]?.nome).toBe(product));
      await seeValue('Nome do Produto *', '');
      expect(document.activeElement).toBe(await findField('Nome do Produto *'));
      expect((await findField<HTMLSelectElement>('Fornecedor *')).selectedOptions[0]?.text).toBe('Central');
      expect(await getValue('Estoque *')).toBe('');
    }
    pressEscape();
    await seeClosed();
    await findCard('Vaso');
    await findCard('Quadro');
  });

  it('a new product is of the supplier of the last one, as long as that is there', async () => {
    const shop = await openNew([]);
    pressEscape();
    await seeClosed();
    const others = [
      SUPPLIER,
      { ...SUPPLIER, id: 'f2', nome: 'Norte' },
      { ...SUPPLIER, id: 'f3', nome: 'Sul' },
    ];
    let there = others;
    shop.server.answers['suppliers.list'] = () => listOf(...there);
    reload();
    await press('Adicionar Produto');
    await fillProduct('Vaso');
    expect(await getValue('Fornecedor *')).toBe(SUPPLIER.id);
    await choose('Fornecedor *', 'Norte');
    await press('Criar');
    await seeClosed();
    await press('Adicionar Produto');
    expect(await getValue('Fornecedor *')).toBe('f2');
    pressEscape();
    await seeClosed();
    there = others.filter(({ id }) => id !== 'f2');
    reload();
    await press('Adicionar Produto');
    expect(await getValue('Fornecedor *')).toBe('');
  });

  it('what is wrong keeps the product in the form, and the next one is not begun', async () => {
    const shop = await openNew();
    await fillIn('Nome do Produto *', 'Vaso');
    await press('Salvar e criar outro');
    await until(() => expect(screen.getAllByText('Campo obrigatório')).not.toEqual([]));
    expect(await getValue('Nome do Produto *')).toBe('Vaso');
    expect(shop.server.count('products.create')).toBe(0);
  });
});

describe('a half-typed form', () => {
  it('is closed by Back, which leaves the page where it is, and opens again as it was', async () => {
    await openNew();
    await fillIn('Nome do Produto *', 'Caneca');
    await fillIn('Preço ML *', '59,90');
    history.back();
    await seeClosed();
    await seeHeading('Produtos');
    await press('Adicionar Produto');
    await see('O que você tinha digitado está de volta.');
    expect([await getValue('Nome do Produto *'), await getValue('Preço ML *')]).toEqual(['Caneca', '59,90']);
    await press('Começar de novo');
    await seeValue('Nome do Produto *', '');
    expect(await getValue('Preço ML *')).toBe('');
  });

  it('asks on Esc, and is gone once it is discarded', async () => {
    await openNew();
    await fillIn('Nome do Produto *', 'Caneca');
    pressEscape();
    await see(DISCARD);
    await press('Continuar editando', '[role="alertdialog"]');
    expect(await getValue('Nome do Produto *')).toBe('Caneca');
    await until(() => expect(screen.queryByText(DISCARD)).toBeNull());
    pressEscape();
    await press('Descartar', '[role="alertdialog"]');
    await seeClosed();
    await seeHeading('Produtos');
    await press('Adicionar Produto');
    expect(await getValue('Nome do Produto *')).toBe('');
    pressEscape();
    await seeClosed();
    expect(screen.queryByText(DISCARD)).toBeNull();
  });

  it('is given back after the session ended while it was saved, to the same seller', async () => {
    const shop = await openNew();
    await fillProduct('Caneca');
    shop.server.answers['auth.login'] = () => ({ access_token: 'fresh', user: USER });
    shop.server.breakDown((call) => call === 'products.create', 'refused');
    await press('Criar');
    await until(() => expect(location.pathname).toBe('/login'));
    shop.server.breakDown(() => false);
    await fillIn('Email', USER.email);
    await fillIn('Senha', 'segredo-da-marina');
    await press('Entrar', 'form');
    expect(await getValue('Nome do Produto *')).toBe('Caneca');
    await seeValue('Fornecedor *', SUPPLIER.id);
    await press('Criar');
    await until(() => expect(getToasts()).toEqual(['Produto criado!']));
    await findCard('Caneca');
    await press('Adicionar Produto');
    expect(await getValue('Nome do Produto *')).toBe('');
  });

  it('of a product tells what was seen when it was typed, so that a sale made meanwhile counts', async () => {
    const shop = await openEditor();
    await fillIn('Estoque *', '10');
    history.back();
    await seeClosed();
    shop.change(LAMP.id, { estoque: 3 });
    await press('Editar Luminária');
    expect(await getValue('Estoque *')).toBe('10');
    await press('Atualizar');
    await until(() => expect(getToasts()).toEqual(['Produto atualizado!']));
    expect(shop.lastInput<ProductEditInput>('products.edit').mudancas).toEqual({
      estoque: { antes: 4, depois: 10 },
    });
  });

  it('of a supplier is kept and asked about alike', async () => {
    new FakeShop([]);
    openApp('/fornecedores');
    await press('Editar Central');
    await fillIn('Telefone', '11 98888-7777');
    history.back();
    await seeClosed();
    await press('Editar Central');
    expect(await getValue('Telefone')).toBe('11 98888-7777');
    pressEscape();
    await see(DISCARD);
    await press('Descartar', '[role="alertdialog"]');
    await seeClosed();
    await press('Editar Central');
    expect(await getValue('Telefone')).toBe('');
  });
});

it('a product that leaves the list, and one that is gone, stays in its form with what was typed', async () => {
  const shop = await openEditor();
  await fillIn('Nome do Produto *', 'Luminária Azul');
  const field = await findField('Nome do Produto *');
  shop.products = [];
  const release = shop.server.hold((call) => call === 'products.get');
  shop.server.tell({ id: 'x1', tipo: 'tudo' });
  await see('Nenhum produto encontrado');
  expect(await findField('Nome do Produto *')).toBe(field);
  release();
  await pass(500);
  expect(await findField('Nome do Produto *')).toBe(field);
  expect(field.value).toBe('Luminária Azul');
  expect(getToasts()).toEqual([]);
});

it('both values of a field that somebody else changed are shown, and the chosen one is sent', async () => {
  const CONFLICT = 'Este produto foi alterado por outra pessoa. Veja o valor atual antes de salvar.';
  const shop = await openEditor();
  const { 'products.edit': edit } = shop.server.answers;
  await fillIn('Nome do Produto *', 'Luminária Azul');
  await fillIn('Preço ML *', '70');
  fireEvent.blur(await findField('Preço ML *'));
  await fillIn('Estoque *', '40');
  const conflitos = [
    { campo: 'preco_venda_ml', atual: 88 },
    { campo: 'estoque', atual: 50 },
  ];
  shop.refuse('products.edit', new Refusal(409, CONFLICT, { conflitos }));
  await press('Atualizar');
  await see(CONFLICT);
  const choices = (name: string) => within(screen.getByRole('group', { name })).getAllByRole('radio');
  const [mine, theirs] = choices('Preço ML').map((choice) => choice.closest('label')?.textContent);
  expect(mine).toMatch(/R\$\s70,00/);
  expect(theirs).toMatch(/R\$\s88,00/);
  fireEvent.click(choices('Preço ML').at(-1) as HTMLElement);
  fireEvent.click(choices('Estoque')[0] as HTMLElement);
  await seeValue('Preço ML *', '88,00');
  if (edit) shop.server.answers['products.edit'] = edit;
  await press('Atualizar');
  await seeClosed();
  expect(shop.lastInput<ProductEditInput>('products.edit').mudancas).toEqual({
    nome: { antes: 'Luminária', depois: 'Luminária Azul' },
    estoque: { antes: 50, depois: 40 },
  });
  await findButton('Adicionar Produto');
});
