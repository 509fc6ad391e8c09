import { newId } from '@esteira/db/schema/columns';
import { orderLines } from '@esteira/db/schema/orders/order-lines';
import { orders } from '@esteira/db/schema/orders/orders';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPackedPdfRuns } from '../../testing/files/pdf-text';
import { makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { callProcedure, makeOrderAfter, makeShop } from './testing/orders';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const listOf = async (user: TestUser) =>
  (await callProcedure(server, user, { path: 'purchasing.list' })).data;
const detailOf = async (user: TestUser, fornecedor_id: string) =>
  callProcedure(server, user, { path: 'purchasing.supplier', input: { fornecedor_id } });

it('sums up per supplier what is approved and what is sent, and nothing else, dearest first', async () => {
  const user = await makeUser(server);
  const [small, large] = [await makeShop(server, user), await makeShop(server, user)];
  for (const steps of [0, 1, 2, 2, 3, 4])
    await makeOrderAfter(server, user, { ...large, steps, quantidade: 2 });
  await makeOrderAfter(server, user, { ...small, steps: 1 });
  expect(await listOf(user)).toEqual({
    fornecedores: [
      {
        fornecedor_id: large.supplier.id,
        nome: large.supplier.nome,
        enviar: { pedidos: 1, total: 50 },
        pagar: { pedidos: 2, total: 100 },
        retidos: 0,
      },
      {
        fornecedor_id: small.supplier.id,
        nome: small.supplier.nome,
        enviar: { pedidos: 1, total: 25 },
        pagar: { pedidos: 0, total: 0 },
        retidos: 0,
      },
    ],
    parcial: false,
    sem_fornecedor: 0,
  });
});

it('lists the orders of a supplier with buyers, costs and labels, oldest first', async () => {
  const user = await makeUser(server);
  const shop = await makeShop(server, user);
  const approved = await makeOrderAfter(server, user, { ...shop, steps: 1 });
  const sent = [];
  for (const quantidade of [1, 3])
    sent.push(await makeOrderAfter(server, user, { ...shop, steps: 2, quantidade }));
  const { data } = await detailOf(user, shop.supplier.id);
  expect(data).toMatchObject({
    fornecedor: { id: shop.supplier.id, dados_pagamento: 'Pix: financeiro@exemplo.com.br' },
    enviar: { total_pedidos: 1, total: 25, pedidos: [{ id: approved, etiqueta_ml_url: null }] },
    pagar: {
      total_pedidos: 2,
      total: 100,
      pedidos: [
        { id: sent[0], quantidade: 1, preco_fornecedor: 25, produto_sku: `SKU-${shop.supplier.id}` },
        { id: sent[1], quantidade: 3, preco_fornecedor: 75 },
      ],
    },
  });
  expect(data.pagar.pedidos[0].etiqueta_ml_url).toContain('/api/etiquetas/');
  expect(data.pagar.pedidos[0].cliente_endereco).not.toBe('');
});

it('names the approved orders that have no supplier', async () => {
  const user = await makeUser(server);
  const shop = await makeShop(server, user);
  const id = await makeOrderAfter(server, user, { ...shop, steps: 1 });
  await server.db
    .update(orders)
    .set({ fornecedor_id: null })
    .where(and(eq(orders.usuario_id, user.id), eq(orders.id, id)));
  await server.db
    .update(orderLines)
    .set({ fornecedor_id: null })
    .where(and(eq(orderLines.usuario_id, user.id), eq(orderLines.pedido_id, id)));
  expect(await listOf(user)).toEqual({ fornecedores: [], parcial: false, sem_fornecedor: 1 });
});

it('shows a deleted supplier as long as something is to be paid, by its name alone', async () => {
  const user = await makeUser(server);
  const shop = await makeShop(server, user);
  await makeOrderAfter(server, user, { ...shop, steps: 2 });
  await server.call('DELETE', `/api/produtos/${shop.product.id}`, { token: user.token });
  await server.call('DELETE', `/api/fornecedores/${shop.supplier.id}`, { token: user.token });
  expect((await listOf(user)).fornecedores).toMatchObject([
    { nome: shop.supplier.nome, pagar: { pedidos: 1 } },
  ]);
  const { data } = await detailOf(user, shop.supplier.id);
  expect(data.fornecedor).toMatchObject({ nome: shop.supplier.nome, dados_pagamento: null });
});

it('tells of no other seller', async () => {
  const [user, other] = [await makeUser(server), await makeUser(server)];
  const shop = await makeShop(server, other);
  await makeOrderAfter(server, other, { ...shop, steps: 2 });
  expect((await listOf(user)).fornecedores).toEqual([]);
  for (const id of [shop.supplier.id, newId(), "1' OR '1'='1", '']) {
    const { status, error } = await detailOf(user, id);
    expect([status, error.detail]).toEqual([404, 'Fornecedor não encontrado']);
  }
  const input = { ids: [shop.supplier.id, 'x'] };
  expect((await callProcedure(server, user, { path: 'purchasing.figures', input })).data).toEqual([]);
});

it.each([
  [{ nome: 'Ana' }, 'De Ana para'],
  [{ nome: 'Ana', nome_loja: 'Loja do Rio' }, 'De Loja do Rio para'],
])('the PDF of a seller %o names who sells', async (names, shown) => {
  const user = await makeUser(server, names);
  const shop = await makeShop(server, user);
  const id = await makeOrderAfter(server, user, { ...shop, steps: 1 });
  const input = { fornecedor_id: shop.supplier.id, pedidos: [id] };
  const { data } = await callProcedure(server, user, { path: 'purchasing.pdf', kind: 'mutation', input });
  expect(readPackedPdfRuns(Buffer.from(data.base64, 'base64')).join('\n')).toContain(shown);
});

it('says on the card of a supplier what it has, what it has to ship and what is to be paid to it', async () => {
  const user = await makeUser(server);
  const shop = await makeShop(server, user);
  const idle = await makeShop(server, user);
  for (const steps of [0, 1, 2, 3, 4]) await makeOrderAfter(server, user, { ...shop, steps });
  await callProcedure(server, user, {
    ...{ path: 'publication.pauseSupplier', kind: 'mutation' },
    input: { fornecedor_id: idle.supplier.id },
  });
  const input = { ids: [shop.supplier.id, idle.supplier.id, shop.supplier.id] };
  const { data } = await callProcedure(server, user, { path: 'purchasing.figures', input });
  expect(data.toSorted((a: { pedidos: number }, b: { pedidos: number }) => b.pedidos - a.pedidos)).toEqual([
    {
      fornecedor_id: shop.supplier.id,
      produtos: 1,
      anuncios: 1,
      pedidos: 4,
      a_pagar: 25,
      anuncios_pausados: 0,
    },
    {
      fornecedor_id: idle.supplier.id,
      produtos: 1,
      anuncios: 0,
      pedidos: 0,
      a_pagar: 0,
      anuncios_pausados: 1,
    },
  ]);
});
