import { findPostgresFailure } from '@esteira/db/postgres/postgres-errors';
import { orderCosts } from '@esteira/db/schema/orders/order-costs';
import { orderEstimates } from '@esteira/db/schema/orders/order-estimates';
import { toDay } from '@esteira/domain/calendar';
import type { CostFact } from '@esteira/domain/profit/facts/cost-fact';
import type { MissingCosts } from '@esteira/validators/costs/missing-costs';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import type { PeriodOrder } from '@esteira/validators/dashboards/period-orders';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/server';
import { findContradictions } from '../../orders/testing/invariants';
import { sellAsBefore } from '../../orders/testing/sell-before';
import { type CostShop, makeCostShop } from '../testing/cost-shop';
import { correctCosts } from './correct-costs';
import { toFactRow, toReversal } from './fact-rows';
import { listFacts } from './stored-facts';

let server: TestServer;
let shop: CostShop;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await makeCostShop(server);
});

async function sellBefore(hasRows: boolean): Promise<string> {
  const sale = { marketplace: 'mercadolivre', units: 1, hasRows } as const;
  const { user, produtoId } = shop;
  return (await sellAsBefore(server.db, { usuarioId: user.id, produtoId, ...sale })) ?? '';
}

const listRows = () =>
  server.db.select().from(orderCosts).where(eq(orderCosts.usuario_id, shop.user.id)).orderBy(orderCosts.id);
const listEstimates = () =>
  server.db.select().from(orderEstimates).where(eq(orderEstimates.usuario_id, shop.user.id));
const expectConsistent = async () =>
  expect(await findContradictions({ server, user: shop.user })).toEqual([]);

/** What a page says but for ids and moments, which are of its own order. */
const toShown = ({ lancamentos, ...costs }: OrderCosts) => ({
  ...costs,
  lancamentos: lancamentos.map(({ id: _, criado_em: __, ...entry }) => entry),
});

const charge = (code: CostFact['code'], cents: number): CostFact => ({
  ...{ code, cents, origin: 'api', charged: true, isSelfDelivered: false },
  ...{ ruleId: null, ruleSince: null, missing: null },
});

async function refusal(write: Promise<unknown>): Promise<string> {
  try {
    await write;
  } catch (error) {
    const failure = findPostgresFailure(error);
    return failure?.constraint ?? failure?.code ?? String(error);
  }
  return 'accepted';
}

describe('an estimate', () => {
  it('of a sale is one row, whose facts have ids of their own', async () => {
    const id = await shop.sell();
    expect(await listRows()).toEqual([]);
    expect(await listEstimates()).toMatchObject([
      {
        ...{
          pedido_id: id,
          tarifa_venda: 9.09,
          tarifa_fixa: null,
          frete_vendedor: 14.45,
          entrega_propria: false,
        },
        tarifa_venda_fonte: expect.stringMatching(/^tabela ml-commission-classico-\S+ \d{4}-\d\d-\d\d$/),
        ...{ tarifa_fixa_fonte: null, embalagem_fonte: 'usuario' },
      },
    ]);
    const { lancamentos } = await shop.costsOf(id);
    expect(lancamentos).toHaveLength(5);
    expect(new Set(lancamentos.map((entry) => entry.id)).size).toBe(5);
    await expectConsistent();
  });

  it('of an order of before is one row too, whether of one order or of all', async () => {
    const [one, ...others] = [await sellBefore(false), await sellBefore(false), await sellBefore(false)];
    await shop.call('POST', '/trpc/orders.estimateOneCosts', { id: one });
    await shop.call('POST', '/trpc/orders.estimateCosts', {});
    expect(await listRows()).toEqual([]);
    const estimated = await listEstimates();
    expect(new Set(estimated.map(({ pedido_id }) => pedido_id))).toEqual(new Set([one, ...others]));
    await expectConsistent();
  });

  it('says what is missing, and is filled in by rows that take these facts back', async () => {
    shop = await makeCostShop(server, { regime: null });
    const id = await shop.sell();
    expect(await listEstimates()).toMatchObject([{ imposto: null, imposto_fonte: 'tabela regime' }]);
    await shop.call('PUT', '/api/custos', { regime: 'mei' });
    await shop.call('POST', '/trpc/orders.estimateCosts', {});
    const [missing] = await listFacts(server.db, shop.user.id, [id]).then((facts) =>
      facts.filter((fact) => fact.missing !== null),
    );
    expect(await listRows()).toMatchObject([
      { codigo: 'imposto', valor: null, falta: 'regime', estorna_id: missing?.id },
      { codigo: 'imposto', valor: 0, falta: null, estorna_id: null },
    ]);
    expect((await shop.costsOf(id)).custos).not.toBeNull();
    await expectConsistent();
  });

  it('knows the freight of a parcel that the seller brings', async () => {
    shop = await makeCostShop(server, { logistica_ml: 'self_service', entrega_propria: 8 });
    const id = await shop.sell();
    expect(await listEstimates()).toMatchObject([{ entrega_propria: true, frete_vendedor: 8 }]);
    const facts = await listFacts(server.db, shop.user.id, [id]);
    expect(facts.filter((fact) => fact.isSelfDelivered).map(({ code }) => code)).toEqual(['frete_vendedor']);
  });

  it('whose facts are taken back is not changed by it, and none is taken back twice', async () => {
    const id = await shop.sell();
    const [estimate] = await listEstimates();
    const [commission] = await listFacts(server.db, shop.user.id, [id]);
    await correctCosts(server.db, shop.user.id, [{ pedidoId: id, facts: [charge('tarifa_venda', 950)] }]);
    expect(await listEstimates()).toEqual([estimate]);
    expect(await listRows()).toMatchObject([
      { codigo: 'tarifa_venda', valor: -9.09, estorna_id: commission?.id },
      { codigo: 'tarifa_venda', valor: 9.5, estorna_id: null },
    ]);
    if (commission === undefined) throw new Error('the sale wrote no commission');
    expect(await refusal(server.db.insert(orderCosts).values(toReversal(commission, toKey(id))))).toBe(
      'custos_pedido_estorno_unico',
    );
    await expectConsistent();
  });

  it('is written once for an order', async () => {
    const id = await shop.sell();
    const again = { usuario_id: shop.user.id, pedido_id: id, imposto: 1, imposto_fonte: 'usuario' };
    expect(await refusal(server.db.insert(orderEstimates).values(again))).toBe('estimativas_pedido_pk');
  });

  it('keeps rows of the same costs out, as a server that knows no estimates would write them', async () => {
    const id = await shop.sell();
    const facts = await listFacts(server.db, shop.user.id, [id]);
    const rows = facts.map((fact) => toFactRow(fact, toKey(id)));
    expect(await refusal(server.db.insert(orderCosts).values(rows))).toBe('custos_pedido_estimado');
    await expectConsistent();
  });
});

const toKey = (pedidoId: string) => ({ usuarioId: shop.user.id, pedidoId });

describe('an order whose estimate is rows, as before', () => {
  it('shows the same beside one whose estimate is one row, whatever happens to both', async () => {
    const [now, before] = [await shop.sell(), await sellBefore(true)];
    expect([(await listEstimates()).length, (await listRows()).length]).toEqual([1, 5]);
    const steps: (() => Promise<unknown>)[] = [
      async () => undefined,
      () => correct('embalagem', 2.25),
      () => learn(charge('tarifa_venda', 950), charge('frete_vendedor', 1200)),
      () => learn(charge('tarifa_venda', 940)),
      () => shop.call('POST', '/trpc/orders.estimateCosts', {}),
      () => shop.call('POST', `/api/pedidos/${now}/cancelar`, { motivo: 'Comprador desistiu' }),
      () => shop.call('POST', `/api/pedidos/${before}/cancelar`, { motivo: 'Comprador desistiu' }),
    ];
    for (const step of steps) {
      await step();
      expect(toShown(await shop.costsOf(before))).toEqual(toShown(await shop.costsOf(now)));
      await expectConsistent();
    }

    async function correct(codigo: string, valor: number) {
      for (const id of [now, before]) {
        await shop.call('POST', '/trpc/orders.correctCost', { id, codigo, valor, fatura: false });
      }
    }

    function learn(...facts: CostFact[]) {
      const readings = [now, before].map((pedidoId) => ({ pedidoId, facts }));
      return correctCosts(server.db, shop.user.id, readings);
    }
  });

  it('counts like it in the figures of its day and in the orders behind them', async () => {
    const ids = [await shop.sell(), await sellBefore(true)];
    const today = toDay(new Date());
    const span = `de=${today}&ate=${today}`;
    const period = await shop.call<DashboardPeriod>('GET', `/api/dashboard/periodo?${span}`);
    const { custos } = await shop.costsOf(ids[0] ?? '');
    expect(period.total).toMatchObject({ calculados: 2, custos: 2 * (custos ?? 0) });
    for (const { codigo, valor } of period.custos.filter((cost) => cost.valor > 0)) {
      const path = `/api/dashboard/periodo/pedidos?${span}&custo=${codigo}`;
      const behind = await shop.call<PeriodOrder[]>('GET', path);
      expect([codigo, behind.map(({ custo }) => custo)]).toEqual([codigo, [valor / 2, valor / 2]]);
    }
  });

  it('names the same reason why there is no net value', async () => {
    shop = await makeCostShop(server, { regime: null });
    for (const sell of [shop.sell, () => sellBefore(true)]) await sell();
    const today = toDay(new Date());
    const input = encodeURIComponent(JSON.stringify({ de: today, ate: today }));
    const missing = await shop.call<MissingCosts>('GET', `/trpc/dashboard.missingCosts?input=${input}`);
    expect(missing.motivos).toMatchObject([{ falta: 'regime', pedidos: 2 }]);
  });
});
