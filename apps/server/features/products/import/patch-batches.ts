import type { Database } from '@esteira/db/database';
import type { ExportedStock } from '@esteira/validators/csv/exported-stock';
import { SKU_REPEATED } from '@esteira/validators/csv/product-csv';
import { type ProductPatch, validatePatch } from '@esteira/validators/csv/product-patch';
import type { ProductSheet } from '@esteira/validators/csv/read-product-csv';
import { oneByOne } from '../../../core/time/in-steps';
import { type RowError, rowError, toRowErrors } from './insert-products';
import { inBatches, loadSuppliers } from './service';

export interface PatchRow {
  line: number;
  patch: ProductPatch;
  /** The stock that the file was made from; null: the row does not tell. */
  exported: ExportedStock | null;
}

/** Some rows of a file that updates: those that can be taken, and what is wrong with the others. */
export interface PatchBatch {
  rows: PatchRow[];
  errors: RowError[];
}

/** The file's rows, validated, a batch at a time; of two with one SKU the second is refused. */
export async function* readPatches(
  db: Database,
  usuarioId: string,
  csv: ProductSheet,
): AsyncIterable<PatchBatch> {
  const findSupplier = await loadSuppliers(db, usuarioId);
  const used = new SkuSet();
  for await (const records of inBatches(csv)) {
    const batch: PatchBatch = { rows: [], errors: [] };
    for await (const record of oneByOne(records)) {
      const { line } = record;
      const row = validatePatch(record, csv.header, findSupplier);
      if (!row.ok) batch.errors.push(...toRowErrors(line, row.problems));
      else if (used.add(row.patch.sku)) batch.rows.push({ line, patch: row.patch, exported: row.exported });
      else batch.errors.push(rowError(line, 'sku', SKU_REPEATED));
    }
    yield batch;
  }
}

/** The SKUs of a file without regard to case, at most 200,000 short texts. */
class SkuSet {
  private readonly skus = new Set<string>();

  /** Whether it was not there yet. */
  add(sku: string): boolean {
    // A text of its own: a part of the file's text would keep all of that in memory.
    const own = Buffer.from(sku.toLowerCase()).toString('latin1');
    if (this.skus.has(own)) return false;
    this.skus.add(own);
    return true;
  }
}
