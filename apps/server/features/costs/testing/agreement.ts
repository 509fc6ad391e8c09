import { toDay } from '@esteira/domain/calendar';
import { toCents } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { COST_CODES, type CostCode } from '@esteira/domain/profit/costs/cost-term';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import type { MonthClosing } from '@esteira/validators/dashboards/month-closing';
import type { PeriodOrder } from '@esteira/validators/dashboards/period-orders';
import type { Order } from '@esteira/validators/orders/order';
import { expect } from 'vitest';
import { centsOfCell, readCsvTable } from '../../../testing/files/csv-table';
import type { TestUser } from '../../../testing/makers';
import type { TestServer } from '../../../testing/server';
import { findContradictions } from '../../orders/testing/invariants';

interface Shop {
  server: TestServer;
  user: TestUser;
}

/**
 * All that shows what orders cost says the same, to the cent: their pages, the ledger, the dashboard's day and the
 * orders behind it, the month's closing and its table. `ids` are all orders of the seller, sold on one day. Answers the
 * first order's page.
 */
export async function readAgreedCosts({ server, user }: Shop, ids: readonly string[]): Promise<OrderCosts> {
  const get = async <Body>(path: string): Promise<Body> => {
    const { status, text, body } = await server.call('GET', `/api/${path}`, { token: user.token });
    expect(status, text).toBe(200);
    return body;
  };
  const pages = await Promise.all(ids.map((id) => get<OrderCosts>(`pedidos/${id}/custos`)));
  const [sold] = await get<Order[]>('pedidos?limite=1');
  const dia = toDay(sold?.criado_em ?? '');
  const mes = dia.slice(0, 7);
  const day = await get<DashboardPeriod>(`dashboard/periodo?de=${dia}&ate=${dia}`);
  const closing = await get<MonthClosing>(`dashboard/fechamento?mes=${mes}`);
  const expected = sumPages(pages);
  expect(toSums(day)).toEqual(expected);
  expect(toSums(closing)).toEqual(expected);
  const behind = await get<PeriodOrder[]>(`dashboard/periodo/pedidos?de=${dia}&ate=${dia}`);
  expect(sum(behind.map(({ liquido }) => liquido))).toBe(expected.net);
  expect(sumTable(await readCsvTable(server, `/api/exportar/fechamento.csv?mes=${mes}`, user.token))).toEqual(
    {
      costs: expected.costs,
      net: expected.net,
      byCode: expected.byCode,
    },
  );
  for (const { custos, lancamentos } of pages) {
    expect(sum(lancamentos.map(({ valor }) => valor))).toBe(toCents(custos ?? 0));
  }
  expect(await findContradictions({ server, user })).toEqual([]);
  return pages[0] as OrderCosts;
}

/** In cents; kinds of costs that took nothing are left out. */
interface Sums {
  costs: number;
  net: number;
  charged: number;
  byCode: Partial<Record<CostCode, number>>;
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((all, value) => all + toCents(value ?? 0), 0);

const sumByCode = (costOf: (code: CostCode) => number): Sums['byCode'] =>
  Object.fromEntries(COST_CODES.map((code) => [code, costOf(code)]).filter(([, cents]) => cents !== 0));

/** Of an order whose costs are not all known no cost counts. */
function sumPages(pages: readonly OrderCosts[]): Sums {
  const lines = pages.filter(({ custos }) => custos !== null).flatMap(({ linhas }) => linhas);
  return {
    costs: sum(pages.map(({ custos }) => custos)),
    net: sum(pages.map(({ liquido }) => liquido)),
    charged: pages.filter(({ cobrado }) => cobrado).length,
    byCode: sumByCode((code) => sum(lines.filter(({ codigo }) => codigo === code).map(({ valor }) => valor))),
  };
}

const toSums = ({ total, custos }: Pick<DashboardPeriod, 'total' | 'custos'>): Sums => ({
  costs: toCents(total.custos),
  net: toCents(total.liquido ?? 0),
  charged: total.cobrados,
  byCode: sumByCode((code) => toCents(custos.find(({ codigo }) => codigo === code)?.valor ?? 0)),
});

function sumTable(rows: readonly Record<string, string>[]): Omit<Sums, 'charged'> {
  const column = (name: string) => rows.reduce((all, row) => all + centsOfCell(row[name]), 0);
  return {
    costs: column('Custos'),
    net: column('Líquido'),
    byCode: sumByCode((code) => column(code === 'fornecedor' ? 'Custo Fornecedor' : COST_LABELS[code])),
  };
}
