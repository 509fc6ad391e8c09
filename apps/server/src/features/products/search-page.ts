import { type Database, opaqueParam, preparedOnce, selectRows, toLimit } from '@esteira/db/database';
import { toRowReader } from '@esteira/db/row-reader';
import { products } from '@esteira/db/schema/products/products';
import { DEFAULT_LIMIT } from '@esteira/domain/paging';
import type { ProductRecord } from '@esteira/validators/products/product';
import { type SQL, sql } from 'drizzle-orm';
import { opaqueSeller } from '../../core/ids';
import { productRecordColumns } from './product-columns';

/** So many of the newest products tell whether reading on fills the page soon. */
const SEEN = 200;
const COMMON_IN_SEEN = 8;
/** So many are read for a page, and not one more. */
const MAX_READ = 2_000;

interface SearchedPage {
  usuarioId: string;
  /** The id behind which the page begins. */
  cursor: string;
  rows: number;
  /** What is searched for, and what else narrows the list. */
  filters: readonly SQL[];
}

/**
 * The newest products that meet the filters, one of which is a text. Where the newest of all hold it they are read in order
 * until the page is full, else the index of trigrams is asked. PostgreSQL knows how common a text is in the table, not with
 * this seller: for what only others sell it read every product of a large catalogue (docs/decisions/0015-finding-orders.md).
 */
export function readSearchedPage(db: Database, page: SearchedPage): Promise<ProductRecord[]> {
  const { usuarioId, cursor, rows, filters } = page;
  const select = preparedOnce(db, 'products_searched', writeSelect);
  const isLive = sql`${products.usuario_id} = ${opaqueSeller(usuarioId)} AND ${products.excluido_em} IS NULL`;
  const isBehind = sql`${products.id} < ${opaqueParam(sql`${cursor}::uuid`)}`;
  const meetsAll = sql.join([...filters], sql` AND `);
  const newest = (limit: SQL) => sql`(
    SELECT * FROM produtos WHERE ${isLive} AND ${isBehind} ORDER BY id DESC LIMIT ${limit}) produtos`;
  const query = sql`
    WITH vistos AS MATERIALIZED (
      SELECT count(*) AS total FROM ${newest(toLimit(SEEN))} WHERE ${meetsAll}
    ), limite AS MATERIALIZED (
      SELECT CASE WHEN total < ${toLimit(COMMON_IN_SEEN)} THEN 0
        ELSE least(${toLimit((SEEN * rows * 3) / 2)} / total, ${toLimit(MAX_READ)}) END AS lidos
      FROM vistos
    ), recentes AS MATERIALIZED (
      ${select} FROM ${newest(sql`(SELECT lidos FROM limite)`)} WHERE ${meetsAll}
      ORDER BY id DESC LIMIT ${toLimit(rows)}
    ), achados AS MATERIALIZED (
      SELECT id FROM produtos
      WHERE (SELECT count(*) FROM recentes) < ${toLimit(rows)} AND ${isLive} AND ${isBehind} AND ${meetsAll}
    )
    SELECT * FROM recentes WHERE (SELECT count(*) FROM recentes) = ${toLimit(rows)}
    UNION ALL
    SELECT * FROM (
      ${select} FROM produtos WHERE ${isLive}
        AND id IN (SELECT id FROM achados ORDER BY id DESC LIMIT ${toLimit(rows)})
    ) todos
    ORDER BY id DESC`;
  return selectRows<ProductRecord>(db, query, { read: readProducts, keepsPlan: rows === DEFAULT_LIMIT + 1 });
}

/** The columns, written once. */
const writeSelect = (db: Database) =>
  sql.raw(
    db
      .select(productRecordColumns)
      .from(products)
      .toSQL()
      .sql.replace(/ from .*$/, ''),
  );

const readProducts = toRowReader(productRecordColumns);
