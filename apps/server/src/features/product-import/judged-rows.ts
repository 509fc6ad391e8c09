import { newId } from '@esteira/db/schema/columns';
import { toCents } from '@esteira/domain/money';
import type { ProductInput } from '@esteira/validators/product';
import {
  type CellProblem,
  CSV_COLUMNS,
  type CsvRecord,
  csvRow,
  formatRowError,
} from '@esteira/validators/product-csv';
import type { ScannedRecord } from './csv-scanner';
import type { ProductCsv } from './format';
import type { SupplierLookup } from './supplier-lookup';

/** A sentence of the answer's `erros`, with the line that it is sorted by. */
export interface RowError {
  linha: number;
  texto: string;
}

export interface JudgedRows {
  /** How many rows can be created. */
  good: number;
  /** Their columns as a JSON array, money in cents: all that is kept of them while they wait to be written. */
  json: string;
  errors: RowError[];
}

/** Separates the rows that can be created from what is wrong with the others. */
export function judgeRows(
  records: ScannedRecord[],
  csv: ProductCsv,
  findSupplier: SupplierLookup,
): JudgedRows {
  const good: object[] = [];
  const errors: RowError[] = [];
  for (const record of records) {
    const { linha } = record;
    const problem = 'celulas' in record ? surplusCells(record.celulas, csv.largura) : record.motivo;
    if (problem !== null || !('celulas' in record)) {
      errors.push(rowError(linha, 'linha', problem ?? ''));
      continue;
    }
    const result = judgeCells(namedCells(record.celulas, csv), findSupplier);
    if (result.ok) good.push(columnsOf(linha, result.produto));
    else for (const { coluna, motivo } of result.erros) errors.push(rowError(linha, coluna, motivo));
  }
  return { good: good.length, json: JSON.stringify(good), errors };
}

function columnsOf(linha: number, produto: ProductInput): object {
  const { preco_fornecedor, preco_venda_ml, preco_venda_amazon } = produto;
  return {
    ...produto,
    linha,
    id: newId(),
    movimento_id: newId(),
    preco_fornecedor: toCents(preco_fornecedor),
    preco_venda_ml: toCents(preco_venda_ml),
    preco_venda_amazon: preco_venda_amazon === null ? null : toCents(preco_venda_amazon),
  };
}

export function rowError(linha: number, coluna: string, motivo: string): RowError {
  return { linha, texto: formatRowError(linha, coluna, motivo) };
}

type Judgement = { ok: true; produto: ProductInput } | { ok: false; erros: CellProblem[] };

/** Looks the supplier up even when other cells are wrong, so that the seller sees all problems at once. */
function judgeCells(record: CsvRecord, findSupplier: SupplierLookup): Judgement {
  const row = csvRow(record);
  const erros = row.ok ? [] : row.erros;
  if (erros[0]?.coluna === 'fornecedor_id') return { ok: false, erros };
  const supplier = findSupplier(record.fornecedor_id ?? '');
  if (!supplier.ok) {
    return { ok: false, erros: [{ coluna: 'fornecedor_id', motivo: supplier.motivo }, ...erros] };
  }
  return row.ok ? { ok: true, produto: { ...row.produto, fornecedor_id: supplier.id } } : row;
}

/** Missing cells count as empty: spreadsheets leave the last ones of a row out. */
function namedCells(cells: string[], { indexes }: ProductCsv): CsvRecord {
  const record: CsvRecord = {};
  for (const column of CSV_COLUMNS) {
    const position = indexes[column];
    if (position !== undefined) record[column] = cells[position] ?? '';
  }
  return record;
}

/** Cells beyond the header's mean a separator inside a text without quotes, so every cell may be shifted. */
function surplusCells(cells: string[], width: number): string | null {
  if (cells.length <= width || cells.slice(width).every((cell) => cell.trim() === '')) return null;
  return `tem ${cells.length} colunas e o cabeçalho ${width}; textos com o separador precisam de aspas`;
}
