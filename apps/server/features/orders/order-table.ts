import type { Database } from '@esteira/db/database';
import { orderShipping } from '@esteira/db/schema/orders/order-shipping';
import { orders } from '@esteira/db/schema/orders/orders';
import { toDay } from '@esteira/domain/calendar';
import { describeBuyer } from '@esteira/domain/orders/buyer-retention';
import { getAttentionMessage, joinMessages, sortReasons } from '@esteira/domain/orders/order-attention';
import { type OrderListInput, orderListInput } from '@esteira/validators/orders/order-list';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../core/context';
import { toPage } from '../../core/paging';
import { registerExport, tooManyRows } from '../../core/tables/export-route';
import { type Column, MAX_TABLE_ROWS, TABLE_PAGE, type Table } from '../../core/tables/table';
import { hasSeveralAccounts } from '../connections/seller-accounts';
import { itsParcel } from '../shipping/order-to-ship';
import { dividedFields, type LineRow, toLineRows } from './line-rows';
import { areAtMost } from './list/counts';
import { toOrderQuery } from './list/order-query';
import { type SelectedPage, selectPage } from './list/select-page';
import { SORTINGS } from './list/sorting';
import { orderColumns } from './queries';
import { SOLD_ORDER_COLUMNS, soldOrderFields, statusFields } from './sold-order-columns';

const exportInput = orderListInput.omit({ limite: true, cursor: true });

type ExportInput = Omit<OrderListInput, 'limite' | 'cursor'>;

/** GET /exportar/pedidos.csv and .xlsx, under the filters and in the order of the list. */
export function registerOrderExport(api: FastifyInstance, deps: Deps): void {
  registerExport(api, deps, {
    ...{ name: 'pedidos', input: exportInput, scopes: ['leitura', 'pedidos'] },
    countBuyers: (page: readonly ExportedOrder[]) => new Set(page.map(({ id }) => id)).size,
    toTable,
  });
}

async function toTable(
  { db, clock }: Deps,
  usuarioId: string,
  input: ExportInput,
): Promise<Table<ExportedOrder>> {
  const isShort = await areAtMost(db, toOrderQuery(usuarioId, input), MAX_TABLE_ROWS);
  if (!isShort) throw tooManyRows(MAX_TABLE_ROWS, 'pedidos');
  const hasSeveral = await hasSeveralAccounts(db, usuarioId);
  return {
    name: `pedidos-${toDay(clock())}`,
    columns: hasSeveral ? [...COLUMNS, ACCOUNT_COLUMN] : COLUMNS,
    pages: readPages(db, usuarioId, input),
  };
}

const COLUMNS: Column<ExportedOrder>[] = [
  ...SOLD_ORDER_COLUMNS,
  { name: 'Custo Fornecedor', kind: 'money', width: 17, read: (order) => order.preco_fornecedor },
  { name: 'Lucro', kind: 'money', width: 15, read: (order) => order.lucro },
  { name: 'Cliente', kind: 'text', width: 28, read: (order) => readBuyer(order, 'cliente_nome') },
  { name: 'Endereço', kind: 'text', width: 50, read: (order) => readBuyer(order, 'cliente_endereco') },
  { name: 'Transportadora', kind: 'text', width: 18, read: (order) => order.transportadora },
  { name: 'Código de rastreio', kind: 'code', width: 20, read: (order) => order.codigo_rastreio },
  { name: 'Requer atenção', kind: 'text', width: 40, read: readAttention },
  { name: 'Atualizado em', kind: 'moment', width: 17, read: (order) => order.atualizado_em },
];

const ACCOUNT_COLUMN: Column<ExportedOrder> = {
  ...{ name: 'Conta', kind: 'text', width: 20 },
  read: ({ conta }) => conta?.nome ?? null,
};

function readBuyer(order: ExportedOrder, field: 'cliente_nome' | 'cliente_endereco'): string {
  return describeBuyer(order[field], order.comprador_apagado_em);
}

function readAttention({ atencoes }: ExportedOrder): string | null {
  return atencoes === null ? null : joinMessages(sortReasons(atencoes).map(getAttentionMessage));
}

const exportColumns = {
  ...soldOrderFields,
  ...statusFields,
  ...dividedFields,
  cliente_nome: orders.cliente_nome,
  cliente_endereco: orders.cliente_endereco,
  comprador_apagado_em: orders.comprador_apagado_em,
  atencoes: orderColumns.atencoes,
  conta: orderColumns.conta,
  atualizado_em: orders.atualizado_em,
  transportadora: orderShipping.transportadora,
  codigo_rastreio: orderShipping.codigo_rastreio,
};

type ExportedOrder = LineRow<Awaited<ReturnType<typeof readOrders>>[number]>;

async function* readPages(
  db: Database,
  usuarioId: string,
  input: ExportInput,
): AsyncIterable<ExportedOrder[]> {
  const { ordem = 'mais_novos' } = input;
  const query = toOrderQuery(usuarioId, input);
  let cursor: string | undefined;
  do {
    const from = { ordem, cursor, rows: TABLE_PAGE + 1 };
    const rows = await readOrders(db, usuarioId, selectPage(query, from));
    const { itens, proximo_cursor } = toPage(rows, TABLE_PAGE, SORTINGS[ordem].toCursor);
    if (itens.length > 0) yield await toLineRows(db, usuarioId, itens);
    cursor = proximo_cursor ?? undefined;
  } while (cursor !== undefined);
}

function readOrders(db: Database, usuarioId: string, { page, isListed, order }: SelectedPage) {
  return db
    .select(exportColumns)
    .from(orders)
    .innerJoin(page, isListed)
    .leftJoin(orderShipping, itsParcel)
    .where(eq(orders.usuario_id, usuarioId))
    .orderBy(...order);
}
