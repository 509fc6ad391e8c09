import { countText } from '@esteira/domain/text/count-text';
import { unescapeFormula } from '@esteira/domain/text/csv-text';
import { fromHtml } from '@esteira/domain/text/html-text';
import { toPlainText } from '@esteira/domain/text/plain-text';
import { z } from 'zod';
import { type ProductInput, productInput } from '../products/product';
import { afterColon } from '../wire/problem';
import { text } from '../wire/text';
import { CSV_COLUMNS, type CsvColumn } from './csv-columns';
import { readCell } from './read-cell';
import type { ScannedRecord } from './scan/csv-scanner';

const OPTIONAL_COLUMNS: ReadonlySet<CsvColumn> = new Set([
  'descricao',
  'sku',
  'preco_venda_amazon',
  'imagem_url',
]);

/** The largest file an import takes, and the most rows (docs/product-rules/csv-import.md#csv-limits). */
export const CSV_MAX_MEGABYTES = 50;
export const CSV_MAX_BYTES = CSV_MAX_MEGABYTES * 1024 * 1024;
export const CSV_MAX_ROWS = 200_000;

/** Ends the sentence about a file in which they were not found. */
export const EXPECTED_COLUMNS = `Colunas esperadas: ${CSV_COLUMNS.join(', ')}`;

/** Why a whole file is refused. */
export const CSV_FILE_PROBLEMS = {
  none: 'Selecione um arquivo CSV',
  extension: 'Só arquivos .csv e .xlsx são aceitos',
  tooLarge: `O arquivo passa de ${CSV_MAX_MEGABYTES} MB`,
  tooManyRows: `O arquivo tem mais de ${CSV_MAX_ROWS.toLocaleString('pt-BR')} produtos`,
  empty: `O arquivo está vazio. ${EXPECTED_COLUMNS}`,
  noRows: 'O arquivo não tem produtos',
} as const;

export const SUPPLIER_NOT_FOUND = 'Fornecedor não encontrado';
export const SKU_REPEATED = 'SKU repetido no arquivo';
export const SKU_TAKEN = 'SKU já cadastrado';

/** As many SKUs of 100 characters as fit into a request. */
export const MAX_SKUS_PER_CALL = 2_000;

/** products.takenSkus: some SKUs of a file; answered are those that the seller's products have, in lower case. */
export const takenSkusInput = z.object({
  skus: z
    .array(text(100, { as: 'identifier' }))
    .min(1)
    .max(MAX_SKUS_PER_CALL),
});
export const takenSkus = z.object({ skus: z.array(z.string()) });

/** What POST /produtos/importar-csv answers; `erros` as formatRowError writes them. */
export const csvImportResponse = z.object({
  produtos_criados: z.int(),
  /** Only of an import that updates. */
  produtos_atualizados: z.int().optional(),
  erros: z.array(z.string()),
  /** How the file was read, where the sender should know; absent where there is nothing to say. */
  avisos: z.array(z.string()).optional(),
});

export type CsvImportResponse = z.output<typeof csvImportResponse>;

export function isCsvColumn(name: string): name is CsvColumn {
  return CSV_COLUMNS.some((column) => column === name);
}

export function isRequiredColumn(column: CsvColumn): boolean {
  return !OPTIONAL_COLUMNS.has(column);
}

/** One entry of `erros`: `Linha N: coluna: motivo`; the header is line 1 (docs/product-rules/csv-import.md#csv-import). */
export function formatRowError(line: number, column: string, reason: string): string {
  return `Linha ${line}: ${column}: ${reason}`;
}

/** Where each column stands in the file, from 0. */
export type CsvIndexes = Partial<Record<CsvColumn, number>>;

/** What a file's header row tells: where the columns stand, and how many cells it has. */
export interface CsvHeader {
  indexes: CsvIndexes;
  width: number;
  /** Where `estoque_exportado` stands; absent: the file does not tell what it was made from. */
  exportedStock?: number;
  /** The cells of the header row. */
  heading: readonly string[];
  /** What stands in each row of a column that the file lacks. */
  constants: CsvCells;
  /** Whether the file is another program's, its columns matched by the seller. */
  isMatched: boolean;
  /** Whether that program writes a line break as `\n`. */
  escapesLineBreaks: boolean;
}

/** The columns that a row has a cell of, in the template's order. */
export function columnsOf({ indexes, constants }: CsvHeader): CsvColumn[] {
  return CSV_COLUMNS.filter((column) => (indexes[column] ?? constants[column]) !== undefined);
}

/** One row's cells by column; a column that the file lacks is absent. */
export type CsvCells = Partial<Record<CsvColumn, string>>;

/** What is wrong with a row, in Portuguese: in one column, or in the line as a whole. */
export interface RowProblem {
  column: CsvColumn | 'linha';
  reason: string;
}

/** A row as the import takes it: a product whose `fornecedor_id` is a supplier's id, or every problem it has. */
export type RowValidation = { ok: true; product: ProductInput } | { ok: false; problems: RowProblem[] };

export type FoundSupplier = { ok: true; id: string } | { ok: false; reason: string };

/** Finds the supplier that a cell means (docs/product-rules/csv-import.md#csv-supplier). */
export type SupplierLookup = (cell: string) => FoundSupplier;

export const PRICE_COLUMNS = ['preco_fornecedor', 'preco_venda_ml', 'preco_venda_amazon'] as const;

/** Prepares the lookup over one seller's suppliers: by id, or by a name that only one of them has. */
export function supplierLookup(suppliers: readonly { id: string; nome: string }[]): SupplierLookup {
  const found = new Map<string, FoundSupplier>();
  for (const { id, nome } of suppliers) {
    const name = normalizeName(nome);
    found.set(
      name,
      found.has(name)
        ? { ok: false, reason: 'mais de um fornecedor tem este nome, use o ID' }
        : { ok: true, id },
    );
  }
  // After the names: an id means its own supplier, even where another one is named like it.
  for (const { id } of suppliers) found.set(id, { ok: true, id });
  return (cell) =>
    found.get(cell) ?? found.get(normalizeName(cell)) ?? { ok: false, reason: SUPPLIER_NOT_FOUND };
}

/** A name as it is compared: without case, accents and surplus spaces. */
export function normalizeName(text: string): string {
  const letters = toPlainText(text).replace(/\p{M}/gu, '').normalize('NFD').replace(/\p{M}/gu, '');
  return letters.toLowerCase().replace(/\s+/g, ' ');
}

/**
 * Validates one record below the header in everything but its SKU's uniqueness. The supplier is looked up even when
 * other cells are wrong, so that the seller sees all problems at once.
 */
export function validateRow(
  record: ScannedRecord,
  header: CsvHeader,
  findSupplier: SupplierLookup,
): RowValidation {
  const reading = readCells(record, header);
  if (!reading.ok) return reading;
  const { cells } = reading;
  const row = validateCells(cells);
  const problems = row.ok ? [] : row.problems;
  if (problems[0]?.column === 'fornecedor_id') return { ok: false, problems };
  const supplier = findSupplier(cells.fornecedor_id ?? '');
  if (!supplier.ok) {
    return { ok: false, problems: [{ column: 'fornecedor_id', reason: supplier.reason }, ...problems] };
  }
  return row.ok ? { ok: true, product: { ...row.product, fornecedor_id: supplier.id } } : row;
}

/** A record's cells by column, or why it cannot be taken apart. */
export function readCells(
  record: ScannedRecord,
  header: CsvHeader,
): { ok: true; cells: CsvCells } | { ok: false; problems: RowProblem[] } {
  const reason = 'cells' in record ? findSurplus(record.cells, header.width) : record.reason;
  if (reason !== null || !('cells' in record)) {
    return { ok: false, problems: [{ column: 'linha', reason: reason ?? '' }] };
  }
  return { ok: true, cells: nameCells(record.cells, header) };
}

/**
 * Validates a row's cells by the rules of a product typed by hand. `fornecedor_id` stays the text of the file, an id
 * or a name. Every wrong cell is reported, in the template's column order.
 */
export function validateCells(cells: CsvCells): RowValidation {
  const reasons = new Map<CsvColumn, string>();
  const values: Partial<Record<CsvColumn, unknown>> = {};
  for (const column of CSV_COLUMNS) {
    const cell = cells[column] ?? '';
    // To the schema an empty cell is a missing field.
    if (toPlainText(cell) === '') continue;
    const reading = readCell(column, cell);
    if (reading.ok) values[column] = reading.value;
    else reasons.set(column, reading.reason);
  }
  const parsed = productInput.safeParse(values);
  if (parsed.success && reasons.size === 0) return { ok: true, product: parsed.data };
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = String(path[0]);
    if (isCsvColumn(column) && !reasons.has(column)) reasons.set(column, afterColon(message));
  }
  const problems = CSV_COLUMNS.flatMap((column) => {
    const reason = reasons.get(column);
    return reason === undefined ? [] : [{ column, reason }];
  });
  return { ok: false, problems };
}

/**
 * Names a record's cells by column. Missing ones count as empty: spreadsheets leave the last ones of a row out. The
 * mark that an export put before a formula is taken back.
 */
export function nameCells(cells: readonly string[], header: CsvHeader): CsvCells {
  const { indexes, constants, isMatched, escapesLineBreaks } = header;
  const named: CsvCells = { ...constants };
  for (const column of CSV_COLUMNS) {
    const position = indexes[column];
    if (position !== undefined) named[column] = unescapeFormula(cells[position] ?? '');
  }
  if (isMatched && named.descricao !== undefined)
    named.descricao = fromHtml(escapesLineBreaks ? readLineBreaks(named.descricao) : named.descricao);
  return named;
}

function readLineBreaks(text: string): string {
  return text.replace(/(\\?)\\n/g, (_, backslash) => (backslash === '' ? '\n' : '\\n'));
}

/** Cells beyond the header's mean a separator inside a text without quotes, so every cell may be shifted. */
function findSurplus(cells: readonly string[], width: number): string | null {
  if (cells.length <= width || cells.slice(width).every((cell) => cell.trim() === '')) return null;
  return `tem ${countText(cells.length, 'coluna', 'colunas')} e o cabeçalho ${width}; textos com o separador precisam de aspas`;
}
