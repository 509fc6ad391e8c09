import { type Database, queryRows } from '@esteira/db/database';
import type { ChangedValues } from '@esteira/db/schema/change-sets';
import { newId } from '@esteira/db/schema/columns';
import { PRICE_FIELD } from '@esteira/domain/channels';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import { SUPPLIER_NOT_FOUND } from '@esteira/validators/csv/product-csv';
import type { ProductPatch } from '@esteira/validators/csv/product-patch';
import type { Product } from '@esteira/validators/product';
import { afterColon } from '@esteira/validators/wire/problem';
import { sql } from 'drizzle-orm';
import type { OwnChangeSet } from '../changes/change-set';
import { type LockedProduct, lockProducts, toStoredValues } from '../changes/product-writes';
import type { SyncedDeps } from '../service';
import { findUnsellable } from '../unsellable';
import { writeUpdated } from './import-changes';
import { type RowError, rowError } from './insert-products';
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

interface Updates {
  key: OwnChangeSet;
  rows: readonly PatchRow[];
  stored: ReadonlyMap<number, LockedProduct>;
}

/** A product that gets other values. */
interface Update {
  before: Product;
  after: Product;
  columns: CsvColumn[];
  /** Of the ledger's line; null where the stock stays. */
  movimento_id: string | null;
}

/** Gives stored products the values of their rows; a row that changes nothing writes nothing. */
export async function writeUpdates(
  deps: SyncedDeps,
  tx: Database,
  { key, rows, stored }: Updates,
): Promise<{ updated: number; errors: RowError[] }> {
  const errors: RowError[] = [];
  const updates: Update[] = [];
  const held = await holdSuppliers(tx, key.usuarioId, rows);
  for (const { line, patch } of rows) {
    const before = stored.get(line);
    if (before === undefined) continue;
    const columns = CSV_COLUMNS.filter((column) => isChanged(column, before, patch));
    if (columns.length === 0) continue;
    const after = { ...before, ...patch, sku: before.sku };
    const error = refuse(line, { before, after, columns }, held);
    if (error === null) {
      updates.push({ before, after, columns, movimento_id: columns.includes('estoque') ? newId() : null });
    } else errors.push(error);
  }
  await write(deps, tx, { key, updates });
  return { updated: updates.length, errors };
}

/** The SKU is what the product was found by: written in another case it stays as it is. */
function isChanged(column: CsvColumn, product: Product, patch: ProductPatch): boolean {
  return column !== 'sku' && patch[column] !== undefined && patch[column] !== product[column];
}

function refuse(
  line: number,
  { before, after, columns }: Omit<Update, 'movimento_id'>,
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

/** Locks the rows' suppliers against deletion until the transaction ends; answers those that are there. */
async function holdSuppliers(
  tx: Database,
  usuarioId: string,
  rows: readonly PatchRow[],
): Promise<Set<string>> {
  const ids = [...new Set(rows.flatMap(({ patch }) => patch.fornecedor_id ?? []))];
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

async function write(
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
