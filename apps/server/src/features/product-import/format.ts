import {
  CSV_COLUMNS,
  CSV_MAX_ROWS,
  type CsvIndexes,
  checkHeader,
  detectDelimiter,
} from '@esteira/validators/product-csv';
import { AppError } from '../../core/errors';
import { type CsvLayout, CsvScanner, type ScannedRecord } from './csv-scanner';
import type { SpoolFile } from './spool-file';

type Encoding = 'utf-8' | 'windows-1252';

interface CheckedHeader {
  indexes: CsvIndexes;
  /** How many columns the header has. */
  largura: number;
}

/** A file that was found to be a product CSV within the limits. */
export interface ProductCsv extends CheckedHeader {
  /** The records below the header, blank ones left out, a piece of the file at a time. */
  records(): AsyncIterable<ScannedRecord[]>;
}

const EXPECTED = `Colunas esperadas: ${CSV_COLUMNS.join(', ')}`;

/**
 * Reads the whole file once before anything is written: encoding, layout, header, number of rows.
 * Fails with `invalid` or `too_large` and what was expected (decisions §7).
 */
export async function checkProductCsv(file: SpoolFile): Promise<ProductCsv> {
  const encoding = await detectEncoding(file);
  const layout = await detectLayout(file, encoding);
  let header: CheckedHeader | null = null;
  let rows = -1;
  for await (const records of scan(file, encoding, layout)) {
    rows += records.length;
    if (header === null && records[0] !== undefined) header = readHeader(records[0]);
    if (rows > CSV_MAX_ROWS) {
      throw new AppError(
        'too_large',
        `O arquivo tem mais de ${CSV_MAX_ROWS.toLocaleString('pt-BR')} produtos`,
      );
    }
  }
  if (header === null) throw new AppError('invalid', `O arquivo está vazio. ${EXPECTED}`);
  if (rows === 0) throw new AppError('invalid', 'O arquivo não tem produtos');
  return { ...header, records: () => belowHeader(scan(file, encoding, layout)) };
}

/** UTF-8 when every byte of the file fits it, else what Excel in Brazil saves (decisions §7). */
async function detectEncoding(file: SpoolFile): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of file.chunks()) {
      if (isFirst) refuseNonText(chunk);
      isFirst = false;
      strict.decode(chunk, { stream: true });
    }
    strict.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

function refuseNonText(start: Uint8Array): void {
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (isUtf16) {
    throw new AppError(
      'invalid',
      'O arquivo está em UTF-16. Salve a planilha como "CSV UTF-8" e envie de novo.',
    );
  }
  if (start.includes(0)) throw new AppError('invalid', `O arquivo não é um CSV. ${EXPECTED}`);
}

async function detectLayout(file: SpoolFile, encoding: Encoding): Promise<CsvLayout> {
  for await (const text of decoded(file, encoding)) {
    const lineBreak = /\r\n|\n|\r/.exec(text)?.[0] === '\r' ? '\r' : '\n';
    const first = text.split(lineBreak).find((line) => line.trim() !== '');
    if (first === undefined) continue;
    return { delimiter: declaredDelimiter(first.trim()) ?? detectDelimiter(first), lineBreak };
  }
  return { delimiter: ',', lineBreak: '\n' };
}

/** Excel's `sep=;` line, which tells the separator. */
function declaredDelimiter(line: string): CsvLayout['delimiter'] | null {
  const declared = /^"?sep=([,;])"?$/i.exec(line)?.[1];
  return declared === ',' || declared === ';' ? declared : null;
}

async function* decoded(file: SpoolFile, encoding: Encoding): AsyncIterable<string> {
  // Without `stream`, Node 20 misreads the bytes 0x80 to 0x9F of Windows-1252.
  const decoder = new TextDecoder(encoding);
  for await (const chunk of file.chunks()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** All records that hold something, the header included, the `sep=` line not. */
async function* scan(file: SpoolFile, encoding: Encoding, layout: CsvLayout): AsyncIterable<ScannedRecord[]> {
  const scanner = new CsvScanner(layout);
  let isFirst = true;
  const keep = (records: ScannedRecord[]) => {
    const filled = records.filter(isFilled);
    if (isFirst && filled[0] !== undefined) {
      isFirst = false;
      if (isDelimiterLine(filled[0])) filled.shift();
    }
    return filled;
  };
  for await (const text of decoded(file, encoding)) yield keep(scanner.push(text));
  yield keep(scanner.end());
}

function isFilled(record: ScannedRecord): boolean {
  return !('celulas' in record) || record.celulas.some((cell) => cell.trim() !== '');
}

function isDelimiterLine(record: ScannedRecord): boolean {
  return 'celulas' in record && /^sep=[,;]?$/i.test(record.celulas.join('').trim());
}

async function* belowHeader(scanned: AsyncIterable<ScannedRecord[]>): AsyncIterable<ScannedRecord[]> {
  let isHeaderPassed = false;
  for await (const records of scanned) {
    if (isHeaderPassed) yield records;
    else if (records.length > 0) {
      isHeaderPassed = true;
      yield records.slice(1);
    }
  }
}

function readHeader(record: ScannedRecord): CheckedHeader {
  if (!('celulas' in record)) {
    throw new AppError('invalid', `Cabeçalho inválido: ${record.motivo}. ${EXPECTED}`);
  }
  const header = checkHeader(record.celulas);
  if (!header.ok) throw new AppError('invalid', header.detail);
  return { indexes: header.indexes, largura: record.celulas.length };
}
