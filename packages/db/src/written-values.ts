import { type PGlite, types } from '@electric-sql/pglite';

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
