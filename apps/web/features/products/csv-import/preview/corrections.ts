import { unescapeFormula } from '@esteira/domain/text/csv-text';
import type { CsvColumn } from '@esteira/validators/csv/csv-columns';
import type { CsvHeader } from '@esteira/validators/csv/product-csv';
import type { ScannedRecord } from '@esteira/validators/csv/scan/csv-scanner';

/** A cell that was put right in the preview; the file itself stays as it is. */
export interface Correction {
  column: CsvColumn;
  /** Null: every cell of the column with this text. */
  line: number | null;
  from: string;
  to: string;
}

/** Applies corrections to a record, in the order in which they were made. */
export function createCorrector(
  corrections: readonly Correction[],
  { indexes }: CsvHeader,
): (record: ScannedRecord) => ScannedRecord {
  const placed = corrections.flatMap((correction) => {
    const at = indexes[correction.column];
    return at === undefined ? [] : [{ ...correction, at }];
  });
  if (placed.length === 0) return (record) => record;
  return (record) => {
    if (!('cells' in record)) return record;
    const cells = [...record.cells];
    for (const { line, from, to, at } of placed) {
      if (line !== null && line !== record.line) continue;
      if (unescapeFormula(cells[at] ?? '') !== from) continue;
      while (cells.length < at) cells.push('');
      cells[at] = to;
    }
    return { line: record.line, cells };
  };
}
