import type { Database, OpenDatabase } from '@esteira/db/database';
import { queryRows } from '@esteira/db/database';
import { type SQL, sql } from 'drizzle-orm';
import type PgBoss from 'pg-boss';
import { jobKinds } from '../core/job-kinds';
import { prepareJobTables } from './statements/tables';

const DAY_SECONDS = 24 * 60 * 60;
/** How long a job may wait, for example for its seller to connect again. */
const RETENTION_MINUTES = (90 * DAY_SECONDS) / 60;

export interface BossOptions {
  expireSeconds: number;
  /** Crashes and timeouts that one job survives; failures that a handler tells of are counted in retry-decision.ts. */
  crashes: number;
}

/**
 * Opens pg-boss on the pool that everything else uses, on either database; its tables are made on first use. A job
 * whose worker has not finished it after `expireSeconds` is taken up again: the worker was killed.
 */
export async function openBoss(
  database: OpenDatabase,
  { expireSeconds, crashes }: BossOptions,
): Promise<PgBoss> {
  // Loaded only where a marketplace is real: starting with simulated ones stays as quick as it was.
  const { default: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: { executeSql: (text, values) => execute(database, text, values) },
    schedule: false,
    // Expired and old jobs are looked for by engine.ts, more often than pg-boss would.
    supervise: false,
    archiveCompletedAfterSeconds: 60 * 60,
    archiveFailedAfterSeconds: 30 * DAY_SECONDS,
    deleteAfterDays: 7,
  });
  await boss.start();
  await prepareQueues(boss, { expireSeconds, crashes });
  await prepareJobTables(database);
  return boss;
}

/** One query where the queues are as they should be, which is at every start but the first. */
async function prepareQueues(boss: PgBoss, { expireSeconds, crashes }: BossOptions): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of jobKinds) {
    const options = { name, policy: 'short', expireInSeconds: expireSeconds, retryLimit: crashes } as const;
    const stored = known.get(name);
    if (stored?.expireInSeconds === expireSeconds && stored.retryLimit === crashes) continue;
    if (stored === undefined)
      await boss.createQueue(name, { ...options, retentionMinutes: RETENTION_MINUTES });
    else await boss.updateQueue(name, { ...options });
  }
}

/** What pg-boss enqueues with `db` becomes part of that transaction. */
export function within(db: Database): PgBoss.Db {
  return { executeSql: async (text, values) => ({ rows: await queryRows(db, statement(text, values)) }) };
}

/** pg-boss sends scripts without values and statements with them; the former need a connection to themselves. */
async function execute(database: OpenDatabase, text: string, values: unknown[] | undefined) {
  if (values !== undefined) return within(database.db).executeSql(text, values);
  return { rows: await database.script(text) };
}

/** Numbered parameters become Drizzle's. A parameter that is used twice is sent twice. */
function statement(text: string, values: readonly unknown[]): SQL {
  const parts = text.split(/\$(\d+)/).map((part, position) => {
    if (position % 2 === 0) return sql.raw(part);
    const value = values[Number(part) - 1] ?? null;
    return sql`${typeof value === 'object' && value !== null ? JSON.stringify(value) : value}`;
  });
  return sql.join(parts);
}
