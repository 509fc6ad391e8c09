import { orders } from '@esteira/db/schema/orders/orders';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { HOLDING_CODES } from '@esteira/domain/orders/order-attention';
import { UNSHIPPED_STATUSES } from '@esteira/domain/orders/order-machine';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { openReason } from '../orders/testing/hold-order';
import { makeOrderOfSeveral, makeShop, stepPart } from '../purchasing/testing/orders';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const todo = async (user: TestUser) =>
  (await server.call('GET', '/trpc/dashboard.todo', { token: user.token })).body.result.data;

const sell = (user: TestUser, fields: Partial<typeof orders.$inferInsert>) =>
  insertOrders(server.db, {
    usuario_id: user.id,
    marketplace: 'amazon',
    ml_order_id: unique('7000'),
    produto_nome: 'Produto',
    fornecedor_nome: 'Atacado',
    quantidade: 1,
    preco_venda: 59.9,
    preco_fornecedor: 25.1,
    ...fields,
  });

const NOTHING = {
  ...{ aprovar: 0, aprovar_desde: null, enviar: 0, pagar: 0, pagar_valor: 0, despachar: 0 },
  ...{ atrasados: 0, atrasados_desde: null, cancelados: 0, etiquetas: 0, atencao: 0, sem_estoque: 0 },
  ...{ margem_caiu: 0, margem_caiu_em: null, margem_minima: null },
};

it('is nothing for a new seller, whatever others have to do', async () => {
  await sell(await makeUser(server), {});
  expect(await todo(await makeUser(server))).toEqual(NOTHING);
});

it('names what waits: by status, with the cost of what is to be paid and the oldest that is to be approved', async () => {
  const user = await makeUser(server);
  await sell(user, { criado_em: '2026-02-01T12:00:00.000Z' });
  await sell(user, { criado_em: '2026-02-03T12:00:00.000Z' });
  await sell(user, { status: 'aprovado' });
  for (const preco_fornecedor of [25.1, 10.05])
    await sell(user, { status: 'enviado_fornecedor', preco_fornecedor });
  await sell(user, { status: 'pago' });
  for (const status of ['enviado_cliente', 'entregue', 'cancelado'] as const) await sell(user, { status });
  expect(await todo(user)).toEqual({
    ...NOTHING,
    ...{
      aprovar: 2,
      aprovar_desde: '2026-02-01T12:00:00.000Z',
      enviar: 1,
      pagar: 2,
      pagar_valor: 35.15,
      despachar: 1,
      cancelados: 1,
    },
  });
});

it('counts what is held back as nothing to approve, send, pay or dispatch, and as requiring attention', async () => {
  const user = await makeUser(server);
  const past = '2026-02-01T12:00:00.000Z';
  const reasons = [...HOLDING_CODES, 'sem_estoque'] as const;
  for (const status of UNSHIPPED_STATUSES)
    for (const [day, codigo] of reasons.entries()) {
      const ml_order_id = unique('7000');
      await sell(user, {
        status,
        ml_order_id,
        despachar_ate: past,
        criado_em: `2026-01-0${day + 1}T12:00:00.000Z`,
      });
      const [order] = await server.db.select().from(orders).where(eq(orders.ml_order_id, ml_order_id));
      await openReason(server, user, { pedidoId: order?.id ?? '', codigo });
    }
  const count = UNSHIPPED_STATUSES.length * reasons.length;
  expect(await todo(user)).toEqual({
    ...NOTHING,
    ...{
      aprovar: 1,
      aprovar_desde: '2026-01-04T12:00:00.000Z',
      enviar: 1,
      pagar: 1,
      pagar_valor: 25.1,
      despachar: 1,
    },
    ...{ atencao: count, atrasados: count, atrasados_desde: past },
  });
});

it("counts and sums to be paid exactly those suppliers' parts that 'Compras' does", async () => {
  const user = await makeUser(server);
  const shops = [await makeShop(server, user), await makeShop(server, user)] as const;
  const products = shops.map(({ product }) => product);
  const [id, held] = [
    await makeOrderOfSeveral(server, user, { products }),
    await makeOrderOfSeveral(server, user, { products }),
  ];
  await sell(user, { status: 'enviado_fornecedor' });
  const take = (acao: 'enviar-fornecedor' | 'pagar', supplier: { id: string }, ids = [id]) =>
    stepPart(server, user, { acao, ids, supplier });
  const figures = async () => {
    const { enviar, pagar, pagar_valor } = await todo(user);
    return [enviar, pagar, pagar_valor];
  };
  expect(await figures()).toEqual([2, 1, 25.1]);
  // Sent to one of two suppliers, an order is still to be sent and already to be paid.
  await take('enviar-fornecedor', shops[0].supplier, [id, held]);
  expect(await figures()).toEqual([2, 3, 75.1]);
  await openReason(server, user, { pedidoId: held, codigo: 'devolvido' });
  expect(await figures()).toEqual([1, 2, 50.1]);
  await take('pagar', shops[0].supplier);
  expect(await figures()).toEqual([1, 1, 25.1]);
  await take('enviar-fornecedor', shops[1].supplier);
  expect(await figures()).toEqual([0, 2, 50.1]);
  await take('pagar', shops[1].supplier);
  expect(await figures()).toEqual([0, 1, 25.1]);
});

it('counts as late, or as a label to print, only what has still to be shipped', async () => {
  const user = await makeUser(server);
  const past = '2026-02-01T12:00:00.000Z';
  const labelled = { tem_etiqueta: true, despachar_ate: past };
  await sell(user, { status: 'pago', ...labelled });
  await sell(user, {
    status: 'pago',
    ...labelled,
    etiqueta_impressa_em: past,
    despachar_ate: '2999-01-01T00:00:00Z',
  });
  await sell(user, { status: 'entregue', ...labelled });
  expect(await todo(user)).toMatchObject({
    ...{ despachar: 2, atrasados: 1, atrasados_desde: past, etiquetas: 1 },
  });
});

it('names published products without a unit left', async () => {
  const user = await makeUser(server);
  for (const [estoque, published] of [
    [0, true],
    [0, false],
    [3, true],
  ] as const) {
    const product = await makeProduct(server, user, { estoque: 1 });
    const call = (method: 'POST' | 'PUT', path: string, body?: object) =>
      server.call(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) });
    if (published) expect((await call('POST', `/mercadolivre/publicar/${product.id}`)).status).toBe(200);
    expect((await call('PUT', `/produtos/${product.id}`, { ...product, estoque })).status).toBe(200);
  }
  expect(await todo(user)).toEqual({ ...NOTHING, sem_estoque: 1 });
});
