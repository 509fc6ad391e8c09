import { opaqueParam } from '@esteira/db/database';
import { DAY_MS } from '@esteira/domain/durations';
import { type Column, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a client's id can be one of ours at all. A malformed id is an unknown id. */
export function isEntityId(id: string): boolean {
  return UUID.test(id);
}

/** Whether a column is a client's id; never where that cannot be one of ours. */
export const isEntity = (column: Column, id: string): SQL => inArray(column, [id].filter(isEntityId));

/** Of ids of what was made on a day or later; see `idAround`. */
export const sinceDay = (id: Column, day: string): SQL => gt(id, idAround(day, -1));

/** Of ids of what was made on a day or before; see `idAround`. */
export const untilDay = (id: Column, day: string): SQL => lt(id, idAround(day, 2));

/** What was made between two days of America/Sao_Paulo, these included: by its moment, and by its id. */
export function isMadeWithin(
  { id, at }: { id: Column; at: Column },
  { de, ate }: { de?: string | undefined; ate?: string | undefined },
): SQL[] {
  return [
    ...(de === undefined ? [] : [gte(at, startOf(de, 0)), sinceDay(id, de)]),
    ...(ate === undefined ? [] : [lt(at, startOf(ate, 1)), untilDay(id, ate)]),
  ];
}

/** The first moment of a day of São Paulo, or of one so many days later. */
function startOf(day: string, daysLater: number): SQL {
  return sql`((${day}::date + ${daysLater}::int)::timestamp AT TIME ZONE 'America/Sao_Paulo')`;
}

/**
 * An id of about so many days after a day. Ids begin with the moment they were made at, so that an index that runs by id
 * is read around a period only: with a day more on either side, as the database has a clock of its own.
 */
function idAround(day: string, daysLater: number): string {
  const instant = Math.max(0, Date.parse(`${day}T00:00:00Z`) + daysLater * DAY_MS);
  const hex = instant.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The seller `usuarioId` of a prepared statement that keeps its plan, however many rows they have. */
export const PREPARED_SELLER: SQL = opaqueParam(sql`${sql.placeholder('usuarioId')}::uuid`);
