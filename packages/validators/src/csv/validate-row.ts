import type { ProductInput } from '../product';
import type { CsvHeader } from './csv-file';
import type { ScannedRecord } from './csv-scanner';
import { CSV_COLUMNS, type CsvColumn, type CsvRecord, csvRow, normalizeName } from './product-csv';

export const SUPPLIER_NOT_FOUND = 'Fornecedor não encontrado';
export const SKU_REPEATED = 'SKU repetido no arquivo';
export const SKU_TAKEN = 'SKU já cadastrado';

/** What is wrong with a row: in one column, or in the line as a whole. */
export interface RowProblem {
  coluna: CsvColumn | 'linha';
  motivo: string;
}

/** A row as the import takes it: a product whose `fornecedor_id` is a supplier's id, or every problem it has. */
export type JudgedRow = { ok: true; produto: ProductInput } | { ok: false; erros: RowProblem[] };

export type FoundSupplier = { ok: true; id: string } | { ok: false; motivo: string };

/** Finds the supplier that a cell means, by id or by a name that only one of them bears (decisions §7). */
export type SupplierLookup = (cell: string) => FoundSupplier;

/** Prepares the lookup over one seller's suppliers. */
export function supplierLookup(suppliers: readonly { id: string; nome: string }[]): SupplierLookup {
  const found = new Map<string, FoundSupplier>();
  for (const { id, nome } of suppliers) {
    const name = normalizeName(nome);
    found.set(
      name,
      found.has(name)
        ? { ok: false, motivo: 'mais de um fornecedor tem este nome, use o ID' }
        : { ok: true, id },
    );
  }
  // After the names: an id means its own supplier, even where another one is named like it.
  for (const { id } of suppliers) found.set(id, { ok: true, id });
  return (cell) => found.get(normalizeName(cell)) ?? { ok: false, motivo: SUPPLIER_NOT_FOUND };
}

/**
 * Judges one record below the header by everything but its SKU's uniqueness. The supplier is looked up even when
 * other cells are wrong, so that the seller sees all problems at once.
 */
export function judgeRow(record: ScannedRecord, header: CsvHeader, findSupplier: SupplierLookup): JudgedRow {
  if (!('celulas' in record)) return { ok: false, erros: [{ coluna: 'linha', motivo: record.motivo }] };
  const surplus = surplusCells(record.celulas, header.largura);
  if (surplus !== null) return { ok: false, erros: [{ coluna: 'linha', motivo: surplus }] };

  const cells = namedCells(record.celulas, header);
  const row = csvRow(cells);
  const erros = row.ok ? [] : row.erros;
  if (erros[0]?.coluna === 'fornecedor_id') return { ok: false, erros };
  const supplier = findSupplier(cells.fornecedor_id ?? '');
  if (!supplier.ok) {
    return { ok: false, erros: [{ coluna: 'fornecedor_id', motivo: supplier.motivo }, ...erros] };
  }
  return row.ok ? { ok: true, produto: { ...row.produto, fornecedor_id: supplier.id } } : row;
}

/** Missing cells count as empty: spreadsheets leave the last ones of a row out. */
export function namedCells(cells: readonly string[], { indexes }: CsvHeader): CsvRecord {
  const record: CsvRecord = {};
  for (const column of CSV_COLUMNS) {
    const position = indexes[column];
    if (position !== undefined) record[column] = cells[position] ?? '';
  }
  return record;
}

/** Cells beyond the header's mean a separator inside a text without quotes, so every cell may be shifted. */
function surplusCells(cells: readonly string[], width: number): string | null {
  if (cells.length <= width || cells.slice(width).every((cell) => cell.trim() === '')) return null;
  return `tem ${cells.length} colunas e o cabeçalho ${width}; textos com o separador precisam de aspas`;
}
