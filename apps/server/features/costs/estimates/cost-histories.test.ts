import { runs } from '@esteira/config/vitest/runs';
import { toDay } from '@esteira/domain/calendar';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { toCents } from '@esteira/domain/money';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import type { MissingCosts } from '@esteira/validators/costs/missing-costs';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import type { DashboardStats } from '@esteira/validators/dashboards/dashboard';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import type { BestSellers, MonthTotals } from '@esteira/validators/dashboards/dashboard-totals';
import type { PeriodOrder } from '@esteira/validators/dashboards/period-orders';
import type { Order } from '@esteira/validators/orders/order';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/server';
import { COST_COMMANDS } from '../../orders/testing/cost-commands';
import { type Command, type History, makeHistory, play } from '../../orders/testing/history';
import { findContradictions } from '../../orders/testing/invariants';

const HISTORIES = runs(8);

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const kind = <K extends Command['kind']>(name: K) => fc.constant(name);
const marketplace = fc.constantFrom('mercadolivre' as const, 'amazon' as const);
const product = fc.nat({ max: 2 });
const index = fc.nat({ max: 5 });

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: kind('sell'), product, marketplace, units: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('cancelBySeller'), index }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('undo'), index }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('step'), index, path: fc.constant('aprovar') }) },
  ...COST_COMMANDS,
);

async function read<Body>({ user }: History, path: string): Promise<Body> {
  return (await server.call('GET', path, { token: user.token })).body;
}

/** What the pages of the orders say, summed up as the dashboard does. */
async function sumPages(history: History) {
  const orders = (await read<Order[]>(history, '/api/pedidos')).filter(
    ({ status }) => status !== 'cancelado',
  );
  const pages = await Promise.all(
    orders.map(({ id }) => read<OrderCosts>(history, `/api/pedidos/${id}/custos`)),
  );
  const known = pages.filter(({ gravado, liquido }) => gravado && liquido !== null);
  for (const { custos, lancamentos, linhas } of known) {
    expect(sumCents(lancamentos.map(({ valor }) => valor))).toBe(toCents(custos ?? 0));
    for (const { codigo, valor } of linhas) {
      const own = lancamentos.filter((entry) => entry.codigo === codigo);
      expect([codigo, sumCents(own.map((entry) => entry.valor))]).toEqual([codigo, toCents(valor ?? 0)]);
    }
  }
  return {
    vendas: pages.length,
    calculados: known.length,
    cobrados: known.filter(({ cobrado }) => cobrado).length,
    liquido: known.reduce((sum, { liquido }) => sum + toCents(liquido ?? 0), 0),
  };
}

const sumCents = (amounts: readonly (number | null)[]) =>
  amounts.reduce<number>((sum, amount) => sum + toCents(amount ?? 0), 0);

/** The parts of each figure of the period sum to it: kinds of cost, marketplaces, and the orders behind it. */
async function expectParts(history: History, { de, ate, total, custos, marketplaces }: DashboardPeriod) {
  expect(sumCents(custos.map(({ valor }) => valor))).toBe(toCents(total.custos));
  for (const row of marketplaces) {
    expect(sumCents(row.custos.map(({ valor }) => valor))).toBe(toCents(row.total.custos));
  }
  expect(sumCents(marketplaces.map((row) => row.total.liquido))).toBe(toCents(total.liquido ?? 0));
  const rows = await read<PeriodOrder[]>(history, `/api/dashboard/periodo/pedidos?de=${de}&ate=${ate}`);
  expect(rows).toHaveLength(total.vendas);
  expect(sumCents(rows.map((row) => row.preco_venda))).toBe(toCents(total.receita));
  expect(sumCents(rows.map((row) => row.lucro))).toBe(toCents(total.lucro));
  expect(sumCents(rows.map((row) => row.liquido))).toBe(toCents(total.liquido ?? 0));
}

const query = <Body>({ server, user }: History, path: string, input?: object): Promise<Body> =>
  server
    .call('GET', `/trpc/${path}${input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''}`, {
      token: user.token,
    })
    .then(({ body }) => body.result.data);

/** The orders behind what one kind of cost took, and the reasons of those without a net value. */
async function expectCostRows(history: History, { de, ate, total, custos }: DashboardPeriod) {
  for (const codigo of COST_CODES) {
    const path = `/api/dashboard/periodo/pedidos?de=${de}&ate=${ate}&custo=${codigo}`;
    const rows = await read<PeriodOrder[]>(history, path);
    const valor = custos.find((cost) => cost.codigo === codigo)?.valor ?? 0;
    expect([codigo, sumCents(rows.map(({ custo }) => custo))]).toEqual([codigo, toCents(valor)]);
  }
  const missing = await query<MissingCosts>(history, 'dashboard.missingCosts', { de, ate });
  const unknown = total.vendas - total.calculados;
  expect([missing.pedidos, missing.motivos.reduce((sum, { pedidos }) => sum + pedidos, 0)]).toEqual([
    unknown,
    unknown,
  ]);
}

/** The months behind the figures of all time. */
async function expectMonths(history: History) {
  const stats = await read<DashboardStats>(history, '/api/dashboard/stats');
  const { meses } = await query<MonthTotals>(history, 'dashboard.months');
  const count = (rows: readonly number[]) => rows.reduce((sum, row) => sum + row, 0);
  expect(count(meses.map(({ vendas }) => vendas))).toBe(stats.total_vendas);
  expect(count(meses.map(({ pendentes }) => pendentes))).toBe(stats.pedidos_pendentes);
  expect(sumCents(meses.map(({ receita }) => receita))).toBe(toCents(stats.receita_total));
  expect(sumCents(meses.map(({ lucro }) => lucro))).toBe(toCents(stats.lucro_total));
  for (const marketplace of MARKETPLACES) {
    const own = meses.filter((row) => row.marketplace === marketplace);
    expect(count(own.map(({ vendas }) => vendas))).toBe(stats.vendas_por_marketplace[marketplace]);
  }
  const { produtos } = await query<BestSellers>(history, 'dashboard.bestSellers');
  expect(produtos.map(({ nome, unidades }) => ({ nome, vendas: unidades }))).toEqual(
    stats.produtos_mais_vendidos,
  );
  for (const product of produtos) {
    expect(count(product.meses.map(({ unidades }) => unidades))).toBe(product.unidades);
  }
}

it('after parallel sales, charges, corrections and estimates the rows, the orders and the dashboard agree to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 6, maxLength: 24 }), async (commands) => {
      const history = await makeHistory(server);
      const answers = await Promise.all(commands.map((one) => play(history, one)));
      expect(answers.filter((status) => status >= 500)).toEqual([]);
      expect(await findContradictions(history)).toEqual([]);
      const today = toDay(new Date());
      const period = await read<DashboardPeriod>(history, `/api/dashboard/periodo?de=${today}&ate=${today}`);
      await expectParts(history, period);
      await expectCostRows(history, period);
      await expectMonths(history);
      const { total } = period;
      const { vendas, calculados, cobrados, liquido } = total;
      expect({ vendas, calculados, cobrados, liquido: toCents(liquido ?? 0) }).toEqual(
        await sumPages(history),
      );
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 240_000);
