import type { Order } from '@esteira/validators/orders/order';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOrders, FakeOrders } from '../../../testing/fake-orders';
import { FakeServer, Refusal } from '../../../testing/fake-server';
import { click, getButton, getPart } from '../../../testing/find';
import { closeApp, getToasts, noteCopies, openApp, pass, reload, until } from '../../../testing/open-app';
import { ORDER, USER } from '../../../testing/samples';

let desk: FakeOrders;
let server: FakeServer;
beforeEach(() => {
  desk = new FakeOrders(createOrders(1));
  server = new FakeServer(desk.answers);
});
afterEach(closeApp);

const lines = () => [...getPart('Histórico').querySelectorAll('li')].map((line) => line.textContent);
const page = () => within(document.querySelector('main') ?? document.body);

async function openPage(): Promise<void> {
  openApp('/pedidos/o1');
  await until(() => expect(lines().length).toBeGreaterThan(0));
}

it('copies number, name, address and CEP', async () => {
  const copied = noteCopies();
  await openPage();
  for (const what of ['número do pedido', 'nome', 'endereço', 'CEP'])
    fireEvent.click(getButton(`Copiar ${what}`));
  await until(() => expect(copied).toHaveLength(4));
  expect(copied).toEqual([
    ...[desk.find('o1').ml_order_id, ORDER.cliente_nome, ORDER.cliente_endereco],
    /\d{5}-\d{3}$/.exec(ORDER.cliente_endereco)?.[0],
  ]);
});

it('says so where the browser does not let it copy', async () => {
  const writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  await openPage();
  fireEvent.click(getButton('Copiar CEP'));
  await until(() => expect(getToasts()).toEqual(['Não foi possível copiar']));
  expect(screen.queryByText('Copiado')).toBeNull();
});

it('says when the buyer was erased, and that an NF-e was', async () => {
  desk.erasure = { comprador_apagado_em: '2026-11-20T15:00:00.000Z', nfe_apagada: true };
  Object.assign(desk.find('o1'), { marketplace: 'amazon' });
  await openPage();
  const buyer = getPart('Dados do Cliente').textContent;
  expect(buyer).toContain('foram apagados em 20/11/2026, no fim do prazo');
  expect(buyer).toContain('XML apagado em 20/11/2026: guarde o seu, a lei pede 5 anos.');
  await until(() => page().getByText('Não escreva aqui dados do comprador: notas ficam.'));
});

it('takes the next step as the card does, tells who did it, and takes it back', async () => {
  await openPage();
  expect(lines()).toHaveLength(1);
  click(getButton('Aprovar Pedido'));
  await until(() => expect(getToasts('Pedido aprovado!')).toHaveLength(1));
  await until(() => expect(lines().at(-1)).toContain(`Aprovado${USER.nome}`));
  await pass(1_000);
  click(getButton('Desfazer'));
  await until(() => expect(getToasts('Etapa desfeita!')).toHaveLength(1));
  await until(() => expect(lines().at(-1)).toContain('Desfeito: de volta a "Pendente Aprovação"'));
  expect(desk.statuses).toEqual(['pendente']);
  await pass(1_000);
  click(getButton('Aprovar Pedido'));
  await until(() => getButton('Enviar ao Fornecedor'));
  await pass(1_000);
  server.answers['orders.sendToSupplier'] = () => {
    Object.assign(desk.find('o1'), { etiqueta_ml_url: 'http://localhost/etiqueta' });
    return desk.take('o1', 'sendToSupplier');
  };
  click(getButton('Enviar ao Fornecedor'));
  const label = await until(() => getButton('Ver Etiqueta ML'));
  expect(label.getAttribute('target')).toBe('_blank');
});

it.each(['00000000-0000-7000-8000-000000000000', 'nada'])(
  'says so where there is no such order, and leads back: %s',
  async (id) => {
    openApp(`/pedidos/${id}`);
    await until(() => page().getByText('Pedido não encontrado'));
    expect(document.title).toBe('(1) Pedido · Esteira');
    click(getButton('Voltar aos pedidos'));
    await until(() => expect(page().getByRole('heading', { level: 1 }).textContent).toBe('Pedidos'));
  },
);

it('follows what happens elsewhere', async () => {
  await openPage();
  page().getByText('Pendente Aprovação');
  const { ml_order_id } = desk.take('o1', 'approve');
  const order = { pedido_id: 'o1', ml_order_id, produto_nome: 'Caneca' };
  server.tell({ id: 'e2', tipo: 'pedido', ...order, de: 'pendente', para: 'aprovado' });
  await until(() => getButton('Enviar ao Fornecedor'));
  await until(() => expect(document.title).toBe(`Pedido #${ml_order_id} · Esteira`));
});

it('has the timeline with the actor of each act, and a reason where one was given', async () => {
  desk.take('o1', 'approve');
  const motivo = 'Fornecedor sem estoque';
  server.answers['orders.cancel'] = () => desk.cancel('o1', motivo);
  await openPage();
  click(getButton('Cancelar pedido'));
  const reason = await until(() => screen.getByLabelText('Motivo'));
  fireEvent.change(reason, { target: { value: motivo } });
  fireEvent.submit(reason.closest('form') ?? reason);
  await until(() => expect(lines()).toHaveLength(3));
  expect(server.inputs('orders.cancel')).toEqual([{ id: 'o1', motivo }]);
  expect(lines()[1]).toContain(`Aprovado${USER.nome}`);
  expect(lines()[2]).toMatch(/Cancelado.*Motivo: Fornecedor sem estoque/);
  expect(lines()[2]).toContain(USER.nome);
});

it('notes that are empty or too long are refused beside the field, and one half typed is kept nowhere', async () => {
  await openPage();
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Nova nota');
  await until(field);
  fireEvent.click(getButton('Adicionar nota'));
  await until(() => screen.getByText('Campo obrigatório'));
  fireEvent.input(field(), { target: { value: 'a'.repeat(1001) } });
  await until(() => screen.getByText(/máximo/));
  fireEvent.input(field(), { target: { value: 'Ligar para a transportadora' } });
  await pass(1_000);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('transportadora');
  reload();
  expect((await until(field)).value).toBe('');
});

describe('an NF-e that is sent from the page', () => {
  const file = new File(['<nfeProc/>'], 'nota.xml');
  const waiting = {
    ...{ situacao: 'aguardando_nota', precisa_nota: true, motivo: null, bloqueio: null },
    ...{ transportadora: null, codigo_rastreio: null },
  } as Order['envio'];

  async function send() {
    Object.assign(desk.find('o1'), { envio: waiting });
    await openPage();
    const input = await until(() => screen.getByLabelText(/^NF-e do pedido/));
    fireEvent.change(input, { target: { files: [file] } });
  }

  it('is no longer asked for once it was taken', async () => {
    server.answers['orders.submitInvoice'] = () => {
      Object.assign(desk.find('o1'), {
        envio: { ...waiting, situacao: 'etiqueta_pronta', precisa_nota: false },
      });
      return desk.find('o1');
    };
    await send();
    await until(() => expect(getToasts('NF-e enviada!')).toHaveLength(1));
    await until(() => page().getByText('Etiqueta pronta'));
    expect(screen.queryByLabelText(/^NF-e do pedido/)).toBeNull();
  });

  it('has its reason there once it was refused', async () => {
    const motivo = 'O Mercado Livre recusou a NF-e: CNPJ do emitente';
    server.answers['orders.submitInvoice'] = () => {
      Object.assign(desk.find('o1'), { envio: { ...waiting, motivo } });
      throw new Refusal(409, motivo);
    };
    await send();
    await until(() => page().getByText(motivo));
  });
});
