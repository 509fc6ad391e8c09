import { type PGlite, type QueryOptions, type Transaction, types } from '@electric-sql/pglite';
import type { EmbeddedClient } from './embedded/disk-space';

/** What Drizzle reads as PostgreSQL writes it: moments, days and spans, and arrays of them and of `numeric`. */
const AS_WRITTEN = [
  types.TIMESTAMP,
  types.TIMESTAMPTZ,
  types.INTERVAL,
  types.DATE,
  ...[1115, 1185, 1187, 1182, 1231],
];

/** The same client, which answers these types as texts, as the driver of a real PostgreSQL does under Drizzle. */
export function readAsWritten(client: PGlite): PGlite {
  for (const type of AS_WRITTEN) client.parsers[type] = (value) => value;
  return client;
}

/**
 * The same client for Drizzle, which passes just these types with each query. PGlite would copy its 300 parsers
 * every time, which takes as long as a small query.
 */
export function withoutOwnParsers(client: EmbeddedClient): EmbeddedClient {
  return {
    query: (text, values, options) => client.query(text, values, toRowMode(options)),
    exec: (...script) => client.exec(...script),
    transaction: (body) => client.transaction((tx) => body(transactionWithout(tx))),
  };
}

function transactionWithout(tx: Transaction): Transaction {
  return { ...tx, query: (text, values, options) => tx.query(text, values, toRowMode(options)) };
}

const toRowMode = ({ rowMode }: QueryOptions = {}): QueryOptions =>
  rowMode === undefined ? {} : { rowMode };
