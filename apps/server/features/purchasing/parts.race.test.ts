import { orders } from '@esteira/db/schema/orders/orders';
import { supplierSteps } from '@esteira/db/schema/orders/supplier-steps';
import { and, count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { findContradictions } from '../orders/testing/invariants';
import { callProcedure, makeOrderOfSeveral, makeShop, readOpenParts, stepPart } from './testing/orders';

const ROUNDS = 12;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

type Shop = Awaited<ReturnType<typeof makeShop>>;

/** Two suppliers and an approved order of a product of each. */
async function makeOrder() {
  const user = await makeUser(server);
  const shops: [Shop, Shop] = [await makeShop(server, user), await makeShop(server, user)];
  const products = shops.map(({ product }) => product);
  const id = await makeOrderOfSeveral(server, user, { products });
  const step =
    (acao: 'enviar-fornecedor' | 'pagar', isUndo = false) =>
    async ({ supplier }: Shop) => {
      const [result] = await stepPart(server, user, { acao, ids: [id], supplier, isUndo });
      return result?.[0] ?? false;
    };
  return { user, shops, id, send: step('enviar-fornecedor'), pay: step('pagar'), step };
}

async function readOrder(user: TestUser, id: string) {
  const [order] = await server.db
    .select({ status: orders.status, label: orders.tem_etiqueta })
    .from(orders)
    .where(and(eq(orders.usuario_id, user.id), eq(orders.id, id)));
  const [steps] = await server.db
    .select({ rows: count() })
    .from(supplierSteps)
    .where(and(eq(supplierSteps.usuario_id, user.id), eq(supplierSteps.pedido_id, id)));
  return { ...order, rows: steps?.rows };
}

const expectWhole = async (user: TestUser) => expect(await findContradictions({ server, user })).toEqual([]);

it('of the last steps of two suppliers at once one leads the order on, with its label', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, shops, id, send, pay } = await makeOrder();
    expect(await Promise.all(shops.map(send))).toEqual([true, true]);
    expect(await readOrder(user, id)).toEqual({ status: 'enviado_fornecedor', label: true, rows: 1 });
    expect(await Promise.all(shops.map(pay))).toEqual([true, true]);
    expect(await readOrder(user, id)).toEqual({ status: 'pago', label: true, rows: 2 });
    await expectWhole(user);
  }
}, 120_000);

it('of a step that is taken twice at once one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, shops, id, send } = await makeOrder();
    const [first, second] = shops;
    const sent = await Promise.all([send(first), send(first), send(first)]);
    expect(sent.filter(Boolean)).toHaveLength(1);
    const last = await Promise.all([send(second), send(second)]);
    expect(last.filter(Boolean)).toHaveLength(1);
    expect(await readOrder(user, id)).toEqual({ status: 'enviado_fornecedor', label: true, rows: 1 });
    await expectWhole(user);
  }
}, 120_000);

it('an order that is cancelled while its parts are sent is sent or not, and in no list', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, shops, id, send } = await makeOrder();
    const cancel = () =>
      server.call('POST', `/api/pedidos/${id}/cancelar`, { token: user.token, body: { motivo: 'Desistiu' } });
    const [, , { status }] = await Promise.all([send(shops[0]), send(shops[1]), cancel()]);
    expect(status).toBe(200);
    expect((await readOrder(user, id)).status).toBe('cancelado');
    for (const { supplier } of shops)
      expect(await readOpenParts(server, user, supplier)).toEqual({ enviar: [], pagar: [] });
    await expectWhole(user);
  }
}, 120_000);

it('a part that is taken back while the last one is sent is either open again, or its order is sent', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, shops, id, send, step } = await makeOrder();
    const [first, second] = shops;
    await send(first);
    const [isBack, isSent] = await Promise.all([step('enviar-fornecedor', true)(first), send(second)]);
    const { status, rows } = await readOrder(user, id);
    expect([isSent, rows]).toEqual([true, 1]);
    expect(status).toBe(isBack ? 'aprovado' : 'enviado_fornecedor');
    expect(await readOpenParts(server, user, first.supplier)).toEqual(
      isBack ? { enviar: [id], pagar: [] } : { enviar: [], pagar: [id] },
    );
    expect(await readOpenParts(server, user, second.supplier)).toEqual({ enviar: [], pagar: [id] });
    await expectWhole(user);
  }
}, 120_000);

it('an order’s own step and those of its parts at once leave it sent, and nothing of it open twice', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { user, shops, id, send } = await makeOrder();
    const whole = () =>
      callProcedure(server, user, { path: 'orders.sendToSupplier', kind: 'mutation', input: { id } });
    const undo = () =>
      callProcedure(server, user, {
        path: 'orders.undo',
        kind: 'mutation',
        input: { id, status: 'aprovado' },
      });
    await Promise.all([send(shops[0]), whole(), undo(), send(shops[1])]);
    const { status } = await readOrder(user, id);
    // The approval may have been taken back before all others.
    expect(['enviado_fornecedor', 'pendente']).toContain(status);
    for (const { supplier } of shops) {
      const { enviar, pagar } = await readOpenParts(server, user, supplier);
      expect([enviar, pagar]).toEqual([[], status === 'pendente' ? [] : [id]]);
    }
    await expectWhole(user);
  }
}, 120_000);
