import { runs } from '@esteira/config/vitest/runs';
import { createRandom } from '@esteira/db/demo/random';
import { newId } from '@esteira/db/schema/columns';
import { labels } from '@esteira/db/schema/orders/labels';
import { orders } from '@esteira/db/schema/orders/orders';
import { policies } from '@esteira/db/schema/platform/policies';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { DAY_MS, HOUR_MS } from '@esteira/domain/durations';
import { findBuyerLimit, isEnded, listBuyerRules } from '@esteira/domain/orders/buyer-retention';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { and, eq } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../../../core/context';
import { eraseBuyers } from '../../../schedule';
import { connectAccount } from '../../../testing/accounts/accounts';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { getIntegrationStatus } from '../../connections/service';
import { moveOrders } from '../move-orders';
import { insertOrder, type NewOrder } from '../testing/insert-order';
import { readOverdueBuyers } from './due-buyers';
import { eraseOldBuyers } from './erase-buyers';

let server: TestServer;
let user: TestUser;
let real: Deps;
beforeAll(async () => {
  server = await createTestServer();
  const { marketplaces } = server.deps;
  const amazon = Object.assign(Object.create(marketplaces.amazon), { modo: 'real' });
  real = { ...server.deps, marketplaces: { ...marketplaces, amazon } };
});
beforeEach(async () => {
  user = await makeUser(server);
  await beginAmazonRule(60);
});
afterAll(() => server.close());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

async function beginAmazonRule(days: number): Promise<void> {
  await server.db.delete(policies);
  await server.db.insert(policies).values({ codigo: 'compradores_amazon', vale_desde: daysAgo(days) });
}

const make = (fields: NewOrder) => insertOrder(server, user, { marketplace: 'amazon', ...fields });
const ofOrder = (id: string) => and(eq(orders.usuario_id, user.id), eq(orders.id, id));

async function isKept(id: string): Promise<boolean> {
  const [order] = await server.db.select({ at: orders.comprador_apagado_em }).from(orders).where(ofOrder(id));
  return order?.at === null;
}

describe('while Amazon is real', () => {
  it.each([
    ['was delivered 31 days ago', { status: 'entregue', terminado_em: daysAgo(31) }, false],
    ['was delivered 29 days ago', { status: 'entregue', terminado_em: daysAgo(29) }, true],
    [
      'is shipped, its window over for 31 days',
      { status: 'enviado_cliente', entregar_ate: daysAgo(31) },
      false,
    ],
    ['is not shipped, its window over for 31 days', { status: 'pago', entregar_ate: daysAgo(31) }, true],
    ['was sold 121 days ago', { status: 'pago', criado_em: daysAgo(121) }, false],
    ['was sold 119 days ago', { status: 'pago', criado_em: daysAgo(119) }, true],
  ] as const)('the buyer of an order that %s is kept: %3$s', async (_, fields, kept) => {
    const id = await make({ criado_em: daysAgo(60), ...fields });
    expect((await readOverdueBuyers(real)).total).toBe(kept ? 0 : 1);
    await eraseOldBuyers(real);
    expect(await isKept(id)).toBe(kept);
    expect((await readOverdueBuyers(real)).total).toBe(0);
  });

  it('the limit begins a week after it was first known, and ends with the credentials', async () => {
    const id = await make({ status: 'entregue', terminado_em: daysAgo(40), criado_em: daysAgo(60) });
    await beginAmazonRule(6);
    await eraseOldBuyers(real);
    await beginAmazonRule(8);
    await eraseOldBuyers(server.deps);
    expect(await isKept(id)).toBe(true);
    await eraseOldBuyers(real);
    expect(await isKept(id)).toBe(false);
    await eraseOldBuyers(server.deps);
    expect(await isKept(id)).toBe(false);
  });

  it('steps go on where the buyer was erased, and its label tells why it is not there', async () => {
    const id = await make({ status: 'aprovado', criado_em: daysAgo(121), tem_etiqueta: true });
    const path = new URL((await order(id)).etiqueta_ml_url);
    await server.db
      .insert(labels)
      .values({ usuario_id: user.id, pedido_id: id, tipo: 'application/pdf', conteudo: Buffer.from('x') });
    await eraseOldBuyers(real);
    const opened = await server.call('GET', path.pathname + path.search);
    expect([opened.status, opened.body.detail]).toEqual([
      409,
      'A etiqueta foi apagada com os dados do comprador. Abra o pedido no Seller Central.',
    ]);
    for (const step of ['enviar-fornecedor', 'pagar', 'enviado-cliente', 'entregue']) {
      const taken = await server.call('POST', `/api/pedidos/${id}/${step}`, { token: user.token });
      expect(taken.status, taken.text).toBe(200);
    }
    expect(await server.db.$count(labels, eq(labels.pedido_id, id))).toBe(0);
  });

  it('of one parcel the second order keeps its label until its own limit', async () => {
    const parcel = [40, 20].map((days) =>
      make({ status: 'entregue', criado_em: daysAgo(60), terminado_em: daysAgo(days), tem_etiqueta: true }),
    );
    const [first, second] = await Promise.all(parcel);
    const pages = [first, second].map((pedido_id = '') => ({ usuario_id: user.id, pedido_id }));
    const label = { tipo: 'application/pdf', conteudo: Buffer.from('x') };
    await server.db.insert(labels).values(pages.map((key) => ({ ...key, ...label })));
    await eraseOldBuyers(real);
    const kept = await server.db.select().from(labels).where(eq(labels.usuario_id, user.id));
    expect(kept.map(({ pedido_id }) => pedido_id)).toEqual([second]);
  });

  it('sellers who have an account there are told for the week before, and no others', async () => {
    const told = async (deps: Deps) => (await getIntegrationStatus(deps, user.id)).apaga_amazon_a_partir_de;
    await beginAmazonRule(6);
    expect(await told(real)).toBeUndefined();
    await connectAccount(server, user, { marketplace: 'amazon' });
    expect(Math.round((Date.parse((await told(real)) ?? '') - Date.now()) / HOUR_MS)).toBe(24);
    expect(await told({ ...real, buyerRetentionDays: 30 })).toBeUndefined();
    expect(await told(server.deps)).toBeUndefined();
    await beginAmazonRule(8);
    expect(await told(real)).toBeUndefined();
  });

  it('a parcel that was shipped without a promised day counts as delivered a month later', async () => {
    const id = await make({ status: 'pago', criado_em: daysAgo(1) });
    await server.db.transaction((tx) =>
      moveOrders(tx, { usuarioId: user.id, ids: [id], action: 'markShipped', atorId: null }),
    );
    const [found] = await server.db.select({ at: orders.entregar_ate }).from(orders).where(ofOrder(id));
    const days = (Date.parse(found?.at ?? '') - Date.now()) / DAY_MS;
    expect(Math.round(days)).toBe(30);
  });

  const order = async (id: string) =>
    (await server.call('GET', `/api/pedidos/${id}`, { token: user.token })).body;
});

describe('the end of an order', () => {
  const read = async (id: string) =>
    (await server.db.select({ at: orders.terminado_em }).from(orders).where(ofOrder(id)))[0]?.at ?? null;
  const step = async (id: string, name: string, body: object = {}) => {
    const response = await server.call('POST', `/api/pedidos/${id}/${name}`, { token: user.token, body });
    expect(response.status, response.text).toBe(200);
  };

  it('is noted with the step, taken back with it, and noted again', async () => {
    const id = await insertOrder(server, user, { status: 'enviado_cliente' });
    expect(await read(id)).toBeNull();
    await step(id, 'entregue');
    const first = await read(id);
    expect(first).not.toBeNull();
    const undone = await server.call('POST', '/trpc/orders.undo', {
      token: user.token,
      body: { id, status: 'entregue' },
    });
    expect(undone.status, undone.text).toBe(200);
    expect(await read(id)).toBeNull();
    await step(id, 'entregue');
    expect(Date.parse((await read(id)) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
  });

  it('of older versions is found in the history, and nothing but its undoing moves it', async () => {
    const id = await insertOrder(server, user, { status: 'enviado_cliente' });
    await step(id, 'entregue');
    const noted = await read(id);
    await server.db
      .update(orders)
      .set({ terminado_em: null, atualizado_em: daysAgo(-1) })
      .where(ofOrder(id));
    await eraseOldBuyers(server.deps);
    const found = await read(id);
    expect(Math.abs(Date.parse(found ?? '') - Date.parse(noted ?? ''))).toBeLessThan(1_000);
  });
});

describe('a wrong clock', () => {
  it.each([2 * HOUR_MS, -2 * HOUR_MS, 400 * DAY_MS])('that differs by %s ms erases nothing', async (ms) => {
    const id = await make({ status: 'entregue', terminado_em: daysAgo(500), criado_em: daysAgo(501) });
    expect(await eraseOldBuyers({ ...real, clock: () => new Date(Date.now() + ms) })).toBeNull();
    expect(await isKept(id)).toBe(true);
    expect(await eraseOldBuyers(real)).toBe(1);
  });

  it('is told in the log, each time', async () => {
    const log = { warn: vi.fn() } as unknown as FastifyBaseLogger;
    await eraseBuyers({ ...real, clock: () => new Date(Date.now() + 2 * HOUR_MS) }, log);
    expect(vi.mocked(log.warn).mock.calls).toEqual([['clocks differ: no buyers are erased']]);
    await eraseBuyers(real, log);
    expect(log.warn).toHaveBeenCalledTimes(1);
  });

  it('is one too that orders ended long after', async () => {
    const id = await make({ status: 'entregue', terminado_em: daysAgo(-3), criado_em: daysAgo(1) });
    expect(await eraseOldBuyers(real)).toBeNull();
    await server.db
      .update(orders)
      .set({ terminado_em: daysAgo(1) })
      .where(ofOrder(id));
    expect(await eraseOldBuyers(real)).toBe(0);
  });
});

it('of random orders exactly those are erased whose limit has passed', { timeout: 60_000 }, async () => {
  const random = createRandom(36);
  const rules = listBuyerRules(365, ['amazon']);
  const now = new Date();
  const due = new Map<string, boolean>();
  const day = () => random.between(0, 500);
  const lives: NewOrder[] = [];
  for (let n = 0; n < runs(10_000); n += 1) {
    const status = random.pick(ORDER_STATUSES);
    const marketplace = random.pick(['amazon', 'mercadolivre'] as const);
    const soldAt = daysAgo(day() + 0.5);
    const endedAt = isEnded(status) ? daysAgo(day() + 0.5) : null;
    const promised = random.between(0, 1) === 1 ? daysAgo(day() + 0.5) : null;
    const id = newId(new Date(soldAt));
    lives.push({
      ...{
        usuario_id: user.id,
        id,
        ml_order_id: `L-${n}`,
        produto_nome: 'Caneca',
        fornecedor_nome: 'Atacado',
      },
      ...{ quantidade: 1, preco_venda: 59.9, preco_fornecedor: 25 },
      ...{ cliente_nome: 'Cliente', cliente_endereco: 'Rua A, 1' },
      ...{ marketplace, status, criado_em: soldAt, terminado_em: endedAt, entregar_ate: promised },
    });
    const limit = findBuyerLimit(rules[marketplace], {
      soldAt: new Date(soldAt),
      endedAt: endedAt === null ? null : new Date(endedAt),
      promisedAt: promised !== null && status === 'enviado_cliente' ? new Date(promised) : null,
    });
    due.set(id, limit !== null && limit < now);
  }
  for (let start = 0; start < lives.length; start += 500) {
    await insertOrders(server.db, lives.slice(start, start + 500) as (typeof orders.$inferInsert)[]);
  }
  const expected = [...due.values()].filter(Boolean).length;
  expect(expected).toBeGreaterThan(0);
  expect((await readOverdueBuyers(real)).total).toBe(expected);
  const erased = await Promise.all([eraseOldBuyers(real), eraseOldBuyers(real)]);
  expect(erased.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBe(expected);
  const rows = await server.db
    .select({ id: orders.id, at: orders.comprador_apagado_em })
    .from(orders)
    .where(eq(orders.usuario_id, user.id));
  expect(rows.filter(({ id, at }) => (at !== null) !== due.get(id))).toEqual([]);
  expect(rows).toHaveLength(due.size);
});
