import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, foreignKey, smallint, uuid } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';

/**
 * Money: integer cents in the database, reais with at most two decimals in JavaScript and on the wire. Only what is
 * written or read by Drizzle is converted; statements of our own use `toCents` and `fromCents` of the domain.
 */
export const money = customType<{ data: number; driverData: number | string }>({
  dataType: () => 'bigint',
  fromDriver: (cents) => Number(cents) / 100,
  toDriver: (reais) => Math.round(reais * 100),
});

/** A share: integer hundredths of a percent in the database, percent with at most two decimals everywhere else. */
export const percent = customType<{ data: number; driverData: number | string }>({
  dataType: () => 'integer',
  fromDriver: (bps) => Number(bps) / 100,
  toDriver: (share) => Math.round(share * 100),
});

/** An instant: `timestamptz` in the database, an ISO 8601 string in UTC everywhere else. */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: isoInstant,
});

/**
 * An instant as PostgreSQL prints it, in ISO 8601. With the session in UTC only the separators differ, which is
 * worth telling apart: parsing a hundred dates took a fifteenth of the time of a page of orders.
 */
export function isoInstant(value: string): string {
  const isUtc = value.length <= 26 && value.endsWith('+00') && value[4] === '-' && value[10] === ' ';
  if (!isUtc) return new Date(value).toISOString();
  const fraction = value.length === 22 ? '.000' : value.slice(19, -3).padEnd(4, '0');
  return `${value.slice(0, 10)}T${value.slice(11, 19)}${fraction}Z`;
}

/** Random bytes for many ids: asking for each one's took most of the time of making it. */
const random = new Uint8Array(16 * 256);
let used = random.length;
/** Of the last id of now, and of the last one of another instant: when, and where in its millisecond. */
const last = { ofNow: { msecs: 0, seq: 0 }, ofInstant: { msecs: 0, seq: 0 } };

/** A new time-ordered id (UUIDv7), after all that this process made before; or one of an instant, after its last one of that. */
export function newId(at?: Date): string {
  if (used === random.length) {
    crypto.getRandomValues(random);
    used = 0;
  }
  const own = random.subarray(used, used + 16);
  used += own.length;
  const before = at === undefined ? last.ofNow : last.ofInstant;
  const msecs = at === undefined ? Math.max(Date.now(), before.msecs) : at.getTime();
  if (msecs === before.msecs) before.seq += 1;
  else {
    before.msecs = msecs;
    // Half of what fits: the rest is for the ids of the same millisecond.
    before.seq = new DataView(own.buffer, own.byteOffset).getUint32(6) >>> 1;
  }
  return uuidv7({ ...before, random: own });
}

export const id = () =>
  uuid()
    .notNull()
    .$defaultFn(() => newId());

export const ownerId = () => uuid().notNull();

/** Which of the seller's accounts on the row's marketplace. */
export const accountId = () => smallint().notNull().default(FIRST_ACCOUNT);

/** When its row was inserted, unless something else is said. */
export const insertedAt = () => instant().notNull().default(sql`now()`);

/** A constraint of this name: the row is of one of the same seller in another table. */
export function belongsTo(
  name: string,
  columns: [owner: AnyPgColumn, id: AnyPgColumn],
  other: Record<'usuario_id' | 'id', AnyPgColumn>,
) {
  return foreignKey({ name, columns, foreignColumns: [other.usuario_id, other.id] });
}

/** For checks: `column IN (…)`, with the values where the column's type has them from. */
export function inList<Column extends AnyPgColumn>(
  column: Column,
  values: readonly Column['_']['data'][],
): SQL {
  return sql`${column} IN (${quoteAll(values)})`;
}

/** For checks: each of the columns is null or between two numbers, these included. */
export function areBetween(from: number, to: number, columns: readonly AnyPgColumn[]): SQL {
  const range = sql.raw(`BETWEEN ${from} AND ${to}`);
  return sql.join(
    columns.map((column) => sql`${column} ${range}`),
    sql` AND `,
  );
}

/** For conditions of indices, where a column stands by its bare name: `name IN (…)`. */
export function isInList(name: string, values: readonly string[]): SQL {
  return sql`${sql.raw(name)} IN (${quoteAll(values)})`;
}

/** The same for `name NOT IN (…)`. */
export function notInList(name: string, values: readonly string[]): SQL {
  return sql`${sql.raw(name)} NOT IN (${quoteAll(values)})`;
}

/** Written out: a schema has no parameters. */
function quoteAll(values: readonly unknown[]): SQL {
  return sql.raw(values.map((value) => `'${String(value).replaceAll("'", "''")}'`).join(', '));
}
