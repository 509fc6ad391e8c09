import type { CsvLayout, ScannedRecord } from './csv-scanner';
import {
  CSV_COLUMNS,
  CSV_MAX_BYTES,
  CSV_MAX_ROWS,
  type CsvIndexes,
  checkHeader,
  detectDelimiter,
} from './product-csv';

const EXPECTED = `Colunas esperadas: ${CSV_COLUMNS.join(', ')}`;

/** Why a whole file is refused (decisions §7). */
export const CSV_FILE_PROBLEMS = {
  none: 'Selecione um arquivo CSV',
  extension: 'Só arquivos .csv são aceitos',
  tooLarge: `O arquivo passa de ${CSV_MAX_BYTES / (1024 * 1024)} MB`,
  tooManyRows: `O arquivo tem mais de ${CSV_MAX_ROWS.toLocaleString('pt-BR')} produtos`,
  empty: `O arquivo está vazio. ${EXPECTED}`,
  noRows: 'O arquivo não tem produtos',
} as const;

/** What a file's header row tells: where the columns stand, and how many there are. */
export interface CsvHeader {
  indexes: CsvIndexes;
  largura: number;
}

/** Why these first bytes of a file are not the text of a CSV; null when they may be. */
export function nonTextProblem(start: Uint8Array): string | null {
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (isUtf16) return 'O arquivo está em UTF-16. Salve a planilha como "CSV UTF-8" e envie de novo.';
  return start.includes(0) ? `O arquivo não é um CSV. ${EXPECTED}` : null;
}

/**
 * Finds separator and line break in a beginning of the file's text, by its first line that holds something or by
 * Excel's `sep=;` line. Null when all of it is blank.
 */
export function csvLayoutOf(text: string): CsvLayout | null {
  const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] === '\r' ? '\r' : '\n';
  const first = text.split(lineBreak).find((line) => line.trim() !== '');
  if (first === undefined) return null;
  const declared = /^"?sep=([,;])"?$/i.exec(first.trim())?.[1];
  return { delimiter: declared === ',' || declared === ';' ? declared : detectDelimiter(first), lineBreak };
}

/** Makes a filter for a file's records in their order: drops blank ones and a first one that is a `sep=` line. */
export function recordFilter(): (records: Iterable<ScannedRecord>) => Iterable<ScannedRecord> {
  let isFirst = true;
  return function* filled(records) {
    for (const record of records) {
      if (!isFilled(record)) continue;
      if (!isFirst || !isDelimiterLine(record)) yield record;
      isFirst = false;
    }
  };
}

/** Reads the first record of a file as its header; `detail` is the sentence the file is refused with. */
export function readHeader(
  record: ScannedRecord,
): { ok: true; header: CsvHeader } | { ok: false; detail: string } {
  if (!('celulas' in record)) {
    return { ok: false, detail: `Cabeçalho inválido: ${record.motivo}. ${EXPECTED}` };
  }
  const checked = checkHeader(record.celulas);
  if (!checked.ok) return checked;
  return { ok: true, header: { indexes: checked.indexes, largura: record.celulas.length } };
}

function isFilled(record: ScannedRecord): boolean {
  return !('celulas' in record) || record.celulas.some((cell) => cell.trim() !== '');
}

function isDelimiterLine(record: ScannedRecord): boolean {
  return 'celulas' in record && /^sep=[,;]?$/i.test(record.celulas.join('').trim());
}
