import { queryRows } from '@esteira/db/database';
import { labels } from '@esteira/db/schema/orders/labels';
import { orderAttention } from '@esteira/db/schema/orders/order-attention';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { readOrder } from '../intake/read-job';
import { findContradictions } from '../testing/invariants';

const ml = createMarketWithOrders('mercadolivre');
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  const amazon = createMarketWithOrders('amazon').adapter;
  server = await createTestServer({
    background: { handlers: {} },
    deps: { marketplaces: { mercadolivre: ml.adapter, amazon } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
});
afterEach(async () => expect(await findContradictions({ server, user })).toEqual([]));

async function makeOrder(estoque: number, fields: Partial<ExternalOrder> & { units?: number } = {}) {
  const product = await makeProduct(server, user, { estoque });
  const listing = await listForReal(server, user, { id: product.id, marketplace: 'mercadolivre' });
  return externalOrder('mercadolivre', { listing, ...fields });
}

const IN_FULL = makeParcel({ situacao: 'aguardando_marketplace', tem_etiqueta: false });

/** Lets the marketplace hold this and reads it, as a job does. */
async function read(order: ExternalOrder, parcel = IN_FULL) {
  const { marketplace, ml_order_id } = order;
  ml.orders.set(ml_order_id, order);
  ml.parcels.set(ml_order_id, parcel);
  await readOrder(server.deps, { conta_id: 1, usuario_id: user.id, marketplace, ml_order_id }, noDeadline);
  return (await server.call('GET', '/api/pedidos', { token: user.token })).body[0];
}

const later = (order: ExternalOrder, fields: Partial<ExternalOrder> = {}): ExternalOrder => ({
  ...order,
  atualizado_em: new Date(order.atualizado_em.getTime() + 60_000),
  ...fields,
});

const getStock = async () =>
  (await server.call('GET', '/api/produtos', { token: user.token })).body[0].estoque;

const step = (id: string, path: string) =>
  server.call('POST', `/api/pedidos/${id}/${path}`, { token: user.token });

const movements = () =>
  queryRows<{ quantidade: number }>(
    server.db,
    sql`SELECT quantidade FROM movimentos_estoque WHERE usuario_id = ${user.id}::uuid AND pedido_id IS NOT NULL ORDER BY id`,
  );

const listReasons = async () =>
  (await server.db.select().from(orderAttention).where(eq(orderAttention.usuario_id, user.id))).map(
    ({ codigo }) => codigo,
  );

/** A parcel of which the address is needed. */
const OWN = { situacao: 'envio_proprio', tem_etiqueta: false } as const;

describe('an order that its marketplace sends', () => {
  const FULL = { enviado_pelo_marketplace: true };

  it('moves no stock when it is altered, and takes over what changes', async () => {
    const order = await makeOrder(2, { ...FULL, units: 1 });
    await read(order);
    const [item] = order.itens;
    if (item === undefined) throw new Error('an order has items');
    const altered = await read(later(order, { itens: [{ ...item, quantidade: 5 }] }));
    expect(altered).toMatchObject({ quantidade: 5, status: 'enviado_cliente', atencoes: [] });
    expect([await getStock(), await movements()]).toEqual([2, []]);
  });

  it('moves no stock when it is cancelled or comes back', async () => {
    const cancelled = await makeOrder(4, FULL);
    await read(cancelled);
    expect(await read(later(cancelled, { situacao: 'cancelado' }))).toMatchObject({ status: 'cancelado' });
    const returned = later({ ...cancelled, ml_order_id: '2000000000009999', criado_em: new Date() });
    expect(await read(returned, makeParcel({ situacao: 'devolvido', tem_etiqueta: false }))).toMatchObject({
      status: 'enviado_cliente',
    });
    expect(await listReasons()).toEqual(['devolvido']);
    expect([await getStock(), await movements()]).toEqual([4, []]);
  });

  it('needs no stock and no buyer, and has no deadline', async () => {
    const hidden = { cliente_nome: null, cliente_endereco: null };
    const order = await makeOrder(0, { ...FULL, ...hidden, units: 3 });
    const shown = await read(order, makeParcel({ ...OWN, despachar_ate: new Date('2026-01-01T12:00:00Z') }));
    expect(shown).toMatchObject({ requer_atencao: false, despachar_ate: null });
  });

  it('stays the marketplace’s when a later reading does not tell who sends it', async () => {
    const order = await makeOrder(3, FULL);
    await read(order);
    const shown = await read(later(order, { enviado_pelo_marketplace: false }));
    expect(shown).toMatchObject({ enviado_pelo_marketplace: true, status: 'enviado_cliente' });
    expect(await getStock()).toBe(3);
  });
});

describe('an order of which it is told later that its marketplace sends it', () => {
  it('gives back its stock once and leaves the seller’s steps', async () => {
    const order = await makeOrder(3, { units: 2, cliente_nome: null, cliente_endereco: null });
    const before = await read(order, makeParcel({ ...OWN, despachar_ate: new Date('2026-01-01T12:00:00Z') }));
    expect(before).toMatchObject({ status: 'pendente', requer_atencao: true });
    expect(before.despachar_ate).not.toBeNull();
    expect((await step(before.id, 'aprovar')).status).toBe(200);
    const told = later(order, { enviado_pelo_marketplace: true });
    for (const _time of [1, 2, 3]) {
      expect(await read(told)).toMatchObject({
        status: 'enviado_cliente',
        enviado_pelo_marketplace: true,
        despachar_ate: null,
        requer_atencao: false,
      });
    }
    expect(await movements()).toEqual([{ quantidade: -2 }, { quantidade: 2 }]);
    expect(await getStock()).toBe(3);
    const input = encodeURIComponent(JSON.stringify({ id: before.id }));
    const { body } = await server.call('GET', `/trpc/orders.history?input=${input}`, { token: user.token });
    expect(body.result.data.at(-1)).toMatchObject({
      de: 'aprovado',
      para: 'enviado_cliente',
      motivo: 'Envio assumido pelo marketplace',
      ator_nome: null,
    });
  });

  it('is no sale beyond the stock any more', async () => {
    const order = await makeOrder(1, { units: 2 });
    expect((await read(order)).atencoes).toMatchObject([{ codigo: 'sem_estoque' }]);
    expect(await read(later(order, { enviado_pelo_marketplace: true }))).toMatchObject({
      requer_atencao: false,
    });
    expect(await getStock()).toBe(1);
  });

  it('asks for attention where its supplier was asked for it already, who is not to be paid for it', async () => {
    const order = await makeOrder(3);
    const { id } = await read(order, makeParcel());
    await step(id, 'aprovar');
    expect((await step(id, 'enviar-fornecedor')).status).toBe(200);
    const told = later(order, { enviado_pelo_marketplace: true });
    for (const _time of [1, 2]) {
      const shown = await read(told);
      expect([shown.status, shown.motivo_atencao]).toEqual([
        'enviado_cliente',
        'O marketplace alterou este pedido depois do envio ao fornecedor: envio pelo próprio marketplace.',
      ]);
    }
    expect(await getStock()).toBe(3);
    const todo = (await server.call('GET', '/trpc/dashboard.todo', { token: user.token })).body.result.data;
    expect(todo).toMatchObject({ enviar: 0, pagar: 0, pagar_valor: 0, atencao: 1 });
  });

  it('asks for it until the seller has called it off, whatever is altered meanwhile', async () => {
    const order = await makeOrder(3, { units: 3 });
    const { id } = await read(order, makeParcel());
    await step(id, 'aprovar');
    await step(id, 'enviar-fornecedor');
    const told = later(order, { enviado_pelo_marketplace: true });
    await read(told);
    const [item] = order.itens;
    if (item === undefined) throw new Error('an order has items');
    const altered = await read(later(told, { itens: [{ ...item, quantidade: 1 }] }));
    expect(altered).toMatchObject({ quantidade: 1, atencoes: [{ codigo: 'pedido_alterado' }] });
    const body = { id, codigo: 'pedido_alterado' };
    await server.call('POST', '/trpc/orders.liftAttention', { token: user.token, body });
    expect(await listReasons()).toEqual([]);
  });

  it('has no label any more, and its supplier’s page says not to send it', async () => {
    const order = await makeOrder(3);
    const { id, fornecedor_id } = await read(order, makeParcel());
    await step(id, 'aprovar');
    expect((await step(id, 'enviar-fornecedor')).body.etiqueta_ml_url).not.toBeNull();
    const input = { fornecedor_id, pedidos: [id] };
    const made = await server.call('POST', '/trpc/purchasing.createPage', { token: user.token, body: input });
    const { pathname, search } = new URL(made.body.result.data.url);
    const open = async () => (await server.call('GET', pathname + search)).text;
    expect(await open()).toContain('Entregas (1)');
    const shown = await read(later(order, { enviado_pelo_marketplace: true }));
    expect(shown).toMatchObject({ etiqueta_ml_url: null, etiqueta_impressa_em: null });
    expect(await server.db.$count(labels, eq(labels.pedido_id, id))).toBe(0);
    const page = await open();
    expect(page).toContain('Enviado pelo marketplace: não envie este pedido.');
    expect(page).not.toContain('etiquetas/');
    expect(page).toContain('Entregas (0)');
  });

  it('asks for attention too where only one of its suppliers was asked, and neither is asked again', async () => {
    const order = await makeOrder(3);
    const other = await makeOrder(3);
    const two = { ...order, itens: [...order.itens, ...other.itens] };
    const { id, itens } = await read(two, makeParcel());
    await step(id, 'aprovar');
    const part = { acao: 'enviar-fornecedor', ids: [id], fornecedor_id: itens[0].fornecedor_id };
    const send = () =>
      server.call('POST', '/trpc/orders.bulk', { token: user.token, body: part }).then(({ body }) => body);
    expect((await send()).result.data.resultados).toMatchObject([{ ok: true, status: 'aprovado' }]);
    const shown = await read(later(two, { enviado_pelo_marketplace: true }));
    expect(shown).toMatchObject({ status: 'enviado_cliente', atencoes: [{ codigo: 'pedido_alterado' }] });
    const purchases = await server.call('GET', '/trpc/purchasing.list', { token: user.token });
    expect(purchases.body.result.data).toMatchObject({ fornecedores: [] });
    part.fornecedor_id = itens[1].fornecedor_id;
    const [refused] = (await send()).result.data.resultados;
    expect(refused).toMatchObject({ ok: false, detail: 'O Mercado Livre envia este pedido do Full.' });
  });

  it('stays cancelled where it was cancelled before', async () => {
    const order = await makeOrder(3);
    await read(order);
    await read(later(order, { situacao: 'cancelado' }));
    const told = later(later(order), { situacao: 'cancelado', enviado_pelo_marketplace: true });
    expect(await read(told)).toMatchObject({ status: 'cancelado' });
    expect(await getStock()).toBe(3);
  });
});
