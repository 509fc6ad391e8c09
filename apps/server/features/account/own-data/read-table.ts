import type { Database } from '@esteira/db/database';
import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Column, ColumnKind, Table } from '../../../core/tables/table';
import type { ArchivedTable } from './archived-tables';

/** A row as it is sent elsewhere too: amounts in reais, moments in ISO 8601. */
export type ArchivedRow = Record<string, unknown>;

/** The seller's rows of a table, a page at a time. */
export async function* readTable(
  db: Database,
  usuarioId: string,
  { table, owner, columns, key, page }: ArchivedTable,
): AsyncGenerator<ArchivedRow[]> {
  // Read beside the columns: what is a secret may be of the key.
  const keyColumns = Object.fromEntries(key.map((column) => [column.name, column]));
  let last: ArchivedRow | undefined;
  for (;;) {
    const rows: { row: ArchivedRow; key: ArchivedRow }[] = await db
      .select({ row: columns, key: keyColumns })
      .from(table)
      .where(and(eq(owner, usuarioId), last === undefined ? undefined : isBehind(key, last)))
      .orderBy(...key.map((column) => asc(column)))
      .limit(page);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    last = rows.at(-1)?.key;
    // Without a key of its own a seller has one row.
    if (rows.length < page || key.length === 0) return;
  }
}

function isBehind(key: readonly PgColumn[], last: ArchivedRow): SQL {
  const values = key.map((column) => sql`${sql.param(last[column.name], column)}`);
  return sql`(${sql.join([...key], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

/** The same rows as spreadsheets show them. */
export function toSheet(source: ArchivedTable, pages: AsyncIterable<ArchivedRow[]>): Table<ArchivedRow> {
  const shown = Object.entries(source.columns).filter(([name]) => !source.notInCsv.includes(name));
  return { name: source.name, columns: shown.map(([name, column]) => toColumn(name, column)), pages };
}

function toColumn(name: string, column: PgColumn): Column<ArchivedRow> {
  return { name, kind: toKind(column), width: 20, read: (row) => toCell(row[name]) };
}

function toKind(column: PgColumn): ColumnKind {
  const type = column.getSQLType();
  if (type === 'bigint') return 'money';
  return type.startsWith('timestamp') ? 'moment' : 'text';
}

function toCell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  return JSON.stringify(value);
}
