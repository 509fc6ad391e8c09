import { queryRows } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import { notifications } from '@esteira/db/schema/platform/notifications';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noJobs } from '../../core/job-queue';
import { connectAccount } from '../../testing/accounts/accounts';
import { listForReal, makeProduct, makeUser, type TestUser, unique } from '../../testing/makers';
import {
  createMarketWithOrders,
  externalOrder,
  type MarketWithOrders,
  makeParcel,
} from '../../testing/marketplaces/external-orders';
import { noDeadline } from '../../testing/no-deadline';
import { createTestServer, type TestServer } from '../../testing/server';
import { countStatements } from '../../testing/watching/statements';
import { readOrder } from '../orders/intake/read-job';
import { forgetNotifications, relayNotifications } from './relay';

const APP = '2069392825111111';

/** Why notifications were dropped. */
const dropped: string[] = [];

let server: TestServer;
let markets: Record<Marketplace, MarketWithOrders>;
let user: TestUser;
let seller: string;

beforeAll(async () => {
  markets = {
    mercadolivre: createMarketWithOrders('mercadolivre'),
    amazon: createMarketWithOrders('amazon'),
  };
  const { mercadolivre, amazon } = markets;
  server = await createTestServer({
    background: { handlers: {} },
    app: { onDroppedNotification: (reason) => dropped.push(reason) },
    deps: {
      mercadoLivreAppId: APP,
      marketplaces: { mercadolivre: mercadolivre.adapter, amazon: amazon.adapter },
    },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await makeUser(server);
  seller = (await connectAccount(server, user, { marketplace: 'mercadolivre' })).vendedor_id.replace(
    /\D/g,
    '',
  );
  await server.db.update(connections).set({ vendedor_id: seller }).where(eq(connections.usuario_id, user.id));
  await queryRows(server.db, sql`DELETE FROM tarefas`);
  await server.db.delete(notifications);
  markets.mercadolivre.calls.length = 0;
});

const notice = (fields: object = {}) => ({
  _id: unique('n'),
  resource: '/orders/2000003508419013',
  user_id: Number(seller),
  topic: 'orders_v2',
  application_id: Number(APP),
  attempts: 1,
  sent: '2026-11-20T16:19:20.129Z',
  received: '2026-11-20T16:19:20.106Z',
  ...fields,
});

const deliver = (body: unknown) => server.call('POST', '/webhooks/mercadolivre', { body });
const inbox = () => server.db.select().from(notifications);
const jobs = () =>
  queryRows<{ name: string; data: Record<string, string> }>(
    server.db,
    sql`SELECT tipo AS name, dados AS data FROM tarefas ORDER BY tipo, dados->>'ml_order_id'`,
  );

describe('a notification of Mercado Livre', () => {
  it('is stored and answered without any call to a marketplace', async () => {
    const body = notice();
    const answer = await deliver(body);
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(await inbox()).toMatchObject([
      { id: body._id, topico: 'orders_v2', recurso: body.resource, vendedor_id: seller, tratada_em: null },
    ]);
    expect(markets.mercadolivre.calls).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  it.each(['/webhooks/mercadolivre/', '/webhooks//mercadolivre', '//webhooks/mercadolivre//'])(
    'is taken at %s, which asks for the same',
    async (address) => {
      const body = notice();
      expect((await server.call('POST', address, { body })).status).toBe(200);
      expect(await inbox()).toMatchObject([{ id: body._id }]);
      const [asked, usual] = await Promise.all(
        [address, '/webhooks/mercadolivre'].map((url) => server.call('GET', url)),
      );
      expect(asked?.status).toBe(usual?.status);
    },
  );

  it('is stored once, however often it is delivered', async () => {
    const body = notice();
    const answers = await Promise.all(Array.from({ length: 5 }, () => deliver(body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await inbox()).toHaveLength(1);
  });

  it('for a seller who is not connected leaves nothing behind', async () => {
    expect((await deliver(notice({ user_id: 1 }))).status).toBe(200);
    expect(await inbox()).toEqual([]);
  });

  it('of which there are too many leaves one look instead of a thousand readings, and no room to anybody else lost', async () => {
    const other = await makeUser(server);
    const vendedor = (await connectAccount(server, other, { marketplace: 'mercadolivre' })).vendedor_id;
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await server.db
      .update(connections)
      .set({ proxima_leitura_em: later, vendedor_id: vendedor.replace(/\D/g, '') })
      .where(eq(connections.usuario_id, other.id));
    await server.db
      .update(connections)
      .set({ proxima_leitura_em: later })
      .where(eq(connections.usuario_id, user.id));
    const dueNow = async () =>
      (
        await server.db
          .select({ id: connections.usuario_id })
          .from(connections)
          .where(sql`proxima_leitura_em <= now()`)
      ).map(({ id }) => id);
    const before = await dueNow();
    await Promise.all(
      Array.from({ length: 700 }, (_, n) =>
        deliver(notice({ resource: `/orders/${3_000_000_000_000_000 + n}` })),
      ),
    );
    await deliver(
      notice({ user_id: Number(vendedor.replace(/\D/g, '')), resource: '/orders/2000003508419999' }),
    );
    expect(await inbox()).toHaveLength(501);
    expect((await dueNow()).filter((id) => !before.includes(id))).toEqual([user.id]);
    await relayNotifications(server.deps);
    const sent = await jobs();
    const ofUser = sent.filter(({ data }) => data['usuario_id'] === user.id).map(({ name }) => name);
    expect(ofUser.filter((name) => name === 'order-read')).toHaveLength(200);
    expect(ofUser.filter((name) => name === 'orders-poll')).toHaveLength(1);
    expect(sent.filter(({ data }) => data['usuario_id'] === other.id).map(({ name }) => name)).toEqual([
      'order-read',
    ]);
  });

  it('of an unknown account or another application is answered, dropped and counted', async () => {
    dropped.length = 0;
    const strange = [notice({ application_id: 1 }), notice({ user_id: 1 }), notice()];
    const statuses = [];
    for (const body of strange) statuses.push((await deliver(body)).status);
    expect(statuses).toEqual([200, 200, 200]);
    expect(dropped).toEqual(['application', 'account']);
    expect(await inbox()).toHaveLength(1);
  });

  it.each([{}, [], 'text', { topic: 'orders_v2' }, { ...{ resource: 5 } }])(
    'that is none is refused in Portuguese: %j',
    async (body) => {
      const answer = await server.call('POST', '/webhooks/mercadolivre', {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.status, answer.body.detail]).toEqual([400, 'A notificação não tem o formato esperado']);
    },
  );

  it('that is no JSON, or too long, is refused', async () => {
    const send = (body: string, type: string) =>
      server.call('POST', '/webhooks/mercadolivre', { body, headers: { 'content-type': type } });
    expect((await send('{', 'application/json')).status).toBe(400);
    expect((await send('topic=orders_v2', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await deliver(notice({ resource: 'x'.repeat(20_000) }))).status).toBe(413);
  });

  it('is unknown while Mercado Livre is simulated', async () => {
    const simulated = await createTestServer();
    const answer = await simulated.call('POST', '/webhooks/mercadolivre', { body: notice() });
    expect(answer.status).toBe(404);
    await simulated.close();
  });
});

describe('the inbox', () => {
  it('becomes one reading for all announcements of an order', async () => {
    for (let each = 0; each < 3; each += 1) await deliver(notice());
    await deliver(notice({ resource: '/orders/2000003508419014' }));
    await relayNotifications(server.deps);
    const account = { usuario_id: user.id, marketplace: 'mercadolivre', conta_id: 1 };
    expect(await jobs()).toEqual([
      { name: 'order-read', data: { ...account, ml_order_id: '2000003508419013' } },
      { name: 'order-read', data: { ...account, ml_order_id: '2000003508419014' } },
    ]);
    expect((await inbox()).every(({ tratada_em }) => tratada_em !== null)).toBe(true);
    await relayNotifications(server.deps);
    expect(await jobs()).toHaveLength(2);
  });

  it('is emptied, however full it is', async () => {
    for (let each = 0; each < 120; each += 1) await deliver(notice({ resource: `/orders/${1000 + each}` }));
    await Promise.all([relayNotifications(server.deps), relayNotifications(server.deps)]);
    expect((await inbox()).filter(({ tratada_em }) => tratada_em === null)).toEqual([]);
    expect(await jobs()).toHaveLength(120);
  });

  it('is looked through in few statements, however many parcels and listings were announced', async () => {
    for (let each = 0; each < 20; each += 1) {
      await deliver(notice({ topic: 'shipments', resource: `/shipments/${43_000_000_000 + each}` }));
      await deliver(notice({ topic: 'items', resource: `/items/MLB${4_000_000_000 + each}` }));
    }
    const { db, statements } = countStatements(server.db);
    await relayNotifications({ db, jobs: { ...noJobs, send: async () => undefined } });
    expect((await inbox()).filter(({ tratada_em }) => tratada_em === null)).toEqual([]);
    expect(statements()).toBeLessThanOrEqual(4);
  });

  it('reads the order again whose parcel moved, and looks for orders when the parcel is unknown', async () => {
    const order = externalOrder('mercadolivre');
    markets.mercadolivre.orders.set(order.ml_order_id, order);
    markets.mercadolivre.parcels.set(order.ml_order_id, makeParcel({ envio_id: '43000000001' }));
    const account = { usuario_id: user.id, marketplace: 'mercadolivre', conta_id: 1 } as const;
    await readOrder(server.deps, { ...account, ml_order_id: order.ml_order_id }, noDeadline);
    await deliver(notice({ topic: 'shipments', resource: '/shipments/43000000001' }));
    await deliver(notice({ topic: 'shipments', resource: '/shipments/43000000002' }));
    await relayNotifications(server.deps);
    expect(await jobs()).toEqual([
      { name: 'order-read', data: { ...account, ml_order_id: order.ml_order_id } },
      { name: 'orders-poll', data: account },
    ]);
  });

  it('checks the listing that changed, when it was published from here', async () => {
    const product = await makeProduct(server, user);
    await listForReal(server, user, { id: product.id, marketplace: 'mercadolivre' });
    await queryRows(
      server.db,
      sql`UPDATE anuncios SET id_externo = 'MLB4000000001' WHERE produto_id = ${product.id}::uuid`,
    );
    await deliver(notice({ topic: 'items', resource: '/items/MLB4000000001' }));
    await deliver(notice({ topic: 'items', resource: '/items/MLB4000000002' }));
    await relayNotifications(server.deps);
    expect(await jobs()).toMatchObject([{ name: 'listing-check', data: { produto_id: product.id } }]);
  });

  it('drops what concerns nothing here, and what belongs to a seller who left', async () => {
    await deliver(notice({ topic: 'questions', resource: '/questions/1' }));
    await deliver(notice());
    await server.db.delete(connections).where(eq(connections.usuario_id, user.id));
    await relayNotifications(server.deps);
    expect(await jobs()).toEqual([]);
    expect((await inbox()).every(({ tratada_em }) => tratada_em !== null)).toBe(true);
  });

  it('forgets what was handled a week ago, and nothing else', async () => {
    await deliver(notice({ _id: 'old' }));
    await deliver(notice({ _id: 'recent' }));
    await relayNotifications(server.deps);
    await deliver(notice({ _id: 'waiting' }));
    const lastWeek = new Date(Date.now() - 8 * 86_400_000).toISOString();
    await server.db.update(notifications).set({ tratada_em: lastWeek }).where(eq(notifications.id, 'old'));
    await forgetNotifications(server.deps);
    expect((await inbox()).map(({ id }) => id).sort()).toEqual(['recent', 'waiting']);
  });

  it('deletes in parts, so that no request waits for the end of a great many', async () => {
    await queryRows(
      server.db,
      sql`INSERT INTO notificacoes (marketplace, id, topico, recurso, vendedor_id, tratada_em)
          SELECT 'mercadolivre', n::text, 'orders_v2', '/orders/1', '1', now() - interval '8 days'
          FROM generate_series(1, 2500) AS n`,
    );
    const { db, statements } = countStatements(server.db);
    await forgetNotifications({ db });
    expect(await inbox()).toEqual([]);
    expect(statements()).toBe(3);
  });
});
