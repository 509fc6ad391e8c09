import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createOrders, FakeOrders } from '../../../testing/fake-orders';
import { FakeServer } from '../../../testing/fake-server';
import { click, getButton, getPart } from '../../../testing/find';
import { closeApp, getToasts, noteCopies, openApp, pass, reload, until } from '../../../testing/open-app';
import { ORDER, USER } from '../../../testing/samples';

const cards = () => [...document.querySelectorAll('[aria-label^="Pedido 2"]')];

async function openOrders(desk: FakeOrders, address = '/pedidos') {
  const server = new FakeServer(desk.answers);
  openApp(address);
  const cardOf = (index: number) => getPart(`Pedido ${desk.all[index]?.ml_order_id}`);
  await until(() => expect(cards().length).toBeGreaterThan(0));
  return { server, cardOf };
}

/** Lets the page hear of a step that was taken elsewhere. */
const stepOf = (order = ORDER) => ({
  ...({ id: 'e9', tipo: 'pedido', pedido_id: order.id, ml_order_id: order.ml_order_id } as const),
  ...({ produto_nome: order.produto_nome, de: 'pendente', para: 'aprovado' } as const),
});

afterEach(closeApp);

it('an empty list and an empty filter say different things', async () => {
  new FakeServer(new FakeOrders([]).answers);
  openApp('/pedidos');
  await until(() => screen.getByText('Quando houver vendas no Mercado Livre, elas aparecerão aqui'));
  click(getButton('Com Fornecedor (0)'));
  await until(() => screen.getByText('Nenhum pedido com este status'));
});

it('filters count, narrow, and survive a reload', async () => {
  const desk = new FakeOrders(createOrders(3));
  desk.take('o1', 'approve');
  const { cardOf } = await openOrders(desk);
  await until(() => expect(getButton('Todos (3)').getAttribute('aria-pressed')).toBe('true'));
  getButton('Pendentes (2)');
  click(getButton('Aprovados (1)'));
  await until(() => expect(cards()).toEqual([cardOf(0)]));
  reload();
  await until(() => expect(getButton('Aprovados (1)').getAttribute('aria-pressed')).toBe('true'));
  await until(() => expect(cards()).toEqual([cardOf(0)]));
});

it('an Amazon order is named and labelled after Amazon', async () => {
  const etiqueta_ml_url = 'http://localhost/etiqueta';
  const desk = new FakeOrders(
    createOrders(1, { marketplace: 'amazon', status: 'enviado_fornecedor', etiqueta_ml_url }),
  );
  const { cardOf } = await openOrders(desk);
  expect(cardOf(0).textContent).toContain(`Pedido Amazon: #${desk.all[0]?.ml_order_id}`);
  expect(getButton('Ver Etiqueta Amazon').getAttribute('target')).toBe('_blank');
});

it('an order shows the picture and the SKU of its product', async () => {
  const imagem_url = 'https://exemplo.com.br/caneca.png';
  const { cardOf } = await openOrders(new FakeOrders(createOrders(1, { imagem_url, produto_sku: 'CAN-01' })));
  expect(cardOf(0).querySelector('img')?.src).toBe(imagem_url);
  within(cardOf(0)).getByText('CAN-01');
});

it('an order of several items is called by the first one and the number of the others, which its page lists', async () => {
  const [line] = ORDER.itens;
  if (!line) throw new Error('the sample has a line');
  const [second, third] = [
    { ...line, numero: 2, quantidade: 3, produto_nome: 'Pires', produto_sku: 'P-1', preco_venda: 30 },
    { ...line, numero: 3, produto_nome: 'Colher', fornecedor_nome: 'Metalúrgica' },
  ];
  const desk = new FakeOrders(createOrders(1, { itens: [line, second, third], quantidade: 5 }));
  const { cardOf } = await openOrders(desk);
  expect(cardOf(0).querySelector('h2')?.textContent).toBe('Caneca e mais 2 itens');
  cleanup();
  openApp('/pedidos/o1');
  await until(() => getPart('Itens do pedido'));
  expect([...getPart('Itens do pedido').querySelectorAll('li')].map((each) => each.textContent)).toEqual([
    expect.stringMatching(/^1x CanecaCentralR\$\s59,90$/),
    expect.stringMatching(/^3x PiresSKU P-1 · CentralR\$\s30,00$/),
    expect.stringMatching(/^1x ColherMetalúrgicaR\$\s59,90$/),
  ]);
});

it('an order of two suppliers says what is to be paid to each, and what became of each part', async () => {
  const [line] = ORDER.itens;
  if (!line) throw new Error('the sample has a line');
  const pago_em = new Date().toISOString();
  const other = { fornecedor_id: 'f2', fornecedor_nome: 'Metalúrgica', preco_fornecedor: 10.5, pago_em };
  const itens = [line, { ...line, numero: 2 }, { ...line, numero: 3, ...other }];
  const desk = new FakeOrders(createOrders(1, { itens, status: 'enviado_fornecedor' }));
  const { cardOf } = await openOrders(desk);
  expect(cardOf(0).textContent).toContain('Fornecedor: Central e mais 1 fornecedor');
  const paragraphs = () => [...cardOf(0).querySelectorAll('p')].map((each) => each.textContent);
  await until(() =>
    expect(paragraphs()).toContainEqual(expect.stringMatching(/^Pagar R\$\s50,00 a Central$/)),
  );
  expect(paragraphs()).toContainEqual(expect.stringMatching(/^Pago: R\$\s10,50 a Metalúrgica$/));
  cleanup();
  openApp('/pedidos/o1');
  await until(() => getPart('Itens do pedido'));
  const lines = [...getPart('Itens do pedido').querySelectorAll('li')].map((each) => each.textContent);
  expect(lines[0]).toContain('Enviado a Central');
  expect(lines[2]).toMatch(/Pago a Metalúrgica · agora/);
  expect(getPart('Fornecedor').textContent).toContain('Também deste pedido: Metalúrgica');
});

it('a step shows at once and is taken back when the server does not take it', async () => {
  const { server, cardOf } = await openOrders(new FakeOrders(createOrders(1)));
  const refuse = server.hold((call) => call === 'orders.approve', 'cut');
  click(getButton('Aprovar Pedido'));
  await until(() => within(cardOf(0)).getByText('Aprovado'));
  refuse();
  await until(() => expect(getToasts('Erro ao aprovar pedido')).toHaveLength(1));
  await until(() => within(cardOf(0)).getByText('Pendente Aprovação'));
});

it('a step that another window took first is refused with its reason', async () => {
  const desk = new FakeOrders(createOrders(1));
  await openOrders(desk);
  desk.take('o1', 'approve');
  click(getButton('Aprovar Pedido'));
  await until(() => expect(getToasts('Pedido está "Aprovado"')).toHaveLength(1));
  await until(() => getButton('Enviar ao Fornecedor'));
});

it('the history is fetched when it is asked for', async () => {
  const desk = new FakeOrders(createOrders(1));
  desk.take('o1', 'approve');
  const { server, cardOf } = await openOrders(desk);
  await pass(1_000);
  expect(server.count('orders.history')).toBe(0);
  click(getButton('Histórico'));
  await until(() => within(cardOf(0)).getByText('Pedido recebido'));
  const lines = cardOf(0).querySelectorAll('li');
  expect(lines).toHaveLength(2);
  expect(lines[1]?.textContent).toContain(USER.nome);
});

it('a history that is on the screen stays while reading it again fails', async () => {
  const desk = new FakeOrders(createOrders(1));
  const { server, cardOf } = await openOrders(desk);
  click(getButton('Histórico'));
  const first = await until(() => within(cardOf(0)).getByText('Pedido recebido'));
  const read = server.count('orders.history');
  server.breakDown((call) => call === 'orders.history', 'cut');
  desk.take('o1', 'approve');
  server.tell(stepOf());
  // Once, and twice more by itself.
  await until(() => expect(server.count('orders.history')).toBe(read + 3));
  await pass(5_000);
  expect(first.isConnected).toBe(true);
  expect(screen.queryByText('Não foi possível carregar o histórico.')).toBeNull();
});

it('the deadline of an order stands on its card, and turns late while the page is open', async () => {
  const despachar_ate = new Date(Date.now() + 6 * 60_000).toISOString();
  const { cardOf } = await openOrders(new FakeOrders(createOrders(1, { despachar_ate })));
  expect(cardOf(0).textContent).toMatch(/(?<!· )Despachar até (hoje|amanhã) \d\d:\d\d/);
  await pass(10 * 60_000);
  expect(cardOf(0).textContent).toMatch(/Atrasado · Despachar até (ontem|hoje|\d\d\/\d\d) \d\d:\d\d/);
});

it('the buyer’s name and address are copied from the card', async () => {
  const copied = noteCopies();
  const desk = new FakeOrders(createOrders(1));
  const { cardOf } = await openOrders(desk);
  click(getButton('Copiar nome', cardOf(0)));
  click(getButton('Copiar endereço', cardOf(0)));
  await until(() => expect(within(cardOf(0)).getAllByText('Copiado')).toHaveLength(2));
  expect(copied).toEqual([desk.all[0]?.cliente_nome, desk.all[0]?.cliente_endereco]);
});

it('an order that does not exist is said not to be found; an existing one is shown', async () => {
  const desk = new FakeOrders(createOrders(3));
  const { cardOf } = await openOrders(desk, '/pedidos?pedido=0190b0a0-0000-7000-8000-000000000000');
  await until(() => screen.getByText('Pedido não encontrado'));
  expect(cards()).toHaveLength(3);
  cleanup();
  await openOrders(desk, '/pedidos?pedido=o2');
  await until(() => expect(cardOf(1).getAttribute('aria-current')).toBe('true'));
  expect(screen.queryByText('Pedido não encontrado')).toBeNull();
});

it('a reason of one’s own cancels an order by keyboard, and Esc puts the question aside', async () => {
  const desk = new FakeOrders(createOrders(1));
  const { server, cardOf } = await openOrders(desk);
  const motivo = 'Endereço fora da área';
  server.answers['orders.cancel'] = ({ id }: { id: string }) => desk.cancel(id, motivo);
  const button = getButton('Cancelar pedido', cardOf(0));
  button.focus();
  click(button);
  await until(() => screen.getByLabelText('Motivo'));
  fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' });
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  await until(() => expect(document.activeElement === button).toBe(true));
  click(button);
  fireEvent.change(await until(() => screen.getByLabelText('Motivo')), { target: { value: 'outro' } });
  const reason = await until(() => screen.getByLabelText('Qual motivo?'));
  fireEvent.input(reason, { target: { value: motivo } });
  fireEvent.submit(reason.closest('form') ?? reason);
  await until(() => expect(getToasts('Pedido cancelado!')).toHaveLength(1));
  expect(server.inputs('orders.cancel')).toEqual([{ id: 'o1', motivo }]);
  await until(() => within(cardOf(0)).getByText('Cancelado'));
  click(getButton('Histórico', cardOf(0)));
  await until(() => screen.getByText(`Motivo: ${motivo}`));
});
