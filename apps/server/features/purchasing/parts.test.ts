import { labels } from '@esteira/db/schema/orders/labels';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { UNDO_WITHIN_MS } from '@esteira/domain/orders/order-undo';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { findContradictions } from '../orders/testing/invariants';
import { takeStep } from '../orders/testing/take-step';
import { callProcedure, makeOrderOfSeveral, makeShop, readOpenParts, stepPart } from './testing/orders';

let server: TestServer;
let user: TestUser;
let shops: [Shop, Shop];
let elapsedMs = 0;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date(Date.now() + elapsedMs) } });
});
afterAll(() => server.close());
beforeEach(async () => {
  elapsedMs = 0;
  user = await makeUser(server);
  shops = [await makeShop(server, user), await makeShop(server, user)];
});

type Shop = Awaited<ReturnType<typeof makeShop>>;

/** An approved order of one product of the first supplier twice, and one of the second. */
const makeOrder = (steps?: number) =>
  makeOrderOfSeveral(server, user, {
    products: [shops[0].product, shops[1].product, shops[0].product],
    ...(steps !== undefined && { steps }),
  });

const send = (shop: Shop, id: string, isUndo = false) =>
  stepPart(server, user, { acao: 'enviar-fornecedor', ids: [id], supplier: shop.supplier, isUndo });
const pay = (shop: Shop, id: string, isUndo = false) =>
  stepPart(server, user, { acao: 'pagar', ids: [id], supplier: shop.supplier, isUndo });
const open = (shop: Shop) => readOpenParts(server, user, shop.supplier);
const read = async (id: string) =>
  (await server.call('GET', `/api/pedidos/${id}`, { token: user.token })).body;
const nothing = { enviar: [], pagar: [] };

it('is sent and paid at each supplier, who sees its lines alone, and moves with the last of them', async () => {
  const [first, second] = shops;
  const id = await makeOrder();
  const list = (await callProcedure(server, user, { path: 'purchasing.list' })).data;
  expect(list.fornecedores).toMatchObject([
    { fornecedor_id: first.supplier.id, enviar: { pedidos: 1, total: 50 }, pagar: { pedidos: 0, total: 0 } },
    { fornecedor_id: second.supplier.id, enviar: { pedidos: 1, total: 25 } },
  ]);
  const input = { fornecedor_id: first.supplier.id };
  const { data } = await callProcedure(server, user, { path: 'purchasing.supplier', input });
  const line = { produto_nome: first.product.nome, quantidade: 1, preco_fornecedor: 25 };
  expect(data.enviar).toMatchObject({
    ...{ total: 50, total_pedidos: 1 },
    pedidos: [{ id, quantidade: 2, preco_fornecedor: 50, itens: [line, line] }],
  });
  expect(JSON.stringify(data)).not.toContain(second.product.nome);

  expect(await send(first, id)).toEqual([[true, 'aprovado']]);
  expect([await open(first), await open(second)]).toEqual([
    { enviar: [], pagar: [id] },
    { enviar: [id], pagar: [] },
  ]);
  expect(await pay(first, id)).toEqual([[true, 'aprovado']]);
  expect(await open(first)).toEqual(nothing);
  expect(await send(second, id)).toEqual([[true, 'enviado_fornecedor']]);
  expect([await open(first), await open(second)]).toEqual([nothing, { enviar: [], pagar: [id] }]);
  expect(await pay(second, id)).toEqual([[true, 'pago']]);
  expect([await open(first), await open(second)]).toEqual([nothing, nothing]);
  expect(await findContradictions({ server, user })).toEqual([]);
});

it('says of a supplier that two lines of an order are one order to ship and one amount to pay', async () => {
  const [first, second] = shops;
  const id = await makeOrder(2);
  await pay(first, id);
  const input = { ids: [first.supplier.id, second.supplier.id] };
  const { data } = await callProcedure(server, user, { path: 'purchasing.figures', input });
  const figures = new Map(data.map((one: { fornecedor_id: string }) => [one.fornecedor_id, one]));
  expect(figures.get(first.supplier.id)).toMatchObject({ pedidos: 1, a_pagar: 0 });
  expect(figures.get(second.supplier.id)).toMatchObject({ pedidos: 1, a_pagar: 25 });
});

it('refuses what a part cannot do, each order alone and with its sentence', async () => {
  const [first, second] = shops;
  const id = await makeOrder();
  const third = await makeShop(server, user);
  expect(await pay(first, id)).toEqual([[false, 'Pedido está "Aprovado"']]);
  await send(first, id);
  expect(await send(first, id)).toEqual([[false, 'O pedido já foi enviado a este fornecedor']]);
  expect(await send(third, id)).toEqual([[false, 'O pedido não tem itens deste fornecedor']]);
  await pay(first, id);
  expect(await pay(first, id)).toEqual([[false, 'O pedido já foi pago a este fornecedor']]);
  expect(await send(first, id, true)).toEqual([
    [false, 'Não é mais possível desfazer: o pedido já foi pago a este fornecedor'],
  ]);
  await send(second, id);
  expect(await send(first, id)).toEqual([[false, 'Pedido está "Enviado ao Fornecedor"']]);
  const input = { acao: 'aprovar', ids: [id], fornecedor_id: first.supplier.id };
  const refused = await callProcedure(server, user, { path: 'orders.bulk', kind: 'mutation', input });
  expect([refused.status, refused.error.detail]).toEqual([
    422,
    'Só o envio e o pagamento são por fornecedor',
  ]);
  const stranger = await makeUser(server);
  const theirs = { acao: 'enviar-fornecedor', ids: [id], supplier: first.supplier } as const;
  expect(await stepPart(server, stranger, theirs)).toEqual([[false, 'Pedido não encontrado']]);
});

it('takes a step back to exactly the state before, at the last supplier that of the order', async () => {
  const [first, second] = shops;
  const id = await makeOrder();
  await send(first, id);
  await send(second, id);
  // The first part may not take the whole order back.
  expect(await send(first, id, true)).toEqual([
    [false, 'Não é mais possível desfazer: o pedido está "Enviado ao Fornecedor"'],
  ]);
  expect(await send(second, id, true)).toEqual([[true, 'aprovado']]);
  expect([await open(first), await open(second)]).toEqual([
    { enviar: [], pagar: [id] },
    { enviar: [id], pagar: [] },
  ]);
  expect(await send(first, id, true)).toEqual([[true, 'aprovado']]);
  expect(await open(first)).toEqual({ enviar: [id], pagar: [] });
  await send(first, id);
  elapsedMs = UNDO_WITHIN_MS + 60_000;
  expect(await send(first, id, true)).toEqual([[false, 'O prazo para desfazer esta etapa terminou']]);
  expect(await findContradictions({ server, user })).toEqual([]);
});

it('the order’s own step takes all parts at once, and gives them back as they were', async () => {
  const [first, second] = shops;
  const id = await makeOrder();
  await send(first, id);
  expect((await takeStep(server, { user, id, action: 'sendToSupplier' })).body.status).toBe(
    'enviado_fornecedor',
  );
  expect([await open(first), await open(second)]).toEqual([
    { enviar: [], pagar: [id] },
    { enviar: [], pagar: [id] },
  ]);
  const undo = (status: string) =>
    callProcedure(server, user, { path: 'orders.undo', kind: 'mutation', input: { id, status } });
  expect((await undo('enviado_fornecedor')).data.status).toBe('aprovado');
  expect([await open(first), await open(second)]).toEqual([
    { enviar: [], pagar: [id] },
    { enviar: [id], pagar: [] },
  ]);
  const followed = 'Não é mais possível desfazer: parte do pedido já foi enviada ou paga a um fornecedor';
  expect((await undo('aprovado')).error.detail).toBe(followed);
  await takeStep(server, { user, id, action: 'sendToSupplier' });
  await pay(second, id);
  expect((await undo('enviado_fornecedor')).error.detail).toBe(followed);
});

it('has one label, of all its units', async () => {
  const id = await makeOrder();
  for (const shop of shops) await send(shop, id);
  const [label] = await server.db.select().from(labels).where(eq(labels.usuario_id, user.id));
  const printed = JSON.parse(new TextDecoder().decode(label?.conteudo));
  const { nome } = shops[0].product;
  expect(printed).toMatchObject({ quantidade: 3, produto_nome: `${nome} e mais 2 itens`, sku: null });
  expect(printed.remetente_nome).toBe(shops[0].supplier.nome);
});

it('says in its lines and its history what became of each part', async () => {
  const [first, second] = shops;
  const id = await makeOrder();
  await send(first, id);
  await pay(first, id);
  await pay(first, id, true);
  const { itens } = await read(id);
  expect(itens).toMatchObject([
    { enviado_em: expect.stringMatching(/Z$/), pago_em: null },
    { fornecedor_id: second.supplier.id, enviado_em: null, pago_em: null },
    { enviado_em: expect.stringMatching(/Z$/), pago_em: null },
  ]);
  const { data } = await callProcedure(server, user, { path: 'orders.history', input: { id } });
  const { nome } = first.supplier;
  const told = data.slice(-3).map(({ de, para, motivo, ator_nome }: Record<string, string>) => {
    expect([de, para, ator_nome]).toEqual(['aprovado', 'aprovado', 'Vendedora Teste']);
    return motivo;
  });
  expect(told).toEqual([`Enviado a ${nome}`, `Pago a ${nome}`, `Desfeito: pagamento a ${nome}`]);
});

it('a line without a supplier belongs to no part and holds nothing up, but is counted', async () => {
  const [first] = shops;
  const id = await makeOrderOfSeveral(server, user, { products: [first.product, { id: user.id }] });
  expect((await callProcedure(server, user, { path: 'purchasing.list' })).data).toMatchObject({
    ...{ sem_fornecedor: 1, fornecedores: [{ enviar: { pedidos: 1, total: 25 } }] },
  });
  expect(await send(first, id)).toEqual([[true, 'enviado_fornecedor']]);
  expect(await pay(first, id)).toEqual([[true, 'pago']]);
});

it('is no part of it that is blocked, and pays what was sent all the same', async () => {
  const [first, second] = shops;
  const id = await makeOrder();
  await send(first, id);
  const parcel = { situacao: 'etiqueta_pronta', precisa_nota: false, tem_etiqueta: true } as const;
  await server.db.insert(orderShipping).values({
    ...{ ...parcel, usuario_id: user.id, pedido_id: id, pode_marcar_enviado: false },
    ...{ mudou_em: new Date().toISOString(), bloqueio: 'Suspeita de fraude: não envie.' },
  });
  expect(await send(second, id)).toEqual([[false, 'Suspeita de fraude: não envie.']]);
  expect(await pay(first, id)).toEqual([[true, 'aprovado']]);
});

it('finds, counts and exports an order by each of its suppliers, and by no other', async () => {
  const [first, second] = shops;
  const id = await makeOrder();
  const third = await makeShop(server, user);
  const found = async ({ supplier }: Shop) => {
    const narrowed = { fornecedor_id: supplier.id };
    const { data: page } = await callProcedure(server, user, { path: 'orders.list', input: narrowed });
    const { data: counts } = await callProcedure(server, user, { path: 'orders.counts', input: narrowed });
    const { data: chosen } = await callProcedure(server, user, { path: 'orders.choose', input: narrowed });
    const csv = await server.call('GET', `/api/exportar/pedidos.csv?fornecedor_id=${supplier.id}`, {
      token: user.token,
    });
    const ids = (items: { id: string }[]) => items.map((item) => item.id);
    return [ids(page.itens), counts.aprovados, ids(chosen.itens), csv.text.trim().split('\n').length > 1];
  };
  expect(await found(first)).toEqual([[id], 1, [id], true]);
  expect(await found(second)).toEqual([[id], 1, [id], true]);
  expect(await found(third)).toEqual([[], 0, [], false]);
});

it('shows a supplier’s page its lines alone', async () => {
  const [first, second] = shops;
  const id = await makeOrder();
  const { data } = await callProcedure(server, user, {
    ...{ path: 'purchasing.createPage', kind: 'mutation' },
    input: { fornecedor_id: second.supplier.id, pedidos: [id] },
  });
  const { pathname, search } = new URL(data.url);
  const { text } = await server.call('GET', pathname + search);
  expect(text).toContain(`<strong>1 × ${second.product.nome}</strong>`);
  expect(text).toContain('R$\u00a025,00');
  expect(text).not.toContain(first.product.nome);
  expect(text).not.toContain('R$\u00a050,00');
});
