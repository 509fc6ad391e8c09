import { type Database, queryRows } from '@esteira/db/database';
import { toMonth } from '@esteira/domain/calendar';
import { ORDER_ACTIONS } from '@esteira/domain/orders/order-machine';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deferred } from '../../testing/deferred';
import { makeProduct, makeSupplier, makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { foldParts } from './fold-parts';
import { recordSale } from './sale';
import { findWrongFigures } from './testing/figures';
import { findContradictions } from './testing/invariants';

/** As many as there are parts. */
const PARTS = 8;

let server: TestServer;
let user: TestUser;
let products: string[];
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  user = await makeUser(server);
  const { id: fornecedor_id } = await makeSupplier(server, user);
  products = [];
  for (let n = 0; n <= PARTS; n += 1) products.push((await makeProduct(server, user, { fornecedor_id })).id);
});

async function sell(db: Database, product: number): Promise<void> {
  const result = await recordSale(db, {
    ...{ usuarioId: user.id, atorId: user.id, produtoId: products[product] as string, quantidade: 1 },
    ...{ marketplace: 'mercadolivre', numero: unique('2000'), precoUnitario: 10, estimate: null },
    ...{ cliente_nome: null, cliente_endereco: null, atencoes: [], dispatchWithinMs: null },
    exigirPublicado: false,
  });
  expect(result.kind).toBe('recorded');
}

/** Sells that many products, each in a transaction of its own, which all end when they are let go. */
async function sellAndHold(count: number) {
  const end = deferred();
  const held = Array.from({ length: count }, (_, product) => {
    const sold = deferred();
    const all = server.db.transaction(async (tx) => {
      await sell(tx, product);
      sold.resolve();
      await end.promise;
    });
    return { sold: Promise.race([sold.promise, all]), all };
  });
  await Promise.all(held.map(({ sold }) => sold));
  return async () => {
    end.resolve();
    await Promise.all(held.map(({ all }) => all));
  };
}

const countRows = async (where = sql`parte > 0`) => {
  const [row] = await queryRows<{ rows: number }>(
    server.db,
    sql`SELECT count(*)::int AS rows FROM resumo_pedidos WHERE usuario_id = ${user.id}::uuid AND ${where}`,
  );
  return row?.rows;
};

const countVersions = () =>
  queryRows(
    server.db,
    sql`SELECT dia, sum(versao)::int AS versao FROM resumo_diario WHERE usuario_id = ${user.id}::uuid GROUP BY 1`,
  );

const ask = (path: string) => server.call('GET', `/trpc/dashboard.${path}`, { token: user.token });

async function readDashboard(): Promise<unknown> {
  const month = encodeURIComponent(JSON.stringify({ mes: toMonth(new Date()) }));
  const answers = await Promise.all(
    ['stats', 'months', 'firstSteps', 'todo', `closing?input=${month}`].map(ask),
  );
  return answers.map(({ status, body }) => ({ status, data: body.result.data }));
}

async function expectExact(): Promise<void> {
  expect(await findContradictions({ server, user })).toEqual([]);
  expect(await findWrongFigures({ server, user })).toEqual([]);
}

describe('sales of one seller at once', () => {
  it('do not wait for each other, and every one counts as soon as it is there', async () => {
    const end = await sellAndHold(PARTS);
    expect(await countRows(sql`true`)).toBe(0);
    await end();
    expect(await countRows()).toBe(PARTS - 1);
    await expectExact();
  });

  it('wait where there are more of them than parts, and are all there in the end', async () => {
    const end = await sellAndHold(PARTS);
    const last = sell(server.db, PARTS);
    await end();
    await last;
    expect(await countRows()).toBe(PARTS - 1);
    await expectExact();
  });

  it('one after the other all count in one part', async () => {
    for (let product = 0; product < PARTS; product += 1) await sell(server.db, product);
    expect(await countRows()).toBe(0);
  });
});

it('an order that was delivered in one part and taken back in another was not delivered', async () => {
  await sell(server.db, 0);
  const [{ id }] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
  for (const path of ['aprovar', 'enviar-fornecedor', 'pagar', 'enviado-cliente', 'entregue']) {
    await server.call('POST', `/api/pedidos/${id}/${path}`, { token: user.token });
  }
  const { venda, entrega } = (await ask('firstSteps')).body.result.data;
  expect([venda, entrega]).toEqual([true, true]);
  const end = await sellAndHold(1);
  const body = { id, status: ORDER_ACTIONS.markDelivered.to };
  expect((await server.call('POST', '/trpc/orders.undo', { token: user.token, body })).status).toBe(200);
  await end();
  expect(await countRows(sql`parte > 0 AND status = 'entregue' AND pedidos = -1`)).toBe(1);
  expect((await ask('firstSteps')).body.result.data).toMatchObject({ venda: true, entrega: false });
  await expectExact();
});

describe('folding', () => {
  it('leaves one part, with the same figures and versions', async () => {
    await (await sellAndHold(PARTS))();
    const before = [await readDashboard(), await countVersions()];
    await foldParts(server.db);
    expect([await readDashboard(), await countVersions()]).toEqual(before);
    expect(await countRows()).toBe(0);
    await expectExact();
  });

  it('ends beside a sale that holds what would be added to, and does it the next time', async () => {
    await (await sellAndHold(2))();
    const end = await sellAndHold(1);
    await foldParts(server.db);
    expect(await countRows()).toBe(1);
    await end();
    await foldParts(server.db);
    expect(await countRows()).toBe(0);
    await expectExact();
  });

  it('passes over a part that somebody adds to at the moment', async () => {
    await (await sellAndHold(3))();
    const end = await sellAndHold(2);
    await foldParts(server.db);
    await end();
    await foldParts(server.db);
    expect(await countRows()).toBe(0);
    await expectExact();
  });

  it('loses nothing where several servers fold, and others sell and cancel', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { body: orders } = await server.call('GET', '/api/pedidos', { token: user.token });
      const work = [
        ...[0, 1, 2, 3].map((product) => sell(server.db, product)),
        ...orders.slice(0, 2).map(({ id }: { id: string }) =>
          server.call('POST', `/api/pedidos/${id}/cancelar`, {
            token: user.token,
            body: { motivo: 'Comprador desistiu' },
          }),
        ),
        foldParts(server.db),
        foldParts(server.db),
      ];
      await Promise.all(work);
      await expectExact();
    }
    await foldParts(server.db);
    expect(await countRows()).toBe(0);
    await expectExact();
  });
});
