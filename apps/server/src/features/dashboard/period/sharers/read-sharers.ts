import { type Database, preparedOnce, queryRows } from '@esteira/db/database';
import { NO_ID } from '@esteira/db/schema/order-summaries';
import type { DaySpan } from '@esteira/domain/report-period';
import type { DashboardPeriod, PeriodSharer } from '@esteira/validators/dashboard-period';
import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { createSingleFlight } from '../../../../core/single-flight';
import { toFigures } from '../day-sums';
import type { SharerRow } from './largest';
import { createSharersList, type VersionedSharers } from './list-sharers';

/** So many periods of sellers are kept, each a few kilobytes. */
const MAX_KEPT = 2000;

interface SharersRequest {
  usuarioId: string;
  owner: SQL;
  span: DaySpan;
  /** Of the period's days, as this request has read it. */
  version: string;
}

/**
 * The products and suppliers with the most revenue of a period. What they come to is kept until an order of these days
 * changes; their names are read each time.
 */
export async function readSharers(
  db: Database,
  request: SharersRequest,
): Promise<Pick<DashboardPeriod, 'produtos' | 'fornecedores'>> {
  const rows = await preparedOnce(db, 'period_sharers', keepSharers)(request);
  const names = await readNames(db, request.owner, rows);
  const of = (tipo: SharerRow['tipo']) =>
    rows.filter((row) => row.tipo === tipo).map((row) => toSharer(row, names.get(row.id)));
  return { produtos: of('produto'), fornecedores: of('fornecedor') };
}

function keepSharers(db: Database) {
  const kept = new LRUCache<string, VersionedSharers>({ max: MAX_KEPT });
  const listSharers = createSharersList(db);
  const listOnce = createSingleFlight<VersionedSharers>();
  return async ({ usuarioId, span, version }: SharersRequest): Promise<SharerRow[]> => {
    const key = `${usuarioId} ${span.de} ${span.ate}`;
    const known = kept.get(key);
    if (known?.version === version) return known.rows;
    // Who waits for a list that began at the version they have read misses nothing of it.
    const read = await listOnce(`${key} ${version}`, () => listSharers(usuarioId, span));
    kept.set(key, read);
    return read.rows;
  };
}

async function readNames(db: Database, owner: SQL, rows: readonly SharerRow[]): Promise<Map<string, string>> {
  const ids = sql`ANY(${`{${rows.map(({ id }) => id).join(',')}}`}::uuid[])`;
  const named = await queryRows<{ id: string; nome: string }>(
    db,
    sql`SELECT id::text, nome FROM produtos WHERE ${owner} AND id = ${ids}
        UNION ALL SELECT id::text, nome FROM fornecedores WHERE ${owner} AND id = ${ids}`,
  );
  return new Map(named.map(({ id, nome }) => [id, nome]));
}

/** What stands for a product and a supplier that are not known here, as on the orders. */
const UNKNOWN = { produto: 'Produto', fornecedor: 'Desconhecido' } as const;

function toSharer(
  { tipo, id, unidades, pedidos, ...sums }: SharerRow,
  nome: string = UNKNOWN[tipo],
): PeriodSharer {
  const { cobrados: _notKept, ...figures } = toFigures({ ...sums, vendas: pedidos, cobrados: 0 });
  return { ...figures, id: id === NO_ID ? null : id, nome, unidades };
}
