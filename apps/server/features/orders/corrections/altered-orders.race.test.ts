import { queryRows } from '@esteira/db/database';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listForReal, makeProduct, makeUser } from '../../../testing/makers';
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
beforeAll(async () => {
  server = await createTestServer({
    background: { handlers: {} },
    deps: {
      marketplaces: {
        mercadolivre: ml.adapter,
        amazon: createSimulatedAdapter('amazon', { clock: () => new Date() }),
      },
    },
  });
});
afterAll(() => server.close());

/** An approved order of three units out of ten, of which the marketplace says now that it is of one. */
async function makeAlteredOrder() {
  const user = await makeUser(server);
  const product = await makeProduct(server, user, { estoque: 10 });
  const listing = await listForReal(server, user, { id: product.id, marketplace: 'mercadolivre' });
  const order = externalOrder('mercadolivre', { listing, units: 3 });
  const { ml_order_id } = order;
  const read = () =>
    readOrder(
      server.deps,
      { conta_id: 1, usuario_id: user.id, marketplace: 'mercadolivre', ml_order_id },
      noDeadline,
    );
  ml.orders.set(ml_order_id, order);
  ml.parcels.set(ml_order_id, makeParcel());
  await read();
  const stored = async () => (await server.call('GET', '/api/pedidos', { token: user.token })).body[0];
  const { id } = await stored();
  const step = (path: string) => server.call('POST', `/api/pedidos/${id}/${path}`, { token: user.token });
  expect((await step('aprovar')).status).toBe(200);
  const [item] = order.itens;
  if (item === undefined) throw new Error('an order has items');
  const atualizado_em = new Date(order.atualizado_em.getTime() + 1_000);
  ml.orders.set(ml_order_id, { ...order, atualizado_em, itens: [{ ...item, quantidade: 1 }] });
  const movements = () =>
    queryRows<{ quantidade: number }>(
      server.db,
      sql`SELECT quantidade FROM movimentos_estoque
          WHERE usuario_id = ${user.id}::uuid AND pedido_id IS NOT NULL ORDER BY id`,
    );
  return { user, read, stored, step, movements };
}

it('read several times at once, a change moves the stock once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { user, read, stored, movements } = await makeAlteredOrder();
    await Promise.all([read(), read(), read(), read()]);
    expect(await movements()).toEqual([{ quantidade: -3 }, { quantidade: 2 }]);
    expect(await stored()).toMatchObject({ quantidade: 1, preco_venda: 50 });
    expect(await findContradictions({ server, user })).toEqual([]);
  }
}, 60_000);

it('that meets the step to the supplier is either taken over before it, or asks for attention after it', async () => {
  ml.answers = {
    ...ml.answers,
    getLabel: async () => ({ ready: true, bytes: new Uint8Array([37]), mime: 'application/pdf' }),
  };
  for (let round = 0; round < 12; round += 1) {
    const { user, read, stored, step, movements } = await makeAlteredOrder();
    const [sent] = await Promise.all([step('enviar-fornecedor'), read(), read()]);
    expect(sent.status, sent.text).toBe(200);
    await read();
    const order = await stored();
    const isTakenOver = order.quantidade === 1;
    expect(order.atencoes.map(({ codigo }: { codigo: string }) => codigo)).toEqual(
      isTakenOver ? [] : ['pedido_alterado'],
    );
    expect(await movements()).toEqual(
      isTakenOver ? [{ quantidade: -3 }, { quantidade: 2 }] : [{ quantidade: -3 }],
    );
    expect(await findContradictions({ server, user })).toEqual([]);
  }
}, 120_000);
