import { toPlainText } from '@esteira/domain/text/plain-text';
import { type ProductInput, productInput } from '../products/product';
import { afterColon } from '../wire/problem';
import { CSV_COLUMNS, type CsvColumn } from './csv-columns';
import { EXPORTED_STOCK, type ExportedStock, readExportedStock } from './exported-stock';
import {
  type CsvCells,
  type CsvHeader,
  isRequiredColumn,
  type RowProblem,
  readCells,
  type SupplierLookup,
} from './product-csv';
import { type CellReading, readCell } from './read-cell';
import type { ScannedRecord } from './scan/csv-scanner';

/** A row of an import that updates: the product's SKU, and what its cells say; a column without a text stays as it is. */
export type ProductPatch = Partial<ProductInput> & { sku: string };

export type PatchValidation = { ok: true; patch: ProductPatch } | { ok: false; problems: RowProblem[] };

/** A patch, and the stock that its file was made from; null: the row does not tell. */
export type RowPatchValidation =
  | { ok: true; patch: ProductPatch; exported: ExportedStock | null }
  | { ok: false; problems: RowProblem[] };

const MISSING = 'campo obrigatório';

/** Validates a record of a file that updates products by their SKU, in everything but whether there is such a product. */
export function validatePatch(
  record: ScannedRecord,
  header: CsvHeader,
  findSupplier: SupplierLookup,
): RowPatchValidation {
  const reading = readCells(record, header);
  if (!reading.ok) return reading;
  const row = validatePatchCells(reading.cells, findSupplier);
  if (!row.ok) return row;
  const exported = readExportedStock(getExportedCell(record, header));
  if (exported !== 'invalid') return { ...row, exported };
  if (row.patch.estoque === undefined) return { ...row, exported: null };
  return { ok: false, problems: [{ column: 'estoque', reason: EXPORTED_STOCK_CHANGED }] };
}

const EXPORTED_STOCK_CHANGED = `a coluna ${EXPORTED_STOCK} foi alterada; exporte de novo ou apague essa coluna`;

/** What stands in the record's cell of `estoque_exportado`. */
export function getExportedCell(record: ScannedRecord, { exportedStock }: CsvHeader): string {
  return ('cells' in record && exportedStock !== undefined && record.cells[exportedStock]) || '';
}

/** Validates the cells of a row that updates. Every wrong cell is reported, in the template's column order. */
export function validatePatchCells(cells: CsvCells, findSupplier: SupplierLookup): PatchValidation {
  const values: Record<string, unknown> = {};
  const problems: RowProblem[] = [];
  for (const column of CSV_COLUMNS) {
    const cell = cells[column] ?? '';
    if (toPlainText(cell) === '') {
      if (column === 'sku') problems.push({ column, reason: `${MISSING} para atualizar` });
      continue;
    }
    const reading = validateCell(column, cell, findSupplier);
    if (reading.ok) values[column] = reading.value;
    else problems.push({ column, reason: reading.reason });
  }
  return problems.length === 0 ? { ok: true, patch: values as ProductPatch } : { ok: false, problems };
}

function validateCell(column: CsvColumn, cell: string, findSupplier: SupplierLookup): CellReading {
  const reading = readCell(column, cell);
  if (!reading.ok) return reading;
  const parsed = productInput.shape[column].safeParse(reading.value);
  if (!parsed.success) return { ok: false, reason: afterColon(parsed.error.issues[0]?.message ?? '') };
  if (column !== 'fornecedor_id') return { ok: true, value: parsed.data };
  const supplier = findSupplier(cell);
  return supplier.ok ? { ok: true, value: supplier.id } : supplier;
}

/** What a row lacks to become a new product, where its SKU is not stored yet. */
export function findMissing(patch: ProductPatch): RowProblem[] {
  return CSV_COLUMNS.filter((column) => isRequiredColumn(column) && patch[column] === undefined).map(
    (column) => ({
      column,
      reason: `${MISSING} (o SKU é novo)`,
    }),
  );
}

/** The product that a row without gaps describes. */
export function toNewProduct(patch: ProductPatch): ProductInput {
  return { descricao: null, preco_venda_amazon: null, imagem_url: null, ...patch } as ProductInput;
}
