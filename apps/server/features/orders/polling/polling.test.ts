import { queryRows } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { connections } from '@esteira/db/schema/platform/connections';
import { MINUTE_MS } from '@esteira/domain/durations';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ExternalOrder } from '@esteira/marketplaces/port';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noJobs } from '../../../core/job-queue';
import { connectAccount } from '../../../testing/accounts/accounts';
import { makeUser, type TestUser } from '../../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  type MarketWithOrders,
  makeParcel,
} from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { TestJobs } from '../../../testing/test-jobs';
import { connectMany } from '../testing/many-accounts';
import { makeManyOrders } from '../testing/many-orders';
import { relayPolls } from './poll-relay';

const jobs = new TestJobs();
let server: TestServer;
let ml: MarketWithOrders;
let user: TestUser;
let now: Date;

beforeAll(async () => {
  ml = createMarketWithOrders('mercadolivre');
  const amazon = createMarketWithOrders('amazon').adapter;
  server = await createTestServer({
    deps: { jobs, clock: () => now, marketplaces: { mercadolivre: ml.adapter, amazon } },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date();
  user = await makeUser(server);
  ml.reset();
  ml.orders.clear();
  ml.parcels.clear();
  jobs.waiting.length = 0;
  await server.db.delete(connections);
});

const ago = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * MINUTE_MS);
};

/** One look at the account's orders, with all its pages. */
async function look(): Promise<unknown[]> {
  await jobs.send(server.db, 'orders-poll', {
    conta_id: 1,
    usuario_id: user.id,
    marketplace: 'mercadolivre',
  });
  return jobs.work(server.deps, ['orders-poll']);
}

/** The orders that wait to be read; forgets them. */
function takeReadings(): string[] {
  const readings = jobs.waiting.splice(0).filter(({ kind }) => kind === 'order-read');
  return readings.map(({ data }) => ('ml_order_id' in data ? data.ml_order_id : '')).sort();
}

function hold(...held: ExternalOrder[]): string[] {
  for (const order of held) {
    ml.orders.set(order.ml_order_id, order);
    ml.parcels.set(order.ml_order_id, makeParcel());
  }
  return held.map(({ ml_order_id }) => ml_order_id).sort();
}

/** Lets the marketplace hold the order and takes it in. */
async function read(order: ExternalOrder): Promise<void> {
  const { marketplace, ml_order_id } = order;
  hold(order);
  await jobs.send(server.db, 'order-read', { conta_id: 1, usuario_id: user.id, marketplace, ml_order_id });
  expect(await jobs.work(server.deps, ['order-read'])).toEqual([]);
  jobs.waiting.length = 0;
}

async function connection() {
  const [row] = await server.db.select().from(connections).where(eq(connections.usuario_id, user.id));
  return row;
}

const connect = (fields: Partial<typeof connections.$inferInsert> = {}) =>
  connectAccount(server, user, { marketplace: 'mercadolivre', ...fields });

describe('a look at an account', () => {
  it('finds every order that no notification announced, on however many pages', async () => {
    await connect();
    const numbers = hold(...Array.from({ length: 3 }, () => externalOrder('mercadolivre')));
    expect(await look()).toEqual([]);
    expect(takeReadings()).toEqual(numbers);
    expect((await connection())?.pedidos_lidos_ate).toBe(now.toISOString());
  });

  it('makes one call a job, however many pages there are', async () => {
    await connect();
    hold(...Array.from({ length: 5 }, () => externalOrder('mercadolivre')));
    await jobs.send(server.db, 'orders-poll', {
      conta_id: 1,
      usuario_id: user.id,
      marketplace: 'mercadolivre',
    });
    const calls: number[] = [];
    while (jobs.waiting.some(({ kind }) => kind === 'orders-poll')) {
      ml.calls.length = 0;
      await jobs.workOne(server.deps, 'orders-poll');
      calls.push(ml.calls.length);
    }
    expect(calls).toEqual([1, 1, 1, 1, 1]);
  });

  it('looks back over the last one, and once a day over two days', async () => {
    const since = () => ml.argumentsOf('listOrdersChangedSince').map(([, { desde }]) => desde);
    await connect({ pedidos_lidos_ate: ago(5).toISOString(), varrido_em: ago(23 * 60).toISOString() });
    await look();
    expect(since()).toEqual([ago(15)]);
    later(120);
    await look();
    expect(since().at(-1)).toEqual(ago(48 * 60));
    expect((await connection())?.varrido_em).toBe(now.toISOString());
  });

  it('moves on only after the last page, so that a failure in the middle loses nothing', async () => {
    await connect();
    const numbers = hold(externalOrder('mercadolivre'), externalOrder('mercadolivre'));
    ml.before = (call) => {
      if (call.operation === 'listOrdersChangedSince' && call.args[1].cursor) throw new Error('killed');
    };
    expect(await look()).toMatchObject([{ message: 'killed' }]);
    ml.before = () => undefined;
    expect((await connection())?.pedidos_lidos_ate).toBeNull();
    await look();
    expect(takeReadings()).toEqual(numbers);
  });

  it('that begins while an earlier one is on its way does not make that begin again', async () => {
    const pages = () => ml.argumentsOf('listOrdersChangedSince').length;
    await connect();
    const numbers = hold(...Array.from({ length: 4 }, () => externalOrder('mercadolivre')));
    await jobs.send(server.db, 'orders-poll', {
      conta_id: 1,
      usuario_id: user.id,
      marketplace: 'mercadolivre',
    });
    for (let page = 1; page < 3; page += 1) await jobs.workOne(server.deps, 'orders-poll');
    const calls = pages();
    await look();
    // Its own first page, and the two pages that the earlier one had left.
    expect(pages() - calls).toBe(3);
    expect(takeReadings()).toEqual(numbers);
  });

  it('does not read again what has not changed', async () => {
    await connect();
    const known = externalOrder('mercadolivre');
    await read(known);
    await look();
    expect(takeReadings()).toEqual([]);
    hold({ ...known, atualizado_em: new Date(known.atualizado_em.getTime() + 1_000) });
    await look();
    expect(takeReadings()).toEqual([known.ml_order_id]);
  });

  it('has open parcels read again after three hours, and those of finished orders never', async () => {
    await connect();
    const [open, done] = [externalOrder('mercadolivre'), externalOrder('mercadolivre')];
    await read(open);
    await read(done);
    await server.db
      .update(orders)
      .set({ status: 'entregue' })
      .where(eq(orders.ml_order_id, done.ml_order_id));
    ml.orders.clear();
    later(179);
    await look();
    expect(takeReadings()).toEqual([]);
    later(2);
    await look();
    expect(takeReadings()).toEqual([open.ml_order_id]);
  });

  it('has every silent parcel read in its turn, though nothing is stored of a hundred others', async () => {
    await connect();
    const ids = await makeManyOrders(server, user, 101);
    const of = eq(orders.usuario_id, user.id);
    const sold = await server.db.select().from(orders).where(of).orderBy(orders.id);
    const waiting = { situacao: 'aguardando_marketplace', precisa_nota: false, tem_etiqueta: false } as const;
    await server.db.insert(orderShipping).values(
      ids.map((pedido_id, at) => ({
        ...{ usuario_id: user.id, pedido_id, ...waiting, pode_marcar_enviado: false },
        ...{ mudou_em: ago(180).toISOString(), lido_em: ago(at < 100 ? 240 : 200).toISOString() },
      })),
    );
    await server.db.update(orders).set({ comprador_apagado_em: now.toISOString() }).where(of);
    // Of some the buyer was erased, some are not paid (again), and the marketplace knows none of the others.
    for (const [at, { ml_order_id }] of sold.slice(0, 100).entries())
      if (at % 3 > 0)
        hold(
          externalOrder('mercadolivre', {
            ...{ ml_order_id, atualizado_em: ago(180) },
            situacao: at % 3 === 1 ? 'pago' : 'aguardando_pagamento',
          }),
        );
    await look();
    expect(jobs.waiting).toHaveLength(100);
    expect(await jobs.work(server.deps, ['order-read'])).toEqual([]);
    jobs.waiting.length = 0;
    later(5);
    await look();
    expect(takeReadings()).toEqual([sold[100]?.ml_order_id]);
  });

  it('lets a reading be newer than itself, also by a server whose clock is behind', async () => {
    await connect();
    const order = externalOrder('mercadolivre');
    await read(order);
    later(181);
    await look();
    later(-3);
    ml.parcels.set(order.ml_order_id, makeParcel({ situacao: 'enviado' }));
    await jobs.work(server.deps, ['order-read']);
    const [parcel] = await server.db
      .select({ situacao: orderShipping.situacao })
      .from(orderShipping)
      .where(eq(orderShipping.usuario_id, user.id));
    expect(parcel?.situacao).toBe('enviado');
  });
});

describe('accounts are looked at in round', () => {
  const polled = () => jobs.waiting.splice(0).map(({ data }) => data.usuario_id);

  it('every five minutes while they are connected, once for all servers', async () => {
    await connect({ proxima_leitura_em: now.toISOString() });
    await connectAccount(server, user, {
      marketplace: 'amazon',
      proxima_leitura_em: ago(-1).toISOString(),
    });
    await Promise.all([relayPolls(server.deps), relayPolls(server.deps)]);
    expect(jobs.waiting.map(({ data }) => data.marketplace)).toEqual(['mercadolivre']);
    await look();
    jobs.waiting.length = 0;
    later(4);
    await server.db.delete(connections).where(eq(connections.marketplace, 'amazon'));
    await relayPolls(server.deps);
    expect(polled()).toEqual([]);
    later(1);
    await relayPolls(server.deps);
    expect(polled()).toEqual([user.id]);
    later(60);
    await server.db.update(connections).set({ status: 'reconectar' });
    await relayPolls(server.deps);
    expect(polled()).toEqual([]);
  });

  it('those first that were never looked at, then the one that waits longest', async () => {
    const waiting = await connectMany(server.db, 60);
    await server.db.update(connections).set({ proxima_leitura_em: ago(30).toISOString() });
    await connect();
    const sent: string[] = [];
    const send = async (_db: unknown, _kind: unknown, data: { usuario_id: string }) =>
      void sent.push(data.usuario_id);
    await relayPolls({ ...server.deps, jobs: { ...noJobs, send } });
    expect(sent).toHaveLength(waiting.length + 1);
    expect(sent.slice(0, 50)).toContain(user.id);
  });

  it('a healthy one in each of its turns, whatever 250 others that fail do', async () => {
    const failing = new Set(await connectMany(server.db, 250));
    await connect();
    const looks: string[] = [];
    ml.answers = {
      listOrdersChangedSince: async ({ usuarioId }) => {
        looks.push(usuarioId);
        if (!failing.has(usuarioId)) return { pedidos: [], proximo_cursor: null };
        throw new AdapterError('upstream_unavailable', 'Sem resposta.');
      },
    };
    for (let round = 1; round <= 4; round += 1) {
      await relayPolls(server.deps);
      await jobs.work(server.deps);
      expect(looks.filter((id) => id === user.id)).toHaveLength(round);
      later(5);
    }
    // Looked at after 0, 5 and 15 minutes: the pause doubles.
    expect(looks.filter((id) => id !== user.id)).toHaveLength(3 * failing.size);
  });

  it('one that fails for ever at least twice a day, and as usual once it succeeds', async () => {
    await connect();
    for (let failed = 0; failed < 40; failed += 1) {
      await relayPolls(server.deps);
      later(6 * 60);
    }
    expect((await connection())?.leituras_falhas).toBe(40);
    expect(polled()).toEqual([user.id]);
    await look();
    const row = await connection();
    expect(row?.leituras_falhas).toBe(0);
    expect(Date.parse(row?.proxima_leitura_em ?? '') - now.getTime()).toBe(5 * MINUTE_MS);
  });

  it('by one index, however many there are', async () => {
    await connectMany(server.db, 500);
    await server.db.update(connections).set({ proxima_leitura_em: ago(-5).toISOString() });
    await queryRows(server.db, sql`ANALYZE conexoes`);
    const plan = await queryRows<Record<string, string>>(
      server.db,
      sql`EXPLAIN SELECT usuario_id FROM conexoes WHERE status = 'conectado'
          AND proxima_leitura_em <= now() ORDER BY proxima_leitura_em LIMIT 50`,
    );
    expect(JSON.stringify(plan)).toContain('conexoes_por_leitura');
  });
});
