import { formatMoney, isMoney, MAX_PRICE } from '@esteira/domain/money';
import { z } from 'zod';
import { type ProductInput, productInput } from '../product';
import { afterColon } from '../wire/problem';

/** The columns of a product file, in the order the template has them (spec §5). */
export const CSV_COLUMNS = [
  'fornecedor_id',
  'nome',
  'descricao',
  'sku',
  'preco_fornecedor',
  'preco_venda_ml',
  'preco_venda_amazon',
  'estoque',
  'imagem_url',
] as const;

export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** The header row of template_produtos.csv (decisions §12). */
export const CSV_TEMPLATE_HEADER = CSV_COLUMNS.join(',');

/** The largest file an import takes, in bytes, and the most rows (decisions §7). */
export const CSV_MAX_BYTES = 50 * 1024 * 1024;
export const CSV_MAX_ROWS = 200_000;

/** What POST /produtos/importar-csv answers (spec §3); `erros` as formatRowError writes them. */
export const csvImportAnswer = z.object({ produtos_criados: z.int(), erros: z.array(z.string()) });

export type CsvImportAnswer = z.output<typeof csvImportAnswer>;

/** One row's cells by column; a column that the file lacks is absent. */
export type CsvRecord = Partial<Record<CsvColumn, string>>;

/** Where each column stands in the file, from 0. */
export type CsvIndexes = Partial<Record<CsvColumn, number>>;

/** What is wrong with one cell. */
export interface CellProblem {
  coluna: CsvColumn;
  motivo: string;
}

const OPTIONAL_COLUMNS: ReadonlySet<CsvColumn> = new Set([
  'descricao',
  'sku',
  'preco_venda_amazon',
  'imagem_url',
]);
const PRICE_COLUMNS = ['preco_fornecedor', 'preco_venda_ml', 'preco_venda_amazon'] as const;
const MAX_HEADER_LENGTH = 10_000;
const NUMBER_MESSAGE = 'número inválido (use 25.00, 25,00 ou 1.234,56)';

/**
 * Finds the columns in the header row: by name, in any order, ignoring case and a byte order mark. The optional
 * ones may be missing (decisions §7). An unknown or repeated name is refused, so that no column is dropped silently.
 */
export function checkHeader(
  cells: readonly string[],
): { ok: true; indexes: CsvIndexes } | { ok: false; detail: string } {
  const names = cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  );
  const indexes: CsvIndexes = {};
  for (const [position, name] of names.entries()) {
    if (name === '') continue;
    if (!isCsvColumn(name)) return headerProblem(`coluna desconhecida "${readable(name)}"`);
    if (indexes[name] !== undefined) return headerProblem(`coluna ${name} repetida`);
    indexes[name] = position;
  }
  const missing = CSV_COLUMNS.filter(
    (column) => indexes[column] === undefined && !OPTIONAL_COLUMNS.has(column),
  );
  if (missing.length > 0) return headerProblem(`falta ${missing.join(', ')}`);
  return { ok: true, indexes };
}

/** Tells `,` from `;` by the first line, looking only outside quotes (decisions §7). */
export function detectDelimiter(firstLine: string): ',' | ';' {
  const unquoted = firstLine.slice(0, MAX_HEADER_LENGTH).replace(/"(?:[^"]|"")*"?/g, '');
  return unquoted.split(';').length > unquoted.split(',').length ? ';' : ',';
}

/**
 * Reads a price cell in reais: `25`, `25.00`, `25,00` or `1.234,56` (decisions §7). Nothing is rounded, and
 * `1.234` is refused as ambiguous: it could be a thousand or one and a bit.
 */
export function parseDecimal(text: string): { ok: true; valor: number } | { ok: false; motivo: string } {
  const cell = text.trim();
  if (cell === '') return { ok: false, motivo: 'campo obrigatório' };
  if (/^-[\d.,]+$/.test(cell)) return { ok: false, motivo: 'não pode ser negativo' };
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(cell)) {
    return { ok: false, motivo: `valor ambíguo "${cell}" (use ${cell.replace(/\D/, '')},00 se for milhar)` };
  }
  if (/^\d+[.,]\d{3,}$/.test(cell)) return { ok: false, motivo: 'use no máximo 2 casas decimais' };
  const plain = plainDecimal(cell);
  if (plain === null) return { ok: false, motivo: NUMBER_MESSAGE };
  const valor = Number(plain);
  if (valor > MAX_PRICE || !isMoney(valor)) {
    return { ok: false, motivo: `deve ser no máximo ${formatMoney(MAX_PRICE).replace('R$ ', '')}` };
  }
  return { ok: true, valor };
}

/**
 * Judges one row by the rules of a product typed by hand. `fornecedor_id` stays the text of the file, an id or a
 * name: finding the supplier is the server's part. Every wrong cell is reported, in the file's usual column order.
 */
export function csvRow(
  record: CsvRecord,
): { ok: true; produto: ProductInput } | { ok: false; erros: CellProblem[] } {
  const problems = new Map<CsvColumn, string>();
  const prices: Partial<Record<CsvColumn, number>> = {};
  for (const column of PRICE_COLUMNS) {
    const cell = record[column] ?? '';
    if (cell.trim() === '' && OPTIONAL_COLUMNS.has(column)) continue;
    const price = parseDecimal(cell);
    if (price.ok) prices[column] = price.valor;
    else problems.set(column, price.motivo);
  }
  const parsed = productInput.safeParse({
    ...record,
    preco_venda_amazon: null,
    ...prices,
    estoque: units(record.estoque),
  });
  if (parsed.success && problems.size === 0) return { ok: true, produto: parsed.data };
  for (const { path, message } of parsed.error?.issues ?? []) {
    const column = String(path[0]);
    if (isCsvColumn(column) && !problems.has(column)) problems.set(column, afterColon(message));
  }
  const erros = CSV_COLUMNS.flatMap((coluna) => {
    const motivo = problems.get(coluna);
    return motivo === undefined ? [] : [{ coluna, motivo }];
  });
  return { ok: false, erros };
}

/** One entry of `erros`: `Linha N: coluna: motivo`; the header is line 1 (decisions §7). */
export function formatRowError(linha: number, coluna: string, motivo: string): string {
  return `Linha ${linha}: ${coluna}: ${motivo}`;
}

/**
 * Writes one cell of a CSV file: quoted where needed, and with an apostrophe before a text that a spreadsheet
 * would run as a formula (decisions §7).
 */
export function csvCell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** A name as it is compared: without case, accents and surplus spaces (decisions §7). */
export function normalizeName(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

function isCsvColumn(name: string): name is CsvColumn {
  return CSV_COLUMNS.some((column) => column === name);
}

function headerProblem(what: string): { ok: false; detail: string } {
  return { ok: false, detail: `Cabeçalho inválido: ${what}. Colunas esperadas: ${CSV_COLUMNS.join(', ')}` };
}

// What stands in an unknown header cell may be a whole binary file.
function readable(name: string): string {
  return /^.{0,40}/u.exec(name.slice(0, 400).replace(/[\p{C}\p{Z}]+/gu, ' '))?.[0] ?? '';
}

function plainDecimal(cell: string): string | null {
  if (/^\d+(?:[.,]\d{1,2})?$/.test(cell)) return cell.replace(',', '.');
  const thousands = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?$/;
  return thousands.test(cell) ? cell.replaceAll('.', '').replace(',', '.') : null;
}

function units(cell = ''): unknown {
  const digits = cell.trim();
  if (digits === '') return undefined;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
}
