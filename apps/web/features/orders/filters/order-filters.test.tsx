import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createOrders, FakeOrders } from '../../../testing/fake-orders';
import { FakeServer } from '../../../testing/fake-server';
import { click, getButton, getPart } from '../../../testing/find';
import { closeApp, fill, openApp, reload, until } from '../../../testing/open-app';
import { listOf, SUPPLIER } from '../../../testing/samples';

const SEARCH = 'Buscar pedido, comprador, produto ou SKU';
const LAMPS: typeof SUPPLIER = { ...SUPPLIER, id: 'f2', nome: 'Luzes do Sul' };

/** Of the newest first: a dear one of another supplier on Amazon, and three of one product. */
function createDesk(): FakeOrders {
  const [lamp, ...mugs] = createOrders(4, { produto_nome: 'Caneca Térmica', produto_sku: 'CAN-01' });
  if (!lamp) throw new Error('four orders were made');
  Object.assign(lamp, {
    marketplace: 'amazon',
    fornecedor_id: LAMPS.id,
    preco_venda: 170,
    produto_sku: 'L-2',
  });
  return new FakeOrders([{ ...lamp, produto_nome: 'Luminária' }, ...mugs]);
}

const cards = () => [...document.querySelectorAll('[aria-label^="Pedido 2"]')];
const expectCards = (count: number) => until(() => expect(cards()).toHaveLength(count));
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: SEARCH });

async function open(desk: FakeOrders, address = '/pedidos', count = 4) {
  const server = new FakeServer({ ...desk.answers, 'suppliers.list': () => listOf(SUPPLIER, LAMPS) });
  openApp(address);
  await expectCards(count);
  /** What the list was last asked for, without its pages. */
  const asked = () => {
    const {
      limite: _,
      cursor: __,
      direction: ___,
      ...filter
    } = server.inputs('orders.list').at(-1) as {
      [name: string]: unknown;
    };
    return filter;
  };
  return { server, asked };
}

/** Chooses the option of this text. */
async function choose(label: string, text: string): Promise<void> {
  const find = () => screen.getByLabelText<HTMLSelectElement>(label, { selector: 'select' });
  const found = await until(find);
  const option = await until(() => {
    const [wanted] = [...found.options].filter((each) => each.text === text);
    if (wanted === undefined) throw new Error(`${label} has no option ${text}`);
    return wanted;
  });
  fill(found, option.value);
}

function search(text: string): void {
  fill(field(), text);
  fireEvent.submit(field().closest('form') ?? field());
}

afterEach(closeApp);

it('the search is reached by a key, lives in the URL, and counts what it finds', async () => {
  const desk = createDesk();
  await open(desk);
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(field());
  search('térmica can-01');
  await expectCards(3);
  await until(() => getButton('Todos (3)'));
  expect(location.search).toBe('?busca=t%C3%A9rmica+can-01');
  const number = desk.all[1]?.ml_order_id ?? '';
  search(number.slice(-6));
  await expectCards(1);
  getPart(`Pedido ${number}`);
  reload();
  await expectCards(1);
  expect(field().value).toBe(number.slice(-6));
  history.back();
  await expectCards(3);
  await until(() => expect(field().value).toBe('térmica can-01'));
});

it.each([
  ['?de=9999-12-01&ate=9999-12-31', {}],
  ['?periodo=datas&de=2026-01-01&ate=9999-12-31', { de: '2026-01-01' }],
])('dates out of range in the address filter nothing: %s', async (address, filter) => {
  const { asked } = await open(createDesk(), `/pedidos${address}`);
  expect(asked()).toEqual({ filtro: 'todos', ...filter });
});

it('filters combine, count together and are taken away at once', async () => {
  const desk = createDesk();
  desk.take('o2', 'approve');
  const { asked } = await open(desk);
  click(getButton('Filtros'));
  await choose('Fornecedor', SUPPLIER.nome);
  await until(() => getButton('Todos (3)'));
  getButton('Aprovados (1)');
  await choose('Período', 'Hoje');
  await choose('Status', 'Aprovado');
  await until(() => expect(asked()).toMatchObject({ de: expect.any(String), ate: expect.any(String) }));
  expect(asked()).toMatchObject({ fornecedor_id: SUPPLIER.id, status: 'aprovado', filtro: 'todos' });
  const buttons = [...screen.getByRole('group', { name: 'Filtrar pedidos' }).querySelectorAll('button')];
  expect(buttons.map((each) => each.getAttribute('aria-pressed'))).toEqual(Array(4).fill('false'));
  await choose('Marketplace', 'Amazon');
  await until(() => screen.getByText('Nenhum pedido com estes filtros'));
  reload();
  click(await until(() => getButton('Limpar filtros')));
  await expectCards(4);
  expect(location.pathname + location.search).toBe('/pedidos');
  expect(document.activeElement).toBe(field());
  history.back();
  await until(() => getButton('Remover filtro: Amazon'));
  click(getButton('Remover filtro: Aprovado'));
  await until(() => expect(location.search).not.toMatch(/status/));
  click(getButton('Filtros (3)'));
  await until(() => expect(screen.getByLabelText<HTMLSelectElement>('Marketplace').value).toBe('amazon'));
});

it('the list is sorted by the server, dearest first when asked', async () => {
  const desk = createDesk();
  const { asked } = await open(desk);
  const first = (index: number) =>
    until(() => expect(cards()[0]).toBe(getPart(`Pedido ${desk.all[index]?.ml_order_id}`)));
  await choose('Ordenar por', 'Mais antigos');
  await first(3);
  await choose('Ordenar por', 'Maior valor');
  await first(0);
  expect(asked()).toEqual({ filtro: 'todos', ordem: 'maior_valor' });
  expect(location.search).toBe('?ordem=maior_valor');
});

it('what is pending stands by its deadline, unless another sorting is chosen', async () => {
  const { asked } = await open(createDesk());
  click(getButton('Pendentes (4)'));
  await until(() => expect(asked()).toEqual({ filtro: 'pendentes', ordem: 'prazo' }));
  await choose('Ordenar por', 'Mais novos');
  await until(() => expect(asked()).toEqual({ filtro: 'pendentes' }));
  expect(location.search).toBe('?filtro=pendentes&ordem=mais_novos');
});

it('two dates of one’s own narrow the list; one that has no orders leaves it empty', async () => {
  const { asked } = await open(createDesk());
  click(getButton('Filtros'));
  await choose('Período', 'Entre datas');
  const last = () => screen.getByLabelText('Até');
  fill(await until(last), '2020-01-31');
  await until(() => screen.getByText('Nenhum pedido com estes filtros'));
  fill(last(), '');
  fill(screen.getByLabelText('De'), '2020-01-01');
  await until(() => expect(asked()).toEqual({ filtro: 'todos', de: '2020-01-01' }));
  await expectCards(4);
  reload();
  click(await until(() => getButton('Remover filtro: de 01/01/2020')));
  await until(() => expect(location.search).toBe(''));
});

it('dates the wrong way round in the address are shown in order, and changed as they are shown', async () => {
  const { asked } = await open(createDesk(), '/pedidos?periodo=datas&de=2026-12-20&ate=2020-01-10');
  click(getButton(/^Filtros/));
  const first = await until(() => screen.getByLabelText<HTMLInputElement>('De'));
  expect(first.value).toBe('10/01/2020');
  fill(first, '2020-01-05');
  await until(() => expect(asked()).toEqual({ filtro: 'todos', de: '2020-01-05', ate: '2026-12-20' }));
});

it('another filter begins without a selection, another sorting keeps it', async () => {
  const desk = createDesk();
  await open(desk);
  const tick = () => screen.getByLabelText<HTMLInputElement>(`Selecionar pedido ${desk.all[0]?.ml_order_id}`);
  fireEvent.click(tick());
  expect(tick().checked).toBe(true);
  await choose('Ordenar por', 'Mais antigos');
  await until(() => expect(location.search).toMatch(/ordem=mais_antigos/));
  expect(tick().checked).toBe(true);
  click(getButton('Pendentes (4)'));
  await until(() => expect(location.search).toMatch(/filtro=pendentes/));
  await until(() => expect(tick().checked).toBe(false));
});
