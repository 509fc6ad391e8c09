import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { openReason } from '../orders/testing/hold-order';
import { callProcedure, makeOrderAfter, makeShop } from './testing/orders';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const FRAUD = 'O marketplace suspeita de fraude neste pedido: não envie.';

async function openShop() {
  const user = await makeUser(server);
  const shop = await makeShop(server, user);
  const [held, free, sent] = [
    await makeOrderAfter(server, user, { ...shop, steps: 1 }),
    await makeOrderAfter(server, user, { ...shop, steps: 1 }),
    await makeOrderAfter(server, user, { ...shop, steps: 2 }),
  ];
  await openReason(server, user, { pedidoId: held, codigo: 'bloqueado', detalhe: FRAUD });
  const call = (path: string, input: object, kind: 'query' | 'mutation' = 'mutation') =>
    callProcedure(server, user, { path, kind, input });
  const key = { fornecedor_id: shop.supplier.id };
  const openPage = async (input: object) => {
    const { data } = await call('purchasing.createPage', { ...key, ...input });
    const { pathname, search } = new URL(data.url);
    return async () => (await server.call('GET', pathname + search)).text;
  };
  const numberOf = async (id: string) =>
    (await server.call('GET', `/api/pedidos/${id}`, { token: user.token })).body.ml_order_id;
  return { user, key, held, free, sent, call, openPage, numberOf };
}

it('an order that is held back is in no sum of its supplier, and named in its list', async () => {
  const { user, key, held, call } = await openShop();
  const { data: list } = await callProcedure(server, user, { path: 'purchasing.list' });
  expect(list.fornecedores).toMatchObject([
    { enviar: { pedidos: 1, total: 25 }, pagar: { pedidos: 1, total: 25 }, retidos: 1 },
  ]);
  const { data } = await call('purchasing.supplier', key, 'query');
  expect(data.enviar.pedidos.map(({ id, retido }: Record<string, unknown>) => [id === held, retido])).toEqual(
    [
      [true, { codigo: 'bloqueado', mensagem: FRAUD, desde: expect.any(String) }],
      [false, null],
    ],
  );
  await openReason(server, user, { pedidoId: data.pagar.pedidos[0].id, codigo: 'devolvido' });
  const { data: figures } = await call('purchasing.figures', { ids: [key.fornecedor_id] }, 'query');
  expect(figures[0]).toMatchObject({ pedidos: 3, a_pagar: 0 });
});

it('what a supplier is handed leaves out an order that is held back, unless it is meant', async () => {
  const { key, held, free, call, openPage, numberOf } = await openShop();
  expect((await call('purchasing.pdf', { ...key, pedidos: [held] })).status).toBe(404);
  expect((await call('purchasing.createPage', { ...key, pedidos: [held] })).status).toBe(404);
  const page = await (await openPage({ pedidos: [held, free] }))();
  expect(page).toContain(await numberOf(free));
  expect(page).not.toContain(await numberOf(held));
  expect((await call('purchasing.pdf', { ...key, pedidos: [held], incluir_atencao: true })).status).toBe(200);
  const meant = await (await openPage({ pedidos: [held], incluir_atencao: true }))();
  expect(meant).toContain(await numberOf(held));
  expect(meant).not.toContain('não envie');
});

it('an order that is held back after its page was made is stopped there', async () => {
  const { user, free, openPage } = await openShop();
  const open = await openPage({ pedidos: [free] });
  expect(await open()).not.toContain('não envie');
  await openReason(server, user, { pedidoId: free, codigo: 'bloqueado', detalhe: FRAUD });
  expect(await open()).toContain('Suspenso pelo vendedor: não envie este pedido.');
});
