import type { ScannedRecord } from './csv-scanner';

/** Records of one piece of the file at a time, read as they are taken; take all of a piece before the next one. */
export type CsvRecords = AsyncIterable<Iterable<ScannedRecord>>;

/** A table in a file: a CSV has one, a workbook one in each sheet. */
export interface TableSource {
  /** The sheet's name; null: the file has no sheets. */
  name: string | null;
  /**
   * All rows from the first on. The numbers in the columns `amounts` are values, all others what their cells show. Ends
   * after about `maxLength` characters.
   */
  records(amounts?: ReadonlySet<number>, maxLength?: number): CsvRecords;
  /** Whether the sheet hides a column, counted from 0; known once rows were read. */
  isHidden(column: number): boolean;
}

/** How many columns of products a row names, and whether a table may stand below it as it is. */
export type RateRow = (cells: readonly string[]) => { known: number; isWhole: boolean };

/** The row of a file that names its columns. */
export interface HeadingRow {
  source: TableSource;
  record: ScannedRecord;
}

interface Candidate extends HeadingRow {
  known: number;
  isWhole: boolean;
  hasRows: boolean;
}

/** The rows of each sheet in which the heading is looked for. */
export const SEARCHED_ROWS = 20;
/** How much of a sheet after the first is looked through, in characters of its XML. */
const SEARCHED_LENGTH = 1024 * 1024;

/**
 * Finds the heading: the first row among the first 20 of each sheet that names columns of products, above a row of its
 * own. Where none does, the row that names most, else the first one that holds something. Null: all are blank.
 */
export async function findHeading(sources: Iterable<TableSource>, rate: RateRow): Promise<HeadingRow | null> {
  let best: Candidate | null = null;
  let first: HeadingRow | null = null;
  let maxLength = Number.POSITIVE_INFINITY;
  for (const source of sources) {
    const candidates = await readCandidates(source, rate, maxLength);
    maxLength = SEARCHED_LENGTH;
    for (const candidate of candidates) {
      first ??= candidate;
      if (!isHeading(candidate)) continue;
      if (best === null || compare(candidate, best) > 0) best = candidate;
    }
    if (best !== null && isCertain(best)) return best;
  }
  return best ?? first;
}

async function readCandidates(source: TableSource, rate: RateRow, maxLength: number): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for await (const records of source.records(undefined, maxLength)) {
    for (const record of records) {
      if (!isFilled(record)) continue;
      const before = found.at(-1);
      if (before) before.hasRows = true;
      if (found.length === SEARCHED_ROWS || (before && isCertain(before))) return found;
      const rating = 'cells' in record ? rate(record.cells) : { known: 0, isWhole: false };
      found.push({ source, record, ...rating, hasRows: false });
    }
  }
  return found;
}

const isHeading = ({ known, isWhole }: Candidate) => isWhole || known > 1;
const isStrong = ({ known, hasRows }: Candidate) => known > 1 && hasRows;
const isCertain = (candidate: Candidate) => candidate.isWhole && isStrong(candidate);

function compare(a: Candidate, b: Candidate): number {
  return (
    Number(isCertain(a)) - Number(isCertain(b)) ||
    Number(isStrong(a)) - Number(isStrong(b)) ||
    a.known - b.known ||
    Number(a.isWhole) - Number(b.isWhole)
  );
}

export function isFilled(record: ScannedRecord): boolean {
  return !('cells' in record) || record.cells.some((cell) => cell.trim() !== '');
}
