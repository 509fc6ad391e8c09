import type { Order } from '@esteira/validators/orders/order';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOrders, FakeOrders } from '../../../testing/fake-orders';
import { FakeServer } from '../../../testing/fake-server';
import { click, getButton, getPart } from '../../../testing/find';
import { closeApp, openApp, until } from '../../../testing/open-app';

const STEPS = [
  ...['Aprovar Pedido', 'Enviar ao Fornecedor', 'Confirmar Pagamento', 'Enviado ao Cliente'],
  ...['Marcar Entregue', 'Cancelar pedido'],
];

const buttons = (part: Element) => [...part.querySelectorAll('button')].map((button) => button.textContent);
const offered = (part: Element) => buttons(part).filter((text) => STEPS.includes(text ?? ''));

const PARCEL: NonNullable<Order['envio']> = {
  ...{ situacao: 'aguardando_marketplace', precisa_nota: false, tem_etiqueta: false, motivo: null },
  ...{ pode_marcar_enviado: false, bloqueio: null, pacote_id: null },
  ...{ transportadora: null, codigo_rastreio: null },
};

function hold(marketplace: Order['marketplace'], fields: Partial<Order> = {}): Order {
  const sent = { marketplace, status: 'enviado_cliente', enviado_pelo_marketplace: true } as const;
  const [first, second] = createOrders(2);
  if (!first || !second) throw new Error('two orders were made');
  const desk = new FakeOrders([{ ...first, ...sent, envio: PARCEL, ...fields }, second]);
  new FakeServer(desk.answers);
  return first;
}

beforeEach(() => {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...matchMedia(query),
    matches: query === '(min-width: 768px)',
  }));
});
afterEach(() => {
  localStorage.removeItem('visao-pedidos');
  closeApp();
});

it.each([
  ['mercadolivre', 'Full', 'Com o Mercado Livre', 'O Mercado Livre envia este pedido do Full.'],
  ['amazon', 'FBA', 'Com a Amazon', 'A Amazon envia este pedido.'],
] as const)('an order that %s sends is marked on card and page and has no step', async (...expected) => {
  const [marketplace, ...texts] = expected;
  const { ml_order_id } = hold(marketplace);
  localStorage.setItem('visao-pedidos', 'cartoes');
  openApp('/pedidos');
  const card = () => getPart(`Pedido ${ml_order_id}`);
  await until(() => card());
  for (const text of texts) expect(card().textContent).toContain(text);
  expect(card().textContent).not.toContain('Enviado ao Cliente');
  expect(offered(card())).toEqual([]);
  cleanup();
  openApp('/pedidos/o1');
  const progress = () => getPart('Andamento');
  await until(() => progress());
  for (const text of texts) expect(progress().textContent).toContain(text);
  expect(offered(progress())).toEqual([]);
});

it('a row is marked in place of its step, and no bulk step is offered for it', async () => {
  hold('mercadolivre', { envio: { ...PARCEL, situacao: 'enviado' } });
  localStorage.setItem('visao-pedidos', 'tabela');
  openApp('/pedidos');
  const row = () => document.querySelector('tr[data-item="o1"]');
  await until(() => expect(row()?.lastElementChild?.textContent).toBe('Full'));
  expect(row()?.textContent).toContain('Enviado ao Cliente');
  const tick = row()?.querySelector<HTMLElement>('[role="checkbox"], input[type="checkbox"]');
  if (!tick) throw new Error('the row has no tick');
  click(tick);
  await until(() => getButton('Limpar'));
  expect(buttons(document.body).filter((text) => text?.startsWith('Marcar Entregue'))).toEqual([]);
});
