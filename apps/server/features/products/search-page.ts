import { products } from '@esteira/db/schema/products/products';
import { and, eq, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** So many of the newest products are read before the index of trigrams is asked. */
const READ_FIRST = 1_000;

interface SearchedPage {
  usuarioId: string;
  /** The id behind which the page begins. */
  cursor: string;
  rows: number;
  /** What is searched for, and what else narrows the list. */
  filters: readonly (SQLWrapper | undefined)[];
}

/**
 * For `IN`: the ids of the newest products that meet the filters, one of which is a text: of the newest of all where these fill the
 * page, else from the index of trigrams. PostgreSQL knows how common a text is in the table, not with this seller: for what
 * only others sell it read every product of a large catalogue (docs/decisions/0015-finding-orders.md).
 */
export function selectSearchedPage({ usuarioId, cursor, rows, filters }: SearchedPage): SQL {
  const { usuario_id, id, excluido_em } = products;
  const isBehind = and(eq(usuario_id, usuarioId), isNull(excluido_em), lt(id, cursor));
  const meetsAll = and(...filters);
  return sql`(
    WITH recentes AS MATERIALIZED (
      SELECT id FROM (SELECT * FROM produtos WHERE ${isBehind} ORDER BY id DESC LIMIT ${READ_FIRST}) produtos
      WHERE ${meetsAll} ORDER BY id DESC LIMIT ${rows}
    ), falta AS MATERIALIZED (SELECT count(*) < ${rows} AS alguma FROM recentes),
    achados AS MATERIALIZED (
      SELECT id FROM produtos WHERE (SELECT alguma FROM falta) AND ${isBehind} AND ${meetsAll}
    )
    SELECT id FROM recentes WHERE NOT (SELECT alguma FROM falta)
    UNION ALL
    SELECT id FROM (SELECT id FROM achados ORDER BY id DESC LIMIT ${rows}) todos
  )`;
}
