import { type Database, queryRows } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import type { ChangedValues } from '@esteira/db/schema/products/change-sets';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import { stockAfterFile } from '@esteira/domain/products/stock';
import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import { SUPPLIER_NOT_FOUND } from '@esteira/validators/csv/product-csv';
import type { ProductPatch } from '@esteira/validators/csv/product-patch';
import type { Product } from '@esteira/validators/products/product';
import { afterColon } from '@esteira/validators/wire/problem';
import { sql } from 'drizzle-orm';
import type { OwnChangeSet } from '../changes/change-set';
import { type LockedProduct, lockProducts, toStoredValues } from '../changes/product-writes';
import type { SyncedDeps } from '../service';
import { findUnsellable } from '../unsellable';
import { writeUpdated } from './import-changes';
import { type RowError, rowError } from './insert-products';
import { sumAdjusted } from './ledger-facts';
import type { PatchRow } from './patch-batches';

interface FoundProduct extends Record<string, unknown> {
  linha: number;
  id: string;
  sku: string;
}

/**
 * The stored products that rows mean, by line, locked until the transaction ends.
 *
 * Asks for the first SKU from each one on, over both columns of the unique index, because only that index has them in
 * order. Asked for an equal one, a database without statistics (a new one; the embedded one for ever) may read all of
 * the seller's products for every row.
 */
export async function findStored(
  tx: Database,
  usuarioId: string,
  rows: readonly PatchRow[],
): Promise<Map<number, LockedProduct>> {
  const asked = rows.map(({ line, patch }) => ({ l: line, s: patch.sku }));
  const found = await queryRows<FoundProduct>(
    tx,
    sql`
      SELECT e.l AS linha, p.id::text AS id, p.sku
      FROM json_to_recordset(${JSON.stringify(asked)}::text::json) AS e(l integer, s text),
      LATERAL (
        SELECT p.usuario_id, p.id, p.sku FROM produtos p
        WHERE (p.usuario_id, lower(p.sku)) >= (${usuarioId}::uuid, lower(e.s))
          AND p.sku IS NOT NULL AND p.excluido_em IS NULL
        ORDER BY p.usuario_id, lower(p.sku) LIMIT 1
      ) AS p
      WHERE p.usuario_id = ${usuarioId}::uuid AND lower(p.sku) = lower(e.s)`,
  );
  const locked = await lockProducts(
    tx,
    usuarioId,
    found.map(({ id }) => id),
  );
  const stored = new Map<number, LockedProduct>();
  for (const { linha, id, sku } of found) {
    const product = locked.get(id);
    // One that was deleted or got another SKU in this moment is not the one that the row means.
    if (product !== undefined && product.excluido_em === null && product.sku === sku)
      stored.set(linha, product);
  }
  return stored;
}

/** A product that gets other values. */
export interface Update {
  before: Product;
  after: Product;
  columns: CsvColumn[];
  /** Of the ledger's line; null where the stock stays. */
  movimento_id: string | null;
}

interface FoundRows {
  rows: readonly PatchRow[];
  /** The products of the rows that have one, by line. */
  stored: ReadonlyMap<number, LockedProduct>;
}

/**
 * What rows change of their products, and what is wrong with rows that must not; of one that changes nothing nothing.
 * Suppliers that products get are locked against deletion until the transaction ends.
 */
export async function compareRows(
  tx: Database,
  usuarioId: string,
  { rows, stored }: FoundRows,
): Promise<{ updates: Update[]; errors: RowError[] }> {
  const setStock = await prepareStock(tx, usuarioId, { rows, stored });
  const errors: RowError[] = [];
  const changed = rows.flatMap((row) => {
    const before = stored.get(row.line);
    if (before === undefined) return [];
    const patch = setStock(row, before);
    if (typeof patch === 'string') {
      errors.push(rowError(row.line, 'estoque', patch));
      return [];
    }
    const columns = CSV_COLUMNS.filter((column) => isChanged(column, before, patch));
    const after = { ...before, ...patch, sku: before.sku };
    return columns.length === 0 ? [] : [{ line: row.line, before, after, columns }];
  });
  const held = await holdSuppliers(tx, usuarioId, changed);
  const updates: Update[] = [];
  for (const { line, ...change } of changed) {
    const error = refuse(line, change, held);
    if (error !== null) errors.push(error);
    else updates.push({ ...change, movimento_id: change.columns.includes('estoque') ? newId() : null });
  }
  return { updates, errors };
}

/**
 * Tells the patch of a row with the stock that its product gets, or why it gets none. What a file that tells its own
 * beginning changes of a stock is a difference (docs/decisions/0044).
 */
async function prepareStock(
  tx: Database,
  usuarioId: string,
  { rows, stored }: FoundRows,
): Promise<(row: PatchRow, product: Product) => ProductPatch | string> {
  const positions = rows.flatMap(({ line, patch, exported }) => {
    const product = stored.get(line);
    const { units, position } = exported ?? { units: patch.estoque, position: null };
    const asks = product !== undefined && position !== null && patch.estoque !== undefined;
    return asks && patch.estoque !== units ? [{ id: product.id, position }] : [];
  });
  const adjusted = await sumAdjusted(tx, usuarioId, positions);
  return ({ patch, exported }, { id, estoque: current }) => {
    if (exported === null || patch.estoque === undefined) return patch;
    const since = exported.position === null ? null : (adjusted.get(id) ?? 0);
    const from = { current, estoque: patch.estoque, exported: exported.units, adjusted: since };
    const result = stockAfterFile(from);
    return typeof result === 'string' ? result : { ...patch, estoque: result };
  };
}

/** The SKU is what the product was found by: written in another case it stays as it is. */
function isChanged(column: CsvColumn, product: Product, patch: ProductPatch): boolean {
  return column !== 'sku' && patch[column] !== undefined && patch[column] !== product[column];
}

type Change = Omit<Update, 'movimento_id'>;

function refuse(
  line: number,
  { before, after, columns }: Change,
  heldSuppliers: ReadonlySet<string>,
): RowError | null {
  if (columns.includes('fornecedor_id') && !heldSuppliers.has(after.fornecedor_id)) {
    return rowError(line, 'fornecedor_id', SUPPLIER_NOT_FOUND);
  }
  const reason = findUnsellable(before, after);
  if (reason === null) return null;
  const column = MARKETPLACES.map((marketplace) => PRICE_FIELD[marketplace]).find((price) =>
    columns.includes(price),
  );
  // A listing whose product had no price before is none of this row's doing.
  return column === undefined ? null : rowError(line, column, afterColon(reason));
}

/** Locks the suppliers that products get against deletion until the transaction ends; answers those that are there. */
async function holdSuppliers(
  tx: Database,
  usuarioId: string,
  changes: readonly Change[],
): Promise<Set<string>> {
  const given = changes.filter(({ columns }) => columns.includes('fornecedor_id'));
  const ids = [...new Set(given.map(({ after }) => after.fornecedor_id))];
  if (ids.length === 0) return new Set();
  const held = await queryRows<{ id: string }>(
    tx,
    sql`SELECT id::text AS id FROM fornecedores
        WHERE usuario_id = ${usuarioId}::uuid AND excluido_em IS NULL
          AND id IN (SELECT json_array_elements_text(${JSON.stringify(ids)}::text::json)::uuid)
        ORDER BY id FOR KEY SHARE`,
  );
  return new Set(held.map(({ id }) => id));
}

/** Gives stored products their new values, with the change set held. */
export async function writeUpdates(
  deps: SyncedDeps,
  tx: Database,
  { key, updates }: { key: OwnChangeSet; updates: readonly Update[] },
): Promise<void> {
  if (updates.length === 0) return;
  const { usuarioId } = key;
  const rows = updates.map(({ before, after, columns, movimento_id }) => ({
    id: before.id,
    antes: pick(before, columns),
    valores: pick(after, columns),
    movimento_id,
    quantidade: after.estoque - before.estoque,
  }));
  await writeUpdated(tx, key, rows);
  const edits = updates.map(({ before, after }) => ({ usuarioId, before, after, attributes: null }));
  await deps.listingSync.followEdits(deps, tx, edits);
}

function pick(product: Product, columns: readonly CsvColumn[]): ChangedValues {
  const values: Record<string, unknown> = toStoredValues(product);
  return Object.fromEntries(columns.map((column) => [column, values[column]]));
}
