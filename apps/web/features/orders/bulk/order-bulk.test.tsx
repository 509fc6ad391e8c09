import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOrders, FakeOrders } from '../../../testing/fake-orders';
import { FakeServer, Refusal } from '../../../testing/fake-server';
import { click, getButton, getPart, listButtons } from '../../../testing/find';
import { closeApp, openApp, until } from '../../../testing/open-app';

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
const step = async (label: string) => click(await until(() => getButton(label, bar())));
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
  click(getButton('Concluir'));
  expect(desk.statuses).toEqual(['aprovado', 'aprovado', 'pendente', 'aprovado']);
  await until(() => expect(document.activeElement?.matches('[type=checkbox]')).toBe(true));
  expect(tick(0).checked).toBe(false);
  expect(listButtons(bar())).toEqual([]);
});

it('the payment is confirmed with its sum, and the run can be taken back', async () => {
  const desk = new FakeOrders(createOrders(3, { status: 'enviado_fornecedor' }));
  await openOrders(desk);
  await tickAll(3);
  await step('Confirmar Pagamento (3)');
  const question = await dialog('Confirmar o pagamento de R$ 75,00?');
  question.getByText('Custo do fornecedor de 3 pedidos');
  click(question.getByText('Confirmar Pagamento'));
  await until(() => screen.getByText('3 pagos'));
  expect(desk.statuses).toEqual(['pago', 'pago', 'pago']);
  click(getButton('Desfazer (3)'));
  const undone = await dialog('Desfazer: Confirmar Pagamento');
  await until(() => undone.getByText('3 desfeitos'));
  click(undone.getByText('Concluir'));
  expect(desk.statuses).toEqual(Array(3).fill('enviado_fornecedor'));
  await until(() => getButton('Confirmar Pagamento (3)', bar()));
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

it('the whole filter is taken, loaded or not, and nothing beyond it; stopped, it begins no further batch', async () => {
  const approved = createOrders(120, { status: 'aprovado' });
  const pending = createOrders(130).slice(120);
  const desk = new FakeOrders([...approved, ...pending]);
  // Of twelve pages the first is loaded.
  const { server } = await openOrders(desk, '?filtro=aprovados', {
    'orders.list': ({ cursor = '0', ...filter }: { cursor?: string }) => {
      const end = Number(cursor) + 10;
      return {
        itens: desk.select(filter).slice(end - 10, end),
        proximo_cursor: end < 120 ? String(end) : null,
      };
    },
  });
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
