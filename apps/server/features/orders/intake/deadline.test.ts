import { orders } from '@esteira/db/schema/orders/orders';
import { DAY_MS } from '@esteira/domain/durations';
import type { ExternalOrder, ShippingState } from '@esteira/marketplaces/port';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import { externalOrder, makeParcel } from '../../../testing/marketplaces/external-orders';
import { createTestServer, type TestServer } from '../../../testing/server';
import { receiveOrder } from './intake';
import { saveParcel } from './save-parcel';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const SHIP_BY = new Date('2026-11-24T17:00:00.000Z');
const LATER = new Date('2026-11-25T17:00:00.000Z');

/** A real order whose parcel is read once more with each state. */
async function readings(user: TestUser, fields: Partial<ExternalOrder> = {}) {
  const order = externalOrder(fields.marketplace ?? 'mercadolivre', fields);
  await receiveOrder(server.db, { usuarioId: user.id, contaId: 1 }, order);
  let seconds = 0;
  return async (state: Partial<ShippingState>) => {
    seconds += 1;
    const readAt = new Date(order.atualizado_em.getTime() + seconds * 1000);
    await saveParcel(server.db, { usuarioId: user.id, order, parcel: makeParcel(state), readAt });
    const [shown] = (await server.call('GET', '/api/pedidos', { token: user.token })).body;
    return shown.despachar_ate;
  };
}

it('a real order keeps the deadline that the marketplace told last, also while it tells none', async () => {
  const read = await readings(await makeUser(server));
  expect(await read({})).toBeNull();
  expect(await read({ despachar_ate: SHIP_BY })).toBe(SHIP_BY.toISOString());
  expect(await read({})).toBe(SHIP_BY.toISOString());
  expect(await read({ despachar_ate: LATER })).toBe(LATER.toISOString());
});

it.each(['coletado', 'enviado', 'entregue', 'devolvido', 'cancelado'] as const)(
  'a parcel that is %s has no deadline any more, whatever status its order has here',
  async (situacao) => {
    const user = await makeUser(server);
    const read = await readings(user);
    await read({ despachar_ate: new Date('2026-11-01T12:00:00Z') });
    const late = async () =>
      (await server.call('GET', '/api/pedidos?atrasados=true', { token: user.token })).body.length;
    expect(await late()).toBe(1);
    expect(await read({ situacao, despachar_ate: SHIP_BY })).toBeNull();
    expect(await late()).toBe(0);
  },
);

describe('the day that counts as the delivery', () => {
  const dayOf = async ({ id }: TestUser) =>
    (await server.db.select({ at: orders.entregar_ate }).from(orders).where(eq(orders.usuario_id, id)))[0]
      ?.at;

  it('of a parcel that Amazon sent without a promised day is a month after it was seen to have left', async () => {
    const user = await makeUser(server);
    const read = await readings(user, { marketplace: 'amazon', enviado_pelo_marketplace: true });
    await read({ situacao: 'aguardando_marketplace' });
    expect(await dayOf(user)).toBeNull();
    await read({ situacao: 'enviado' });
    const first = await dayOf(user);
    expect(Math.round((Date.parse(first ?? '') - Date.now()) / DAY_MS)).toBe(30);
    await read({ situacao: 'enviado' });
    expect(await dayOf(user)).toBe(first);
    await read({ situacao: 'enviado', entregar_ate: LATER });
    expect(await dayOf(user)).toBe(LATER.toISOString());
  });

  it('of a parcel of Mercado Livre, which tells deliveries, is not assumed', async () => {
    const user = await makeUser(server);
    await (await readings(user))({ situacao: 'enviado' });
    expect(await dayOf(user)).toBeNull();
  });
});
