import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { ORDER_ACTIONS, type OrderAction } from '@esteira/domain/orders/order-machine';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ShippingState } from '@esteira/marketplaces/port';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import type { BulkResult } from '@esteira/validators/orders/order-bulk';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { readOrder } from '../intake/read-job';

let server: TestServer;
const amazon = createMarketWithOrders('amazon');
beforeAll(async () => {
  server = await createTestServer({
    background: { handlers: {} },
    deps: {
      marketplaces: { mercadolivre: createSimulatedAdapter('mercadolivre'), amazon: amazon.adapter },
    },
  });
});
beforeEach(() => amazon.reset());
afterAll(() => server.close());

interface RealOrder {
  /** It stands where this step begins. */
  before: OrderAction;
  parcel?: Partial<ShippingState>;
  block?: string;
}

async function makeRealOrder(user: TestUser, { before, parcel = {}, block }: RealOrder) {
  const sale = externalOrder('amazon', {});
  amazon.orders.set(sale.ml_order_id, sale);
  amazon.parcels.set(sale.ml_order_id, makeParcel(parcel));
  const key = {
    conta_id: 1,
    usuario_id: user.id,
    marketplace: 'amazon',
    ml_order_id: sale.ml_order_id,
  } as const;
  await readOrder(server.deps, key, noDeadline);
  const [order] = (await server.call('GET', '/api/pedidos?limite=1', { token: user.token })).body;
  await server.db.update(orders).set({ status: ORDER_ACTIONS[before].from }).where(eq(orders.id, order.id));
  if (block !== undefined) {
    await server.db
      .update(orderShipping)
      .set({ bloqueio: block })
      .where(eq(orderShipping.pedido_id, order.id));
  }
  return order as { id: string; ml_order_id: string };
}

async function bulk(user: TestUser, body: object): Promise<BulkResult[]> {
  const answer = await server.call('POST', '/api/pedidos/lote', { token: user.token, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.resultados;
}

it('leaves a blocked order where it stands, with the marketplace’s reason, and asks nothing about it', async () => {
  const user = await makeUser(server);
  for (const [acao, before] of [
    ['aprovar', 'approve'],
    ['enviar-fornecedor', 'sendToSupplier'],
    ['enviado-cliente', 'markShipped'],
  ] as const) {
    const { id } = await makeRealOrder(user, { before, block: 'Suspeita de fraude' });
    amazon.calls.length = 0;
    const { from } = ORDER_ACTIONS[before];
    expect(await bulk(user, { acao, ids: [id] })).toEqual([
      { id, ok: false, status: from, detail: 'Suspeita de fraude' },
    ]);
    expect(amazon.operations).toEqual([]);
  }
});

it('leads a paid order on with a parcel that has left or arrived', async () => {
  const user = await makeUser(server);
  const here = await makeRealOrder(user, { before: 'pay' });
  const gone = await makeRealOrder(user, { before: 'pay', parcel: { situacao: 'enviado' } });
  const there = await makeRealOrder(user, { before: 'pay', parcel: { situacao: 'entregue' } });
  const ids = [here.id, gone.id, there.id];
  const results = await bulk(user, { acao: 'pagar', ids });
  expect(results.map(({ ok, status }) => [ok, status])).toEqual([
    [true, 'pago'],
    [true, 'enviado_cliente'],
    [true, 'entregue'],
  ]);
});

it('tells the marketplace the shipment of each, and names those that it refuses', async () => {
  const user = await makeUser(server);
  const taken = await makeRealOrder(user, { before: 'markShipped', parcel: { situacao: 'envio_proprio' } });
  const refused = await makeRealOrder(user, { before: 'markShipped', parcel: { situacao: 'envio_proprio' } });
  amazon.answers.markShipped = async (_ctx, { ml_order_id }) => {
    if (ml_order_id === refused.ml_order_id)
      throw new AdapterError('validation', 'Código de rastreio inválido.');
    return 'done';
  };
  const envio = { transportadora: 'Correios', codigo_rastreio: 'AA1BR' };
  expect(await bulk(user, { acao: 'enviado-cliente', ids: [taken.id, refused.id], ...envio })).toEqual([
    { id: taken.id, ok: true, status: 'enviado_cliente' },
    { id: refused.id, ok: false, status: 'pago', detail: 'Código de rastreio inválido.' },
  ]);
  expect(amazon.argumentsOf('markShipped').map(([, , told]) => told)).toEqual([envio, envio]);
  const [kept] = await server.db.select().from(orderShipping).where(eq(orderShipping.pedido_id, taken.id));
  expect(kept).toMatchObject({ ...envio, confirmacoes: 1 });
});

it('sends without a label what needs none, and has every order that it sent read again', async () => {
  const user = await makeUser(server);
  const own = await makeRealOrder(user, { before: 'sendToSupplier', parcel: { situacao: 'envio_proprio' } });
  const labelled = await makeRealOrder(user, { before: 'sendToSupplier' });
  amazon.answers.getLabel = async (_ctx, { ml_order_id }) =>
    ml_order_id === own.ml_order_id
      ? { ready: false, motivo: 'Envio próprio' }
      : { ready: true, bytes: new Uint8Array([1]), mime: 'application/pdf' };
  const results = await bulk(user, { acao: 'enviar-fornecedor', ids: [own.id, labelled.id] });
  expect(results.map(({ ok }) => ok)).toEqual([true, true]);
  const { body } = await server.call('GET', '/api/pedidos?limite=2', { token: user.token });
  const urls = new Map(
    body.map((order: { id: string; etiqueta_ml_url: string }) => [order.id, order.etiqueta_ml_url]),
  );
  expect([urls.get(own.id), typeof urls.get(labelled.id)]).toEqual([null, 'string']);
});

it('takes no step back that a real marketplace has learned of', async () => {
  const user = await makeUser(server);
  const { id } = await makeRealOrder(user, { before: 'sendToSupplier' });
  await bulk(user, { acao: 'enviar-fornecedor', ids: [id] });
  const body = { acao: 'enviar-fornecedor', ids: [id] };
  const answer = await server.call('POST', '/trpc/orders.undoBulk', { token: user.token, body });
  expect(answer.body.result.data.resultados).toEqual([
    {
      ...{ id, ok: false, status: 'enviado_fornecedor' },
      detail: 'Esta etapa já foi informada à Amazon e não pode ser desfeita',
    },
  ]);
});

it('writes nothing at all when it fails in the middle', async () => {
  const user = await makeUser(server);
  const first = await makeRealOrder(user, { before: 'sendToSupplier' });
  const second = await makeRealOrder(user, { before: 'sendToSupplier' });
  amazon.before = ({ operation, args }) => {
    if (operation === 'getLabel' && args[1].ml_order_id === second.ml_order_id)
      throw new TypeError('a defect');
  };
  const body = { acao: 'enviar-fornecedor', ids: [first.id, second.id] };
  expect((await server.call('POST', '/api/pedidos/lote', { token: user.token, body })).status).toBe(500);
  const { body: list } = await server.call('GET', '/api/pedidos?limite=2', { token: user.token });
  expect(list.map(({ status }: { status: string }) => status)).toEqual(['aprovado', 'aprovado']);
  amazon.before = () => undefined;
  expect((await bulk(user, body)).map(({ ok }) => ok)).toEqual([true, true]);
});
