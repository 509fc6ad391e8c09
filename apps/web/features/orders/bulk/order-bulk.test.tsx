import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { choose } from '../../../testing/controls';
import { createOrders, FakeOrders } from '../../../testing/fake-orders';
import { FakeServer, Refusal } from '../../../testing/fake-server';
import { click, getButton, getPart, listButtons } from '../../../testing/find';
import { closeApp, getToasts, openApp, until } from '../../../testing/open-app';
import { ORDER } from '../../../testing/samples';

async function openOrders(desk: FakeOrders, filter = '', answers: FakeServer['answers'] = {}) {
  const server = new FakeServer({ ...desk.answers, ...answers });
  openApp(`/pedidos${filter}`);
  const tick = (index: number) =>
    screen.getByLabelText<HTMLInputElement>(`Selecionar pedido ${desk.all[index]?.ml_order_id}`);
  await until(() => expect(document.querySelector('[aria-label^="Pedido 2"]')).not.toBeNull());
  return { server, tick };
}

const bar = () => getPart('Ações em lote');
const tickAll = async (count: number) =>
  fireEvent.click(await until(() => screen.getByLabelText(`Selecionar todos os ${count}`)));
const PAY_THREE = /^Confirmar Pagamento \(3\) · R\$\s75,00$/;
const step = async (label: string | RegExp) => click(await until(() => getButton(label, bar())));
const dialog = async (name: string) => within(await until(() => getPart(name)));

beforeEach(() => {
  // A list shows as many lines as it has room for.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(closeApp);

it('every step that a ticked order can take is offered with its number, and leads those orders alone', async () => {
  const desk = new FakeOrders(createOrders(4));
  desk.take('o4', 'approve');
  const { tick } = await openOrders(desk);
  for (const index of [0, 1, 3]) fireEvent.click(tick(index));
  await until(() => screen.getByText('3 selecionados'));
  await until(() =>
    expect(listButtons(bar())).toEqual(['Limpar', 'Aprovar (2)', 'Enviar ao Fornecedor (1)']),
  );
  await step('Aprovar (2)');
  await until(() => screen.getByText('2 aprovados'));
  expect(desk.statuses).toEqual(['aprovado', 'aprovado', 'pendente', 'aprovado']);
  await until(() => expect(document.activeElement?.matches('[type=checkbox]')).toBe(true));
  expect(tick(0).checked).toBe(false);
  expect(listButtons(bar())).toEqual([]);
});

it('the payment is confirmed with its sum, and the run can be taken back', async () => {
  const desk = new FakeOrders(createOrders(3, { status: 'enviado_fornecedor' }));
  await openOrders(desk);
  await tickAll(3);
  await step(PAY_THREE);
  const question = await dialog('Confirmar o pagamento de R$ 75,00?');
  question.getByText('Custo do fornecedor de 3 pedidos');
  click(question.getByText('Confirmar Pagamento'));
  await until(() => screen.getByText('3 pagos'));
  expect(desk.statuses).toEqual(['pago', 'pago', 'pago']);
  expect(screen.queryByRole('dialog')).toBeNull();
  click(getButton('Desfazer'));
  await until(() => screen.getByText('3 desfeitos'));
  expect(desk.statuses).toEqual(Array(3).fill('enviado_fornecedor'));
  await until(() => getButton(PAY_THREE, bar()));
});

it('a run that is taken back after its page was left says what failed', async () => {
  const desk = new FakeOrders(createOrders(2));
  const { server } = await openOrders(desk);
  await tickAll(2);
  await step('Aprovar (2)');
  await until(() => screen.getByText('2 aprovados'));
  click(screen.getByRole('link', { name: 'Fornecedores' }));
  await until(() => screen.getByRole('heading', { name: 'Fornecedores' }));
  server.breakDown((call) => call === 'orders.undoBulk');
  click(getButton('Desfazer'));
  await until(() => expect(getToasts('com erro')).toEqual(['Desfazer: Aprovar0 desfeitos, 2 com erro']));
  expect(desk.statuses).toEqual(['aprovado', 'aprovado']);
});

it('failures stand first with their reasons and stay ticked', async () => {
  const desk = new FakeOrders(createOrders(4, { status: 'aprovado' }));
  Object.assign(desk.all[0] ?? {}, { produto_nome: 'Luminária' });
  const reason = 'O marketplace ainda está gerando a etiqueta.';
  const take = desk.take.bind(desk);
  desk.take = (id, action) => {
    if (id === 'o1') throw new Refusal(409, reason);
    return take(id, action);
  };
  const { server, tick } = await openOrders(desk, '?filtro=aprovados');
  await tickAll(4);
  const release = server.hold((call) => call === 'orders.bulk');
  await step('Enviar ao Fornecedor (4)');
  desk.take('o2', 'sendToSupplier');
  release();
  const result = await dialog('Enviar ao Fornecedor');
  await until(() => result.getByText('2 enviados ao fornecedor, 2 com erro'));
  await until(() => result.getByText(/Pedido está "Enviado ao Fornecedor"/));
  const lines = result.getAllByRole('listitem');
  expect(lines[0]?.textContent).toContain('Erro:');
  expect(lines.find((line) => line.textContent?.includes('Luminária'))?.textContent).toContain(reason);
  click(result.getByText('Concluir'));
  await until(() => screen.getByText('1 selecionado'));
  expect(tick(0).checked).toBe(true);
  await until(() => getButton('Enviar ao Fornecedor (1)', bar()));
});

/** Lists orders by pages of ten. */
const listTens = (desk: FakeOrders): FakeServer['answers'] => ({
  'orders.list': ({ cursor = '0', ...filter }: { cursor?: string }) => {
    const end = Number(cursor) + 10;
    const found = desk.select(filter);
    return { itens: found.slice(end - 10, end), proximo_cursor: end < found.length ? String(end) : null };
  },
});

it('what is ticked stays so under another sorting that has not loaded it, and the bar leads it', async () => {
  const desk = new FakeOrders(createOrders(30));
  const { tick } = await openOrders(desk, '', listTens(desk));
  fireEvent.click(tick(0));
  await until(() => getButton('Aprovar (1)', bar()));
  await choose('Ordenar por', 'Mais antigos');
  await until(() => tick(29));
  expect(screen.queryByLabelText(`Selecionar pedido ${desk.all[0]?.ml_order_id}`)).toBeNull();
  screen.getByText('1 selecionado');
  fireEvent.click(tick(29));
  await step('Aprovar (2)');
  await until(() => screen.getByText('2 aprovados'));
  expect(desk.statuses.flatMap((status, index) => (status === 'aprovado' ? [index] : []))).toEqual([0, 29]);
});

it('the whole filter is taken, loaded or not, and nothing beyond it; stopped, it begins no further batch', async () => {
  const approved = createOrders(120, { status: 'aprovado' });
  const pending = createOrders(130).slice(120);
  const desk = new FakeOrders([...approved, ...pending]);
  // Of twelve pages the first is loaded.
  const { server } = await openOrders(desk, '?filtro=aprovados', listTens(desk));
  await tickAll(120);
  await until(() => screen.getByText('120 selecionados'));
  const release = server.hold((call) => call === 'orders.bulk');
  await step('Enviar ao Fornecedor (120)');
  const run = await dialog('Enviar ao Fornecedor');
  await until(() => run.getByRole('progressbar'));
  click(run.getByText('Parar'));
  const showList = server.hold((call) => call === 'orders.list');
  release();
  await until(() => run.getByText('50 enviados ao fornecedor, 70 não alterados'));
  await until(() => expect(run.getAllByText(/Parado antes deste pedido/).length).toBeGreaterThan(0));
  // The list of what the first run moved is still being read.
  click(run.getByText('Concluir'));
  await until(() => screen.getByText('70 selecionados'));
  await step('Enviar ao Fornecedor (70)');
  await until(() => screen.getByText('70 enviados ao fornecedor'));
  showList();
  expect(desk.statuses.filter((status) => status === 'enviado_fornecedor')).toHaveLength(120);
  expect(desk.statuses.filter((status) => status === 'pendente')).toHaveLength(10);
});

const FRAUD = 'O marketplace suspeita de fraude neste pedido: não envie.';
const HOLD = { codigo: 'bloqueado', mensagem: FRAUD, desde: ORDER.criado_em } as const;

/** Three pending orders, of which the newest is held back. */
function createHeld(): FakeOrders {
  const [first, ...others] = createOrders(3);
  const held = first && { ...first, requer_atencao: true, motivo_atencao: FRAUD, atencoes: [HOLD] };
  return new FakeOrders([...(held ? [held] : []), ...others]);
}

it('an order that is held back stays out of every step, is named, and goes along where it is meant', async () => {
  const desk = createHeld();
  await openOrders(desk);
  await tickAll(3);
  await until(() => getButton('Aprovar (2)', bar()));
  expect(within(bar()).getByText('1 requer atenção, fica de fora')).toBeTruthy();
  click(getButton('Ver', bar()));
  const named = await dialog('Requerem atenção');
  named.getByText(FRAUD);
  click(getButton('Fechar'));
  await step('Aprovar (2)');
  await until(() => screen.getByText('2 aprovados'));
  expect(desk.statuses).toEqual(['pendente', 'aprovado', 'aprovado']);
  await tickAll(3);
  click(await until(() => getButton('Incluir mesmo assim', bar())));
  await step('Aprovar (1)');
  await until(() => screen.getByText('1 aprovado'));
  expect(desk.statuses).toEqual(['aprovado', 'aprovado', 'aprovado']);
});

it('a single step of an order that is held back asks first, by a button that stands back', async () => {
  const desk = createHeld();
  await openOrders(desk);
  const card = () => getPart(`Pedido ${desk.all[0]?.ml_order_id}`);
  const approve = getButton('Aprovar Pedido', card());
  expect(approve.className).not.toContain('bg-primary');
  click(approve);
  const question = await dialog('O marketplace pediu para não enviar. Aprovar mesmo assim?');
  question.getByText(FRAUD);
  expect(desk.statuses[0]).toBe('pendente');
  click(question.getByText('Aprovar Pedido'));
  await until(() => screen.getByText('Pedido aprovado!'));
  expect(desk.statuses).toEqual(['aprovado', 'pendente', 'pendente']);
});

it.each([
  ['sem_estoque', ['Já tenho o produto', 'Cancelar pedido']],
  ['sem_anuncio', ['Já providenciei o item']],
  ['devolvido', ['Recebi de volta']],
  ['pedido_alterado', ['Combinei com o fornecedor']],
  ['bloqueado', ['Abrir no Mercado Livre']],
  ['dados_ocultos', ['Abrir no Mercado Livre', 'Já tenho o endereço']],
  ['envio_nao_confirmado', ['Abrir no Mercado Livre']],
] as const)('a reason %s has its acts beside it: %j', async (codigo, acts) => {
  const reason = { codigo, mensagem: 'Veja.', desde: ORDER.criado_em };
  const desk = new FakeOrders(createOrders(1, { requer_atencao: true, atencoes: [reason] }));
  await openOrders(desk);
  const reasons = () => screen.queryByRole('list', { name: 'Requer atenção' });
  const shown = [...(reasons()?.querySelectorAll('button, a') ?? [])].map((act) => act.textContent);
  expect(shown).toEqual(acts);
  const lift = shown.find((act) => !act?.startsWith('Abrir'));
  if (!lift) return;
  click(getButton(lift, reasons() ?? undefined));
  await until(() => expect(reasons()).toBeNull());
  expect(desk.all[0]?.atencoes).toEqual([]);
});
