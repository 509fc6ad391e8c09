import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { getMonthSpan } from '@esteira/domain/report-period';
import { type PeriodInput, periodInput } from '@esteira/validators/dashboards/dashboard-period';
import { closingInput } from '@esteira/validators/dashboards/month-closing';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../core/context';
import { toPage } from '../../../core/paging';
import { registerExport, tooManyRows } from '../../../core/tables/export-route';
import { type Column, MAX_TABLE_ROWS, TABLE_PAGE, type Table } from '../../../core/tables/table';
import { type CostsOfOrder, readCostsOf } from '../../costs/estimates/order-cost-sums';
import { dividedFields, type LineRow, toLineRows } from '../../orders/line-rows';
import { areAtMost } from '../../orders/list/counts';
import { type SelectedPage, selectPage } from '../../orders/list/select-page';
import { SORTINGS } from '../../orders/list/sorting';
import { SOLD_ORDER_COLUMNS, soldOrderFields, statusFields } from '../../orders/sold-order-columns';
import { itsParcel } from '../../shipping/order-to-ship';
import { getNet, toPeriodQuery } from '../period/period-orders';
import { sumLineCosts, toLineCosts } from './line-costs';

/** GET /exportar/periodo and /exportar/fechamento: the orders that the figures of a period, or of a month, count. */
export function registerPeriodExports(api: FastifyInstance, deps: Deps): void {
  registerExport(api, deps, {
    ...{ name: 'periodo', input: periodInput, scopes: ['leitura'] },
    toTable: (deps, usuarioId, period) =>
      toTable(deps, usuarioId, { period, name: `periodo-${period.de}-a-${period.ate}` }),
  });
  registerExport(api, deps, {
    ...{ name: 'fechamento', input: closingInput, scopes: ['leitura'] },
    toTable: (deps, usuarioId, { mes }) =>
      toTable(deps, usuarioId, { period: getMonthSpan(mes), name: `fechamento-${mes}` }),
  });
}

interface Named {
  period: PeriodInput;
  name: string;
}

async function toTable({ db }: Deps, usuarioId: string, { period, name }: Named) {
  const isShort = await areAtMost(db, toPeriodQuery(usuarioId, period), MAX_TABLE_ROWS);
  if (!isShort) throw tooManyRows(MAX_TABLE_ROWS, 'pedidos');
  const table: Table<ExportedOrder> = {
    name,
    columns: COLUMNS,
    pages: readPages(db, usuarioId, period),
  };
  return table;
}

type ExportedOrder = LineRow<Awaited<ReturnType<typeof readOrders>>[number]> & {
  /** Undefined where a cost of the order is not known, so that each column sums to the figure of the period. */
  taken: CostsOfOrder | undefined;
};

const COLUMNS: Column<ExportedOrder>[] = [
  ...SOLD_ORDER_COLUMNS,
  { name: 'Lucro', kind: 'money', width: 15, read: (order) => order.lucro },
  ...COST_CODES.map(
    (code): Column<ExportedOrder> => ({
      ...{ name: code === 'fornecedor' ? 'Custo Fornecedor' : COST_LABELS[code], kind: 'money', width: 17 },
      // What took nothing stays empty.
      read: ({ taken }) => taken?.[code] || null,
    }),
  ),
  { name: 'Custos', kind: 'money', width: 15, read: ({ taken }) => sumLineCosts(taken) },
  {
    name: 'Líquido',
    kind: 'money',
    width: 15,
    read: (row) => getNet(row.preco_venda, sumLineCosts(row.taken)),
  },
  { name: 'Situação dos custos', kind: 'text', width: 20, read: describeCosts },
];

function describeCosts({ custos, custos_cobrados }: ExportedOrder): string {
  if (custos === null) return 'faltam dados';
  return custos_cobrados ? 'cobrado' : 'estimado';
}

async function* readPages(
  db: Database,
  usuarioId: string,
  period: PeriodInput,
): AsyncIterable<ExportedOrder[]> {
  const query = toPeriodQuery(usuarioId, period);
  let cursor: string | undefined;
  do {
    const from = { ordem: 'mais_novos', cursor, rows: TABLE_PAGE + 1 } as const;
    const { itens, proximo_cursor } = toPage(
      await readOrders(db, usuarioId, selectPage(query, from)),
      TABLE_PAGE,
      SORTINGS.mais_novos.toCursor,
    );
    const taken = await readCostsOf(db, usuarioId, itens);
    const rows = (await toLineRows(db, usuarioId, itens)).map((row) => {
      const costs = taken.get(row.id);
      return { ...row, taken: costs && toLineCosts(row, costs) };
    });
    if (rows.length > 0) yield rows;
    cursor = proximo_cursor ?? undefined;
  } while (cursor !== undefined);
}

function readOrders(db: Database, usuarioId: string, { page, isListed, order }: SelectedPage) {
  return db
    .select({
      ...soldOrderFields,
      ...statusFields,
      ...dividedFields,
      custos: orders.custos,
      custos_cobrados: orders.custos_cobrados,
    })
    .from(orders)
    .innerJoin(page, isListed)
    .leftJoin(orderShipping, itsParcel)
    .where(eq(orders.usuario_id, usuarioId))
    .orderBy(...order);
}
