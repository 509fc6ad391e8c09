import { newId } from '@esteira/db/schema/columns';
import type { orders } from '@esteira/db/schema/orders/orders';
import { insertOrders } from '@esteira/db/testing/insert-orders';
import { toDay } from '@esteira/domain/calendar';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUser, type TestUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let now: Date;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => now } });
});
beforeEach(() => {
  // 1 March in UTC, still the evening of 28 February in São Paulo.
  now = new Date('2026-03-01T01:30:00Z');
});
afterAll(() => server.close());

/** The month so far. */
async function readMonth(user: TestUser): Promise<DashboardPeriod> {
  const ate = toDay(now);
  const path = `/api/dashboard/periodo?de=${ate.slice(0, 8)}01&ate=${ate}&este_mes=true`;
  return (await server.call('GET', path, { token: user.token })).body;
}

const sell = (
  user: TestUser,
  { criado_em = now.toISOString(), ...fields }: Partial<typeof orders.$inferInsert>,
) =>
  insertOrders(server.db, {
    usuario_id: user.id,
    id: newId(new Date(criado_em)),
    marketplace: 'mercadolivre',
    ml_order_id: unique('2000'),
    produto_nome: 'Produto',
    fornecedor_nome: 'Desconhecido',
    quantidade: 1,
    preco_venda: 59.9,
    preco_fornecedor: 25,
    cliente_nome: 'Cliente',
    cliente_endereco: 'Rua A, 1',
    criado_em,
    ...fields,
  });

it('counts a month so far and the same days of the one before, on both marketplaces, without cancelled and older orders', async () => {
  const user = await makeUser(server);
  await sell(user, {});
  await sell(user, { marketplace: 'amazon', status: 'entregue', criado_em: '2026-02-01T03:00:00.000Z' });
  await sell(user, { status: 'cancelado' });
  await sell(user, { criado_em: '2026-01-01T03:00:00.000Z', preco_venda: 0.3, preco_fornecedor: 0.1 });
  await sell(user, { criado_em: '2026-01-20T12:00:00.000Z', status: 'cancelado' });
  await sell(user, { criado_em: '2026-01-01T02:59:59.999Z' });
  await sell(user, { criado_em: '2024-05-01T12:00:00.000Z', status: 'cancelado' });
  const { total, anterior } = await readMonth(user);
  expect(total).toMatchObject({ vendas: 2, receita: 119.8, lucro: 69.8 });
  expect(anterior).toMatchObject({
    momento: '2026-01-29T01:30:00.000Z',
    total: { vendas: 1, receita: 0.3, lucro: 0.2 },
  });
});

it.each([
  // At the same day and time of day, to the millisecond.
  ['2026-11-21T15:30:00.250Z', '2026-10-21T15:30:00.250Z', '2026-10-21T15:30:00.251Z'],
  // In the first moment of a month nothing but that moment.
  ['2026-11-01T03:00:00.000Z', '2026-10-01T03:00:00.000Z', '2026-10-01T03:00:00.001Z'],
  // The month before is shorter: the whole of it and nothing of this one.
  ['2026-03-31T12:00:00.000Z', '2026-03-01T02:59:59.999Z', '2026-03-01T03:00:00.000Z'],
  ['2028-03-29T12:00:00.000Z', '2028-02-29T12:00:00.000Z', '2028-02-29T12:00:00.001Z'],
  // The month before is longer: what it has beyond this day stays out.
  ['2028-02-29T23:00:00.000Z', '2028-01-29T23:00:00.000Z', '2028-01-29T23:00:00.001Z'],
  ['2027-01-10T12:00:00.000Z', '2026-12-10T12:00:00.000Z', '2026-12-10T12:00:00.001Z'],
])('at %s the month before counts up to %s and no further', async (at, last, beyond) => {
  now = new Date(at);
  const user = await makeUser(server);
  await sell(user, { criado_em: last });
  await sell(user, { criado_em: beyond });
  const { anterior } = await readMonth(user);
  expect(anterior.total).toMatchObject({ vendas: 1, receita: 59.9, lucro: 34.9 });
  if (anterior.momento !== null) expect(anterior.momento).toBe(last);
});

it('on the first of a month today is compared with yesterday, and this month with the first of the one before', async () => {
  now = new Date('2026-12-01T15:00:00Z');
  const user = await makeUser(server);
  const read = async (query: string) =>
    (await server.call('GET', `/api/dashboard/periodo?${query}`, { token: user.token })).body.anterior;
  const yesterday = { de: '2026-11-30', ate: '2026-11-30', momento: '2026-11-30T15:00:00.000Z' };
  const month = { de: '2026-11-01', ate: '2026-11-01', momento: '2026-11-01T15:00:00.000Z' };
  expect(await read('de=2026-12-01&ate=2026-12-01')).toMatchObject(yesterday);
  expect(await read('de=2026-12-01&ate=2026-12-01&este_mes=true')).toMatchObject(month);
  expect(await read('de=2026-12-01&ate=2026-12-31')).toMatchObject(month);
  now = new Date('2026-12-02T15:00:00Z');
  expect(await read('de=2026-12-01&ate=2026-12-01')).toMatchObject({ ...yesterday, momento: null });
});

it('sums to the cent what a busy month holds', async () => {
  now = new Date('2026-11-21T15:30:00Z');
  const user = await makeUser(server);
  for (let day = 1; day <= 30; day += 1) {
    const criado_em = `2026-10-${String(day).padStart(2, '0')}T15:30:00.000Z`;
    await sell(user, { criado_em, preco_venda: 0.1, preco_fornecedor: 0.3 });
  }
  expect((await readMonth(user)).anterior.total).toMatchObject({ vendas: 21, receita: 2.1, lucro: -4.2 });
});

it('shows one seller nothing of another', async () => {
  await sell(await makeUser(server), {});
  expect((await readMonth(await makeUser(server))).total.vendas).toBe(0);
});
