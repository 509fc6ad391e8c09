import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  choose,
  fillIn,
  findButton,
  findField,
  press,
  see,
  seeGone,
  seeHeading,
  tick,
} from '../../../testing/controls';
import { Refusal } from '../../../testing/fake-server';
import { FakeShop, findCard, makeProduct } from '../../../testing/fake-shop';
import { closeApp, getToasts, measureBoxes, openApp, until } from '../../../testing/open-app';

afterEach(() => {
  localStorage.removeItem('visao-produtos');
  closeApp();
});

/** What is read on the card of a product. */
const getText = (nome: string) => screen.getByRole('region', { name: nome }).textContent;

/** The names of the boxes that are ticked. */
const ticked = () =>
  [...document.querySelectorAll<HTMLInputElement>('main input[type="checkbox"]:checked')].map(
    (box) => box.getAttribute('aria-label') ?? box.closest('label')?.textContent,
  );

describe('products', () => {
  it('an empty list says how to begin', async () => {
    new FakeShop([]);
    openApp('/produtos');
    await see('Nenhum produto encontrado');
    await see('Adicione produtos ou importe via CSV');
  });

  it('a product that is sold out says so, and so does its listing', async () => {
    new FakeShop([
      makeProduct('Último Abajur', { estoque: 0, publicado_ml: true }),
      makeProduct('Abajur', { estoque: 1, publicado_ml: true }),
    ]);
    openApp('/produtos');
    const soldOut = await findCard('Último Abajur');
    soldOut.getByText('Sem estoque');
    soldOut.getByText('Publicado · sem estoque');
    expect(soldOut.queryByText('Publicado')).toBeNull();
    const last = await findCard('Abajur');
    expect(getText('Abajur')).toContain('1, estoque baixo');
    last.getByText('Publicado');
  });

  it('the table marks low stock, names SKU and supplier below the name, and has the acts of a card', async () => {
    localStorage.setItem('visao-produtos', 'tabela');
    const { matchMedia } = window;
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...matchMedia(query),
      matches: query === '(min-width: 768px)',
    }));
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
    const shop = new FakeShop([makeProduct('Caneca', { estoque: 3, sku: 'CAN-01' })]);
    openApp('/produtos');
    await see('CAN-01 · Central');
    const row = screen.getByRole('button', { name: 'Editar Caneca' }).closest('[role="row"]') as HTMLElement;
    expect(within(row).getByTitle('Estoque baixo').textContent).toBe('3, estoque baixo');
    await press('Mais ações para Caneca');
    const acts = await until(() => screen.getAllByRole('menuitem'));
    expect(acts.map(({ textContent }) => textContent)).toEqual([
      ...['Publicar no ML', 'Histórico de estoque', 'Duplicar', 'Deletar'],
    ]);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Publicar no ML' }));
    await until(() => expect(shop.find('Caneca').publicado_ml).toBe(true));
  });

  it('what cannot be published goes back and says why', async () => {
    const shop = new FakeShop([makeProduct('Caneca', { preco_venda_amazon: 70, estoque: 0 })]);
    shop.refuse('publication.publish', new Refusal(409, 'Produto sem estoque'));
    openApp('/produtos');
    await press('Publicar no ML');
    await until(() => expect(getToasts()).toEqual(['Erro ao publicar produtoProduto sem estoque']));
    await findButton('Publicar no ML');
    expect(screen.queryByText(/^Publicado/)).toBeNull();
    await press('Publicar na Amazon');
    await until(() => expect(getToasts()).toContain('Produto sem estoque'));
  });

  it('a simulated sale leads to its order', async () => {
    const shop = new FakeShop([makeProduct('Caneca', { publicado_ml: true })]);
    shop.server.answers['publication.simulateSale'] = () => ({ message: 'Venda simulada!', pedido: 'o1' });
    openApp('/produtos');
    await press('Simular Venda');
    const link = await until(() => screen.getByRole('link', { name: 'Ver pedido' }));
    fireEvent.click(link);
    await seeHeading('Pedidos');
    expect(location.search).toBe('?pedido=o1');
  });

  it('publishing at a loss asks once, with the way to the price', async () => {
    const shop = new FakeShop([makeProduct('Caneca', { preco_fornecedor: 80, preco_venda_ml: 49.9 })]);
    openApp('/produtos');
    (await findCard('Caneca')).getByText('Prejuízo');
    await press('Publicar no ML');
    await see(/^Cada venda perde R\$\s30,10 \(antes de tarifas e frete\)\. Publicar mesmo assim\?$/);
    await press('Ajustar preço', '[role="alertdialog"]');
    await see('Editar Produto');
    history.back();
    await press('Publicar no ML');
    expect(shop.server.count('publication.publish')).toBe(0);
    await press('Publicar', '[role="alertdialog"]');
    await until(() => expect(shop.server.count('publication.publish')).toBe(1));
  });

  it('deleting asks first', async () => {
    const shop = new FakeShop([makeProduct('Caneca')]);
    openApp('/produtos');
    await press('Deletar Caneca');
    await see('Tem certeza que deseja deletar este produto?');
    expect(shop.server.count('products.remove')).toBe(0);
    await press('Deletar', '[role="alertdialog"]');
    await until(() => expect(getToasts()).toEqual(['Produto deletado!']));
    await see('Nenhum produto encontrado');
  });

  it('the search begins at its key and stands in the address, so that Back takes it away', async () => {
    const shop = new FakeShop([makeProduct('Caneca')]);
    openApp('/produtos');
    await findCard('Caneca');
    const search = await findField('Buscar produtos');
    fireEvent.keyDown(document.body, { key: '/' });
    await until(() => expect(document.activeElement).toBe(search));
    fireEvent.change(search, { target: { value: 'luminaria' } });
    fireEvent.submit(search.closest('form') as HTMLFormElement);
    await until(() => expect(location.search).toBe('?busca=luminaria'));
    await until(() => expect(shop.lastInput('products.list')).toMatchObject({ busca: 'luminaria' }));
    history.back();
    await until(() => expect(location.search).toBe(''));
    await until(() => expect(search.value).toBe(''));
  });

  it('the key of the search works while a product is being ticked', async () => {
    new FakeShop([makeProduct('Bola')]);
    openApp('/produtos');
    await tick('Selecionar Bola');
    fireEvent.keyDown(await findField('Selecionar Bola'), { key: '/' });
    const search = await findField('Buscar produtos');
    await until(() => expect(document.activeElement).toBe(search));
  });

  it('leads from a missing Amazon price to where it is set', async () => {
    new FakeShop([makeProduct('Abajur')]);
    openApp('/produtos');
    const card = await findCard('Abajur');
    fireEvent.click(card.getByRole('button', { name: /^definir preço Amazon/ }));
    await fillIn('Preço Amazon', '39,90');
    await press('Atualizar');
    await until(() => card.getByText('R$ 39,90'));
    await seeGone(/^Sem preço Amazon ·/);
  });
});

describe('the filters of the list', () => {
  it('take two that are ticked at once', async () => {
    const shop = new FakeShop([makeProduct('Abajur')]);
    openApp('/produtos');
    const boxes = [await findField('Sem estoque'), await findField('Com prejuízo')];
    for (const box of boxes) fireEvent.click(box);
    await until(() => expect(location.search).toMatch(/sem_estoque=1.*com_prejuizo=1/));
    await until(() =>
      expect(shop.lastInput('products.list')).toMatchObject({ sem_estoque: true, com_prejuizo: true }),
    );
  });

  it('show low stock emptiest first', async () => {
    const shop = new FakeShop([makeProduct('Abajur')]);
    openApp('/produtos');
    await tick('Estoque baixo');
    await until(() =>
      expect(shop.lastInput('products.list')).toMatchObject({
        estoque_baixo: true,
        ordem: 'menor_estoque',
      }),
    );
    expect((await findField<HTMLSelectElement>('Ordenar por')).value).toBe('menor_estoque');
  });

  it('stand in the address, which another visit begins with, and leave it one by one', async () => {
    const shop = new FakeShop([makeProduct('Bola')]);
    openApp('/produtos?com_prejuizo=1&fornecedor_id=f1');
    await until(() => expect(ticked()).toEqual(['Com prejuízo']));
    const supplier = await findField<HTMLSelectElement>('Fornecedor');
    await until(() => expect(supplier.selectedOptions[0]?.text).toBe('Central'));
    await choose('Ordenar por', 'Menor margem');
    await tick('Sem preço Amazon');
    await until(() =>
      expect(location.search).toBe('?com_prejuizo=1&fornecedor_id=f1&ordem=menor_margem&sem_preco_amazon=1'),
    );
    await until(() =>
      expect(shop.lastInput('products.list')).toMatchObject({
        com_prejuizo: true,
        fornecedor_id: 'f1',
        ordem: 'menor_margem',
        sem_preco_amazon: true,
      }),
    );
    history.back();
    await until(() => expect(ticked()).toEqual(['Com prejuízo']));
  });

  it('that leave nothing lead back, and the keyboard goes on in the search', async () => {
    const shop = new FakeShop([]);
    openApp('/produtos?busca=Bola&sem_preco_amazon=1&estoque_baixo=1&publicado=amazon');
    await see('Nenhum produto encontrado');
    shop.products = [makeProduct('Bola')];
    await press('Limpar filtros');
    await until(() => expect(location.pathname + location.search).toBe('/produtos'));
    const search = await findField('Buscar produtos');
    await until(() => expect(document.activeElement).toBe(search));
    await findCard('Bola');
  });
});

describe('publishing many products at once', () => {
  it('offers what some can take, and leaves out what sells at a loss until it is included', async () => {
    measureBoxes();
    const loss = { preco_fornecedor: 80, preco_venda_ml: 49.9 };
    const shop = new FakeShop([
      makeProduct('Caneca'),
      makeProduct('Copo', loss),
      makeProduct('Prato', { publicado_ml: true }),
    ]);
    openApp('/produtos');
    await tick(/^Selecionar todos/);
    await see(/^1 com prejuízo fica de fora/);
    const bar = '[aria-label="Ações em lote"]';
    await findButton('Publicar no ML (1)', bar);
    const labels = [...document.querySelectorAll(`${bar} button`)].map(({ textContent }) => textContent);
    expect(labels).toEqual([
      ...['Limpar', 'Incluir', 'Publicar no ML (1)', 'Despublicar do ML (1)'],
      ...['Alterar preços', 'Alterar estoque'],
    ]);
    await press('Incluir', bar);
    await see('1 com prejuízo incluído');
    await press('Publicar no ML (2)', bar);
    await see('2 publicados');
    expect(shop.products.map(({ publicado_ml }) => publicado_ml)).toEqual([true, true, true]);
  });

  it('begins nothing more once it is cancelled, and says what was left out', async () => {
    measureBoxes();
    const shop = new FakeShop(Array.from({ length: 12 }, (_, index) => makeProduct(`Produto ${index}`)));
    openApp('/produtos');
    await tick(/^Selecionar todos/);
    const answer = shop.server.hold((call) => call === 'publication.publish');
    await press('Publicar no ML (12)', '[aria-label="Ações em lote"]');
    await until(() => screen.getByRole('progressbar'));
    await press('Cancelar', '[role="dialog"]');
    answer();
    await see('4 publicados, 8 não enviados');
    await until(() => expect(screen.getAllByText('Cancelado antes do envio')).not.toEqual([]));
    await press('Concluir');
    await see('8 selecionados');
    expect(shop.server.count('publication.publish')).toBe(4);
  });

  it('another search begins without a selection', async () => {
    new FakeShop([makeProduct('Produto 1')]);
    openApp('/produtos');
    await tick('Selecionar Produto 1');
    await see('1 selecionado');
    const search = await findField('Buscar produtos');
    fireEvent.change(search, { target: { value: 'SKU-1' } });
    fireEvent.submit(search.closest('form') as HTMLFormElement);
    await see('1 produto');
    expect((await findField('Selecionar Produto 1')).checked).toBe(false);
  });
});
