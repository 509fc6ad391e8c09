import type { Database } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import type { ChangedValues } from '@esteira/db/schema/products/change-sets';
import { products } from '@esteira/db/schema/products/products';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import { stockAfterFile } from '@esteira/domain/products/stock';
import { CSV_COLUMNS, type CsvColumn } from '@esteira/validators/csv/csv-columns';
import { SUPPLIER_NOT_FOUND } from '@esteira/validators/csv/product-csv';
import type { ProductPatch } from '@esteira/validators/csv/product-patch';
import type { Product } from '@esteira/validators/products/product';
import { afterColon } from '@esteira/validators/wire/problem';
import { and } from 'drizzle-orm';
import { type OwnChangeSet, recordItems } from '../changes/change-set';
import { toStoredValues, writeValues } from '../changes/product-writes';
import { holdSuppliers } from '../held-suppliers';
import { productColumns } from '../product-columns';
import { hasSku, live } from '../queries';
import type { SyncedDeps } from '../service';
import { writeMoves } from '../stock-ledger';
import { findUnsellable } from '../unsellable';
import { type RowError, rowError } from './insert-products';
import { sumAdjusted } from './ledger-facts';
import type { PatchRow } from './patch-batches';

/** The stored products that rows mean, by line, locked in the order of their ids until the transaction ends. */
export async function findStored(
  tx: Database,
  usuarioId: string,
  rows: readonly PatchRow[],
): Promise<Map<number, Product>> {
  const skus = rows.map(({ patch }) => patch.sku);
  const locked = await tx
    .select(productColumns)
    .from(products)
    .where(and(live(usuarioId), hasSku(skus)))
    .orderBy(products.id)
    .for('no key update');
  const bySku = new Map(locked.map((product) => [product.sku?.toLowerCase(), product]));
  return new Map(
    rows.flatMap(({ line, patch }) => {
      const product = bySku.get(patch.sku.toLowerCase());
      return product === undefined ? [] : [[line, product] as const];
    }),
  );
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
  stored: ReadonlyMap<number, Product>;
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
  const given = changed.filter(({ columns }) => columns.includes('fornecedor_id'));
  const held = await holdSuppliers(
    tx,
    usuarioId,
    given.map(({ after }) => after.fornecedor_id),
  );
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

/** Gives stored products their new values, with the change set held. */
export async function writeUpdates(
  deps: SyncedDeps,
  tx: Database,
  { key, updates }: { key: OwnChangeSet; updates: readonly Update[] },
): Promise<void> {
  if (updates.length === 0) return;
  const { usuarioId, atorId } = key;
  const items = updates.map(({ before, after, columns, movimento_id }) => ({
    produto_id: before.id,
    antes: pick(before, columns),
    depois: pick(after, columns),
    movimento_id,
  }));
  await writeValues(
    tx,
    usuarioId,
    items.map(({ produto_id, depois }) => ({ id: produto_id, valores: depois })),
  );
  const moves = updates.flatMap(({ before, after, movimento_id }) =>
    movimento_id === null
      ? []
      : [{ produto_id: before.id, id: movimento_id, quantidade: after.estoque - before.estoque }],
  );
  await writeMoves(tx, { usuarioId, atorId, motivo: 'importacao' }, moves);
  await recordItems(tx, key, items);
  const edits = updates.map(({ before, after }) => ({ usuarioId, before, after, attributes: null }));
  await deps.listingSync.followEdits(deps, tx, edits);
}

function pick(product: Product, columns: readonly CsvColumn[]): ChangedValues {
  const values: Record<string, unknown> = toStoredValues(product);
  return Object.fromEntries(columns.map((column) => [column, values[column]]));
}
