import { seededRandom } from '@esteira/config/vitest/random';
import { queryRows } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { toDay } from '@esteira/domain/calendar';
import { DAY_MS } from '@esteira/domain/durations';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectAccount } from '../../../testing/accounts/accounts';
import { listForReal, makeProduct, makeUser, type TestUser, unique } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  type MarketWithOrders,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { noDeadline } from '../../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findContradictions } from '../testing/invariants';
import { receiveOrder } from './intake';
import { readOrder } from './read-job';

const random = seededRandom();
let server: TestServer;
let ml: MarketWithOrders;
let amazon: MarketWithOrders;
let user: TestUser;
let now: Date;

beforeAll(async () => {
  ml = createMarketWithOrders('mercadolivre');
  amazon = createMarketWithOrders('amazon');
  server = await createTestServer({
    background: { handlers: {} },
    deps: { clock: () => now, marketplaces: { mercadolivre: ml.adapter, amazon: amazon.adapter } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date();
  user = await makeUser(server);
  for (const market of [ml, amazon]) {
    market.orders.clear();
    market.parcels.clear();
  }
  await queryRows(server.db, sql`DELETE FROM tarefas`);
});

/** A product that is for sale on both, and the ids of its listings. */
async function listed(estoque: number) {
  const product = await makeProduct(server, user, { estoque });
  const onMl = await listForReal(server, user, { id: product.id, marketplace: 'mercadolivre' });
  const onAmazon = await listForReal(server, user, { id: product.id, marketplace: 'amazon' });
  return { ...product, onMl, onAmazon };
}

const makeMarket = (marketplace: Marketplace) => (marketplace === 'amazon' ? amazon : ml);

/** Lets the marketplace hold this and reads it, as a job does. */
async function read(order: ExternalOrder, parcel = makeParcel()) {
  const { marketplace, ml_order_id } = order;
  const market = makeMarket(marketplace);
  market.orders.set(ml_order_id, order);
  market.parcels.set(ml_order_id, parcel);
  await readOrder(server.deps, { conta_id: 1, usuario_id: user.id, marketplace, ml_order_id }, noDeadline);
}

const stored = () => server.db.select().from(orders).where(eq(orders.usuario_id, user.id));
const reasons = () =>
  queryRows(
    server.db,
    sql`SELECT codigo, detalhe FROM atencoes_pedido WHERE usuario_id = ${user.id}::uuid ORDER BY codigo`,
  );
const parcels = () => server.db.select().from(orderShipping).where(eq(orderShipping.usuario_id, user.id));

async function getStock({ id }: { id: string }): Promise<number> {
  const { body } = await server.call('GET', '/api/produtos', { token: user.token });
  return body.find((product: { id: string }) => product.id === id).estoque;
}

const step = (id: string, path: string) =>
  server.call('POST', `/api/pedidos/${id}/${path}`, { token: user.token });

const later = (order: ExternalOrder, fields: Partial<ExternalOrder>): ExternalOrder => ({
  ...order,
  atualizado_em: new Date(order.atualizado_em.getTime() + 60_000),
  ...fields,
});

describe('reading an order', () => {
  it('five readings of each state, shuffled, are one order and one movement of stock', async () => {
    const product = await listed(10);
    const paid = externalOrder('mercadolivre', { listing: product.onMl, units: 2 });
    const shipped = later(paid, { situacao: 'enviado' });
    const readings = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? paid : shipped));
    const shuffled = readings
      .map((order) => ({ order, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ order }) => order);
    await Promise.all(
      shuffled.map((order) => read(order, makeParcel(order === paid ? {} : { situacao: 'enviado' }))),
    );
    await read(shipped, makeParcel({ situacao: 'enviado' }));
    expect(await stored()).toHaveLength(1);
    expect(await getStock(product)).toBe(8);
    expect(await parcels()).toMatchObject([{ situacao: 'enviado' }]);
  });

  it('one that is read days late is of the day it was sold, and stands before what was sold since', async () => {
    const { onMl: listing } = await listed(10);
    const today = externalOrder('mercadolivre', { listing });
    const late = externalOrder('mercadolivre', { listing, criado_em: new Date(Date.now() - 40 * DAY_MS) });
    await read(today);
    await read(late);
    const { body } = await server.call('GET', '/api/pedidos', { token: user.token });
    expect(body).toMatchObject([
      { ml_order_id: today.ml_order_id },
      { ml_order_id: late.ml_order_id, criado_em: late.criado_em.toISOString() },
    ]);
    const days = await queryRows<{ dia: string }>(
      server.db,
      sql`SELECT dia::text FROM resumo_diario WHERE usuario_id = ${user.id}::uuid ORDER BY dia`,
    );
    expect(days.map(({ dia }) => dia)).toEqual([toDay(late.criado_em), toDay(today.criado_em)]);
    expect(await findContradictions({ server, user })).toEqual([]);
  });

  it('one of a moment to come is of now', async () => {
    await read(externalOrder('mercadolivre', { criado_em: new Date(Date.now() + 2 * DAY_MS) }));
    const [order] = await stored();
    expect(Date.parse(order?.criado_em ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('one that was over before its account was connected is none of Esteira’s, unless its product is', async () => {
    await connectAccount(server, user, { marketplace: 'mercadolivre', conectado_em: now.toISOString() });
    const { onMl: listing } = await listed(10);
    const criado_em = new Date(now.getTime() - DAY_MS);
    const readOld = async (fields: Partial<ExternalOrder> & { listing?: string }) => {
      const order = externalOrder('mercadolivre', { criado_em, ...fields });
      await read(order, makeParcel({ situacao: 'enviado', tem_etiqueta: false }));
      return order.ml_order_id;
    };
    await readOld({ situacao: 'enviado' });
    await readOld({ situacao: 'entregue' });
    await readOld({ situacao: 'cancelado' });
    expect(await stored()).toEqual([]);
    const taken = [
      await readOld({ situacao: 'pago' }),
      await readOld({ situacao: 'enviado', listing }),
      await readOld({ situacao: 'enviado', criado_em: now }),
    ];
    expect((await stored()).map(({ ml_order_id }) => ml_order_id).sort()).toEqual(taken.sort());
  });

  it('an older reading changes nothing after a newer one', async () => {
    const product = await listed(10);
    const paid = externalOrder('mercadolivre', { listing: product.onMl });
    await read(later(paid, {}), makeParcel({ situacao: 'coletado' }));
    await read(paid, makeParcel({ situacao: 'etiqueta_pronta' }));
    expect(await parcels()).toMatchObject([{ situacao: 'coletado' }]);
    await read(later(paid, { situacao: 'cancelado' }));
    await read(paid);
    expect(await stored()).toMatchObject([{ status: 'cancelado' }]);
    expect(await getStock(product)).toBe(10);
  });

  it('an order that was cancelled before it was ever read takes no stock, even when an older reading follows', async () => {
    const product = await listed(10);
    const paid = externalOrder('mercadolivre', { listing: product.onMl });
    await read(later(paid, { situacao: 'cancelado' }));
    await read(paid);
    expect(await stored()).toMatchObject([{ status: 'cancelado', requer_atencao: false }]);
    expect(await getStock(product)).toBe(10);
  });

  it('of two sales of the last unit one takes it, and the other is recorded and flagged', async () => {
    const product = await listed(1);
    await Promise.all([
      read(externalOrder('mercadolivre', { listing: product.onMl })),
      read(externalOrder('amazon', { listing: product.onAmazon })),
    ]);
    const rows = await stored();
    expect(rows).toHaveLength(2);
    expect(rows.filter((row) => row.requer_atencao)).toHaveLength(1);
    expect(await reasons()).toEqual([{ codigo: 'sem_estoque', detalhe: null }]);
    expect(await getStock(product)).toBe(0);
  });

  it('a cancellation that is told without the items cancels all of them', async () => {
    const product = await listed(5);
    const paid = externalOrder('amazon', { listing: product.onAmazon, units: 3 });
    await read(paid);
    await read(later(paid, { situacao: 'cancelado', itens: [] }));
    expect(await stored()).toMatchObject([{ status: 'cancelado', quantidade: 3 }]);
    expect(await getStock(product)).toBe(5);
  });

  it('a cancellation that arrives twice gives the stock back once', async () => {
    const product = await listed(5);
    const paid = externalOrder('mercadolivre', { listing: product.onMl, units: 3 });
    await read(paid);
    expect(await getStock(product)).toBe(2);
    const cancelled = later(paid, { situacao: 'cancelado' });
    await Promise.all([read(cancelled), read(cancelled), read(later(cancelled, {}))]);
    expect(await getStock(product)).toBe(5);
    expect(await stored()).toMatchObject([{ status: 'cancelado' }]);
  });

  it('without the right to personal data the order comes without a recipient, who is told later', async () => {
    const order = externalOrder('amazon', { cliente_nome: null, cliente_endereco: null });
    await read(order);
    expect(await stored()).toMatchObject([{ cliente_nome: null, cliente_endereco: null }]);
    await read(later(order, { cliente_nome: 'Ana', cliente_endereco: 'Rua B, 2, CEP 01310-100' }));
    expect(await stored()).toMatchObject([
      { cliente_nome: 'Ana', cliente_endereco: 'Rua B, 2, CEP 01310-100' },
    ]);
  });

  it('an order whose payment is still checked is not taken in', async () => {
    const product = await listed(5);
    const waiting = externalOrder('amazon', { listing: product.onAmazon, situacao: 'aguardando_pagamento' });
    await read(waiting);
    expect(await stored()).toEqual([]);
    expect(await getStock(product)).toBe(5);
    await read(later(waiting, { situacao: 'pago' }));
    expect(await stored()).toHaveLength(1);
    expect(await getStock(product)).toBe(4);
  });

  it('a suspicion of fraud blocks approval and label until it is lifted', async () => {
    const product = await listed(5);
    const suspicion = 'O Mercado Livre suspeita de fraude neste pedido: não envie.';
    const order = externalOrder('mercadolivre', { listing: product.onMl, motivo_bloqueio: suspicion });
    await read(order);
    const [row] = await stored();
    expect(row).toMatchObject({ requer_atencao: true });
    expect(await reasons()).toEqual([{ codigo: 'bloqueado', detalhe: suspicion }]);
    const refused = await step(row?.id ?? '', 'aprovar');
    expect([refused.status, refused.body.detail]).toEqual([409, suspicion]);
    await read(later(order, { motivo_bloqueio: null }));
    expect(await stored()).toMatchObject([{ requer_atencao: false }]);
    expect((await step(row?.id ?? '', 'aprovar')).status).toBe(200);
    const again = later(later(order, {}), { motivo_bloqueio: suspicion });
    await read(again);
    expect((await step(row?.id ?? '', 'enviar-fornecedor')).status).toBe(409);
    expect(await stored()).toMatchObject([{ status: 'aprovado', requer_atencao: true }]);
  });

  it('orders of one pack are kept as such, each with its own number', async () => {
    const pacote_id = unique('2000002').replace(/\D/g, '');
    await read(externalOrder('mercadolivre', { pacote_id }), makeParcel({ envio_id: '43' }));
    await read(externalOrder('mercadolivre', { pacote_id }), makeParcel({ envio_id: '43' }));
    expect(await stored()).toHaveLength(2);
    expect(await parcels()).toMatchObject([
      { pacote_id, envio_id: '43' },
      { pacote_id, envio_id: '43' },
    ]);
  });

  it('keeps a parcel that the marketplace has not made yet, and when to look again', async () => {
    const order = externalOrder('mercadolivre');
    ml.orders.set(order.ml_order_id, order);
    await readOrder(
      server.deps,
      { conta_id: 1, usuario_id: user.id, marketplace: 'mercadolivre', ml_order_id: order.ml_order_id },
      noDeadline,
    );
    expect(await parcels()).toMatchObject([
      { situacao: 'aguardando_marketplace', motivo: 'O envio ainda está sendo criado.', tem_etiqueta: false },
    ]);
    expect((await parcels())[0]?.tentar_em).not.toBeNull();
  });

  it('of a number that the account does not have comes to nothing', async () => {
    await readOrder(
      server.deps,
      { conta_id: 1, usuario_id: user.id, marketplace: 'mercadolivre', ml_order_id: '1' },
      noDeadline,
    );
    expect(await stored()).toEqual([]);
  });
});

describe('an order of several items', () => {
  const several = (lines: [listing: string, units: number][]): ExternalOrder => ({
    ...externalOrder('amazon'),
    itens: lines.map(([id_externo, quantidade], index) => ({
      id_externo,
      sku: null,
      titulo: `Item ${index + 1}`,
      quantidade,
      preco_unitario_centavos: 1_000,
    })),
  });

  it('takes the stock of every product, shows the sums, and gives all of it back once', async () => {
    const [first, second] = [await listed(10), await listed(10)];
    const order = several([
      [first.onAmazon, 2],
      [second.onAmazon, 3],
      [first.onAmazon, 1],
    ]);
    await Promise.all([read(order), read(order), read(order)]);
    expect([await getStock(first), await getStock(second)]).toEqual([7, 7]);
    expect(await stored()).toMatchObject([
      {
        produto_id: first.id,
        quantidade: 6,
        preco_venda: 60,
        preco_fornecedor: 150,
      },
    ]);
    const find = async (busca: string) =>
      (await server.call('GET', `/api/pedidos?busca=${encodeURIComponent(busca)}`, { token: user.token }))
        .body;
    const [{ itens: lines }] = await find(second.nome);
    expect(await find(`${second.nome}x`)).toEqual([]);
    const line = { fornecedor_nome: expect.any(String), produto_sku: null };
    expect(lines).toMatchObject([
      { ...line, numero: 1, produto_id: first.id, quantidade: 2, preco_venda: 20, preco_fornecedor: 50 },
      { ...line, numero: 2, produto_id: second.id, quantidade: 3, preco_venda: 30, preco_fornecedor: 75 },
      { ...line, numero: 3, produto_id: first.id, quantidade: 1, preco_venda: 10, preco_fornecedor: 25 },
    ]);
    expect(await reasons()).toEqual([]);
    const cancelled = later(order, { situacao: 'cancelado' });
    await Promise.all([read(cancelled), read(cancelled)]);
    expect([await getStock(first), await getStock(second)]).toEqual([10, 10]);
  });

  it('takes what there is, and names what is missing and what is not known here', async () => {
    const [first, second] = [await listed(10), await listed(1)];
    await read(
      several([
        [first.onAmazon, 1],
        [second.onAmazon, 2],
        ['ELSEWHERE', 1],
      ]),
    );
    expect([await getStock(first), await getStock(second)]).toEqual([9, 1]);
    expect(await reasons()).toMatchObject([
      { codigo: 'sem_anuncio', detalhe: 'Item 3' },
      { codigo: 'sem_estoque', detalhe: second.nome },
    ]);
  });

  it('of nothing that is known here is still recorded', async () => {
    await read(
      several([
        ['X', 1],
        ['Y', 1],
      ]),
    );
    expect(await stored()).toMatchObject([{ produto_nome: 'Produto', fornecedor_nome: 'Desconhecido' }]);
    const [order] = (await server.call('GET', '/api/pedidos?busca=item%202', { token: user.token })).body;
    expect(order.itens).toMatchObject([
      { produto_id: null, produto_nome: 'Item 1', fornecedor_nome: 'Desconhecido', preco_fornecedor: 0 },
      { produto_id: null, produto_nome: 'Item 2', fornecedor_nome: 'Desconhecido', preco_fornecedor: 0 },
    ]);
  });
});

it('the variations of one listing are told apart by their SKUs, and one without a product is for the seller to look at', async () => {
  const [product, other] = [
    await listed(10),
    await makeProduct(server, user, { estoque: 10, sku: 'FONE-B' }),
  ];
  const order = externalOrder('mercadolivre', { listing: product.onMl });
  const [item] = order.itens;
  if (item === undefined) throw new Error('an order has items');
  order.itens = [
    { ...item, variacao_externa: '181', sku: 'fone-b ', quantidade: 2 },
    { ...item, variacao_externa: '182', sku: 'DE-OUTRO-LUGAR', titulo: 'Fone azul' },
    { ...item, variacao_externa: '183', sku: null, titulo: 'Fone verde' },
  ];
  await read(order);
  const lines = await queryRows(
    server.db,
    sql`SELECT variacao_externa, produto_id FROM itens_pedido WHERE usuario_id = ${user.id}::uuid ORDER BY numero`,
  );
  expect(lines).toEqual([
    { variacao_externa: '181', produto_id: other.id },
    { variacao_externa: '182', produto_id: null },
    { variacao_externa: '183', produto_id: null },
  ]);
  expect([await getStock(product), await getStock(other)]).toEqual([10, 8]);
  expect(await reasons()).toContainEqual({ codigo: 'sem_anuncio', detalhe: 'Fone azul, Fone verde' });
});

describe('the parcel', () => {
  /** An order in this status, with its reading. */
  async function orderIn(status: 'pendente' | 'enviado_fornecedor' | 'pago') {
    const { onMl } = await listed(5);
    const order = externalOrder('mercadolivre', { listing: onMl });
    await read(order);
    await server.db.update(orders).set({ status }).where(eq(orders.usuario_id, user.id));
    return { order, id: (await stored())[0]?.id ?? '' };
  }

  it('takes an order that was paid to the supplier along, and its history says so', async () => {
    const { order } = await orderIn('pago');
    await read(later(order, {}), makeParcel({ situacao: 'coletado' }));
    expect(await stored()).toMatchObject([{ status: 'enviado_cliente' }]);
    await read(later(later(order, {}), {}), makeParcel({ situacao: 'entregue' }));
    expect(await stored()).toMatchObject([{ status: 'entregue' }]);
    const events = await queryRows(
      server.db,
      sql`SELECT de, para, ator_id FROM eventos_pedido WHERE usuario_id = ${user.id}::uuid ORDER BY id`,
    );
    expect(events.slice(1)).toEqual([
      { de: 'pago', para: 'enviado_cliente', ator_id: null },
      { de: 'enviado_cliente', para: 'entregue', ator_id: null },
    ]);
  });

  it('that arrived takes the order over both steps at once', async () => {
    const { order } = await orderIn('pago');
    await read(later(order, { situacao: 'entregue' }), makeParcel({ situacao: 'entregue' }));
    expect(await stored()).toMatchObject([{ status: 'entregue' }]);
  });

  it('does not take the seller’s own steps for them, and goes on after those', async () => {
    const { order, id } = await orderIn('enviado_fornecedor');
    await read(later(order, {}), makeParcel({ situacao: 'enviado' }));
    expect(await stored()).toMatchObject([{ status: 'enviado_fornecedor' }]);
    const paid = await step(id, 'pagar');
    expect([paid.status, paid.body.status]).toEqual([200, 'enviado_cliente']);
  });

  it('that comes back is flagged', async () => {
    const { order } = await orderIn('pago');
    const motivo = 'A entrega não foi feita e o pacote volta para o remetente.';
    await read(later(order, {}), makeParcel({ situacao: 'devolvido', motivo }));
    expect(await stored()).toMatchObject([{ status: 'pago', requer_atencao: true }]);
    expect(await reasons()).toEqual([{ codigo: 'devolvido', detalhe: motivo }]);
  });
});

it('an order of another seller is never touched', async () => {
  const order = externalOrder('mercadolivre');
  await read(order);
  const other = await makeUser(server);
  await receiveOrder(server.db, { usuarioId: other.id, contaId: 1 }, { ...order, situacao: 'cancelado' });
  expect(await stored()).toMatchObject([{ status: 'pendente' }]);
});
