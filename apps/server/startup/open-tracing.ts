import type { OpenDatabase } from '@esteira/db/database';
import { watchStatements } from '@esteira/db/watched-statements';
import { type OnServiceCall, toServiceFailure } from '../core/service-calls/watch';
import type { Config } from '../env/env';
import type { Tracing } from '../tracing/tracing';

/** Undefined where no collector is named: then nothing is traced, and nothing of what traces is loaded. */
export async function openTracing(
  { traceCollector }: Config,
  database: OpenDatabase,
): Promise<Tracing | undefined> {
  if (traceCollector === null) return undefined;
  const { createTracing } = await import('../tracing/tracing');
  const tracing = createTracing(traceCollector);
  const { noteStatement } = tracing;
  const { readLists } = database;
  watchStatements(database.db, noteStatement);
  // A replica has a database of its own.
  database.readLists = (work) =>
    readLists((db) => {
      watchStatements(db, noteStatement);
      return work(db);
    });
  return tracing;
}

/** Makes of a call outside a span of whatever asked for it. */
export function toCallNote({ tracer }: Tracing): OnServiceCall {
  return ({ service, operation, outcome, milliseconds }) => {
    const isFailure = toServiceFailure(outcome) !== null;
    tracer.note(`${service}.${operation}`, { outcome }, { milliseconds, isFailure });
  };
}
