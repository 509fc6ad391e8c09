import {
  CSV_FILE_PROBLEMS,
  type CsvHeader,
  csvLayoutOf,
  nonTextProblem,
  readHeader,
  recordFilter,
} from '@esteira/validators/csv/csv-file';
import { type CsvLayout, CsvScanner, type ScannedRecord } from '@esteira/validators/csv/csv-scanner';
import { CSV_MAX_ROWS } from '@esteira/validators/csv/product-csv';
import { AppError } from '../../../core/errors';
import type { SpoolFile } from './spool-file';

type Encoding = 'utf-8' | 'windows-1252';

/** A piece of the file at a time, its records read as they are taken: none is kept that nobody needs any more. */
type Records = AsyncIterable<Iterable<ScannedRecord>>;

/** A file that was found to be a product CSV within the limits. */
export interface ProductCsv {
  header: CsvHeader;
  /** The records below the header, blank ones left out. */
  records(): Records;
}

const refused = (detail: string) => new AppError('invalid', detail);

/**
 * Reads the whole file once before anything is written: encoding, layout, header, number of rows.
 * Fails with `invalid` or `too_large` and what was expected (decisions §7).
 */
export async function checkProductCsv(file: SpoolFile): Promise<ProductCsv> {
  const encoding = await detectEncoding(file);
  const layout = await detectLayout(file, encoding);
  let header: CsvHeader | null = null;
  let rows = -1;
  for await (const records of scan(file, encoding, layout)) {
    for (const record of records) {
      header ??= headerOf(record);
      rows += 1;
      if (rows > CSV_MAX_ROWS) throw new AppError('too_large', CSV_FILE_PROBLEMS.tooManyRows);
    }
  }
  if (header === null) throw refused(CSV_FILE_PROBLEMS.empty);
  if (rows === 0) throw refused(CSV_FILE_PROBLEMS.noRows);
  return { header, records: () => belowHeader(scan(file, encoding, layout)) };
}

/** UTF-8 when every byte of the file fits it, else what Excel in Brazil saves (decisions §7). */
async function detectEncoding(file: SpoolFile): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const chunk of file.chunks()) {
      const problem = isFirst ? nonTextProblem(chunk) : null;
      if (problem !== null) throw refused(problem);
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

async function detectLayout(file: SpoolFile, encoding: Encoding): Promise<CsvLayout> {
  for await (const text of decoded(file, encoding)) {
    const layout = csvLayoutOf(text);
    if (layout !== null) return layout;
  }
  throw refused(CSV_FILE_PROBLEMS.empty);
}

async function* decoded(file: SpoolFile, encoding: Encoding): AsyncIterable<string> {
  // Without `stream`, Node 20 misreads the bytes 0x80 to 0x9F of Windows-1252.
  const decoder = new TextDecoder(encoding);
  for await (const chunk of file.chunks()) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** All records that hold something, the header included. */
async function* scan(file: SpoolFile, encoding: Encoding, layout: CsvLayout): Records {
  const scanner = new CsvScanner(layout);
  const filled = recordFilter();
  for await (const text of decoded(file, encoding)) yield filled(scanner.push(text));
  yield filled(scanner.end());
}

async function* belowHeader(scanned: Records): Records {
  let isBelow = false;
  function* below(records: Iterable<ScannedRecord>) {
    for (const record of records) {
      if (isBelow) yield record;
      isBelow = true;
    }
  }
  for await (const records of scanned) yield below(records);
}

function headerOf(record: ScannedRecord): CsvHeader {
  const result = readHeader(record);
  if (!result.ok) throw refused(result.detail);
  return result.header;
}
