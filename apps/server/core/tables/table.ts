/** What stands in a column; how a spreadsheet shows it depends on it. A code is a text that looks like a number. */
export type ColumnKind = 'text' | 'code' | 'money' | 'units' | 'moment';

export interface Column<Row> {
  name: string;
  kind: ColumnKind;
  /** How many characters of it are seen. */
  width: number;
  /** A text, reais, units or an ISO moment, by the kind; null: nothing. */
  read: (row: Row) => string | number | null;
}

/** What is written into a file, however long: the rows come page by page, each asked for when the last one is gone. */
export interface Table<Row> {
  /** Of the file, without its ending, and of the sheet. */
  name: string;
  columns: readonly Column<Row>[];
  pages: AsyncIterable<readonly Row[]>;
}

/** The longest table that is written (docs/product-rules/rest.md#exports). */
export const MAX_TABLE_ROWS = 200_000;

/** How many rows are read at once: the driver and Drizzle turn them into objects without letting others in between. */
export const TABLE_PAGE = 250;
