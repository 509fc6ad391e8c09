import { formatMoment } from '@esteira/domain/calendar';
import { BOM, toCsvAmount, toCsvLine, toCsvText } from '@esteira/domain/text/csv-text';
import { inSteps } from '../time/in-steps';
import type { Column, Table } from './table';

/** The table as a CSV for a Brazilian Excel, a few rows at a time. */
export async function* writeCsv<Row>({ columns, pages }: Table<Row>): AsyncIterable<string> {
  yield BOM + toCsvLine(columns.map(({ name }) => name));
  for await (const page of pages) {
    for await (const rows of inSteps(page)) yield rows.map((row) => toLine(columns, row)).join('');
  }
}

function toLine<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `${columns.map((column) => toCell(column, row)).join(';')}\r\n`;
}

function toCell<Row>({ kind, read }: Column<Row>, row: Row): string {
  const value = read(row);
  if (value === null) return '';
  if (kind === 'moment') return formatMoment(String(value));
  if (typeof value === 'string') return toCsvText(value);
  return kind === 'money' ? toCsvAmount(value) : String(value).replace('.', ',');
}
