import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createOrders, FakeOrders } from '../../../testing/fake-orders';
import { FakeServer } from '../../../testing/fake-server';
import { click, getButton, getPart, pressKey } from '../../../testing/find';
import { closeApp, getToasts, openApp, pass, until } from '../../../testing/open-app';

/** A seller with so many pending orders, on the list as this filter shows it. */
async function openOrders(count: number, filter = '') {
  const desk = new FakeOrders(createOrders(count));
  const server = new FakeServer(desk.answers);
  const { all } = desk;
  const cardOf = (index: number) => getPart(`Pedido ${all[index]?.ml_order_id}`);
  const stepOf = (index: number, label = 'Aprovar Pedido') => getButton(label, cardOf(index));
  openApp(`/pedidos${filter}`);
  await until(() => expect([stepOf(0), screen.getByText(`Todos (${count})`)]).toHaveLength(2));
  return { desk, server, cardOf, stepOf };
}

const EXPIRED_MS = 11_000;

const steps = (server: FakeServer) =>
  server.sent.filter(({ method }) => method === 'POST').map(({ call }) => call);

afterEach(closeApp);

describe('one step per intent', () => {
  it('two clicks move one order one step, however far apart', async () => {
    const { desk, server, cardOf } = await openOrders(5);
    for (const [index, gap] of [60, 150, 250, 400].entries()) {
      const clickStep = () => click(cardOf(index).querySelector('[data-step]') ?? cardOf(index));
      clickStep();
      await pass(gap);
      clickStep();
      await until(() => within(cardOf(index)).getByText('Aprovado'));
      await pass(1_000);
      getButton('Enviar ao Fornecedor', cardOf(index));
      expect(steps(server), `${gap} ms apart`).toEqual(Array(index + 1).fill('orders.approve'));
      const statuses = desk.all.map((_, place) => (place <= index ? 'aprovado' : 'pendente'));
      expect(desk.statuses, `${gap} ms apart`).toEqual(statuses);
    }
  });

  it('a second click is taken by no other order either, and by the keyboard neither', async () => {
    const { desk, server, stepOf } = await openOrders(3);
    click(stepOf(0));
    await pass(650);
    click(stepOf(1));
    stepOf(2).focus();
    pressKey('Enter');
    pressKey(' ');
    expect(steps(server)).toEqual(['orders.approve']);
    await pass(100);
    click(stepOf(2));
    await until(() => expect(desk.statuses).toEqual(['aprovado', 'pendente', 'aprovado']));
  });

  it('the last order of a filter keeps its place too', async () => {
    const { stepOf, cardOf } = await openOrders(1, '?filtro=pendentes');
    click(stepOf(0));
    await until(() => screen.getByText('Pendentes (0)'));
    getButton('Desfazer', cardOf(0));
    await pass(EXPIRED_MS);
    await until(() => screen.getByText('Nenhum pedido com este status'));
  });
});

describe('undo', () => {
  it.each([
    ['', false],
    [', unless the focus has moved on meanwhile', true],
  ])('by keyboard leads to the step again%s', async (_, goesOn) => {
    const { server, stepOf, cardOf } = await openOrders(2, '?filtro=pendentes');
    const search = screen.getByRole('textbox', { name: /^Buscar pedido/ });
    click(stepOf(0));
    await until(() => screen.getByText('Pendentes (1)'));
    const showList = server.hold((call) => call === 'orders.list' || call === 'orders.counts');
    await pass(1_000);
    getButton('Desfazer', cardOf(0)).focus();
    pressKey('Enter');
    await until(() => expect(getToasts('Etapa desfeita!')).toHaveLength(1));
    await until(() => stepOf(0));
    expect(within(cardOf(0)).queryByText('Desfazer')).toBeNull();
    if (goesOn) search.focus();
    showList();
    await until(() => screen.getByText('Pendentes (2)'));
    expect(document.activeElement).toBe(goesOn ? search : stepOf(0));
  });

  it('takes the step back, in its place and in the history', async () => {
    const { desk, stepOf, cardOf } = await openOrders(2, '?filtro=pendentes');
    click(stepOf(0));
    await until(() => screen.getByText('Pendentes (1)'));
    await pass(1_000);
    click(getButton('Desfazer', cardOf(0)));
    await until(() => expect(getToasts('Etapa desfeita!')).toHaveLength(1));
    await until(() => screen.getByText('Pendentes (2)'));
    within(cardOf(0)).getByText('Pendente Aprovação');
    expect(within(cardOf(0)).queryByText('Desfazer')).toBeNull();
    expect(desk.statuses).toEqual(['pendente', 'pendente']);
    await pass(1_000);
    click(getButton('Histórico', cardOf(0)));
    await until(() => within(cardOf(0)).getByText('Desfeito: de volta a "Pendente Aprovação"'));
    expect(cardOf(0).querySelector('li:last-child')?.textContent).toContain('Desfeito');
  });

  it('is offered in the toast of the step too', async () => {
    const { desk, stepOf } = await openOrders(2, '?filtro=pendentes');
    click(stepOf(0));
    const toast = await until(() => {
      const found = document.querySelector<HTMLElement>('[data-sonner-toast]');
      if (!found?.textContent?.includes('Pedido aprovado!')) throw new Error('no toast yet');
      return found;
    });
    click(getButton('Desfazer', toast));
    await until(() => expect(getToasts('Etapa desfeita!')).toHaveLength(1));
    await until(() => screen.getByText('Pendentes (2)'));
    expect(desk.statuses).toEqual(['pendente', 'pendente']);
  });

  it('is refused with its reason where another window took the next step', async () => {
    const { desk, stepOf, cardOf } = await openOrders(1);
    click(stepOf(0));
    await until(() => getButton('Desfazer', cardOf(0)));
    await pass(1_000);
    // This window does not hear of it.
    desk.take('o1', 'sendToSupplier');
    click(getButton('Desfazer', cardOf(0)));
    const refusal = 'Não é mais possível desfazer: o pedido está "Enviado ao Fornecedor"';
    await until(() => expect(getToasts(refusal)).toHaveLength(1));
    await until(() => stepOf(0, 'Confirmar Pagamento'));
    expect(within(cardOf(0)).queryByText('Desfazer')).toBeNull();
  });
});

describe('by keyboard', () => {
  it('a step leads to the same action of the next order, and says what is left', async () => {
    const { desk, stepOf, cardOf } = await openOrders(4, '?filtro=pendentes');
    const { all } = desk;
    stepOf(1).focus();
    for (const [at, next, left] of [
      [1, 2, '3 pendentes'],
      [2, 3, '2 pendentes'],
      [3, 0, '1 pendente'],
    ] as const) {
      expect(document.activeElement).toBe(stepOf(at));
      await until(() => expect(stepOf(at).getAttribute('aria-disabled')).toBeNull());
      pressKey('Enter');
      await until(() => expect(document.activeElement).toBe(stepOf(next)));
      await until(() => screen.getByText(`Pedido ${all[at]?.ml_order_id} aprovado, ${left}`));
    }
    await pass(1_000);
    pressKey('Enter');
    await until(() => expect(document.activeElement).toBe(cardOf(0)));
    await until(() => screen.getByText('aprovado, nenhum pendente', { exact: false }));
  });

  it('a key that is held down takes one step', async () => {
    const { desk, server, stepOf } = await openOrders(2);
    stepOf(0).focus();
    pressKey('Enter');
    await until(() => expect(document.activeElement).toBe(stepOf(1)));
    await until(() => expect(stepOf(1).getAttribute('aria-disabled')).toBeNull());
    pressKey('Enter', { repeat: true });
    pressKey('Enter', { repeat: true });
    await pass(1_000);
    expect(steps(server)).toEqual(['orders.approve']);
    expect(desk.statuses).toEqual(['aprovado', 'pendente']);
  });
});
