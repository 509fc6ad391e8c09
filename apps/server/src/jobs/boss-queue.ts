import { randomUUID } from 'node:crypto';
import { type Database, queryRows } from '@esteira/db/database';
import { sql } from 'drizzle-orm';
import type PgBoss from 'pg-boss';
import { JOB_KINDS, type JobData, type JobKind } from '../core/job-kinds';
import { within } from './boss';
import type { JobQueue, SendOptions } from './queue';

/** Two servers may take away what a third joins; more often in a row is no coincidence. */
const TRIES = 10;

export function createBossQueue(boss: PgBoss): JobQueue {
  return {
    send: (db, kind, ...[dados, options = {}]) =>
      enqueue(boss, db, { kind, data: JOB_KINDS[kind].parse(dados), options }),
  };
}

async function enqueue(boss: PgBoss, db: Database, job: NewJob): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    if (await insert(boss, db, job)) return;
    if (await joinWaiting(db, job.kind, job.options)) return;
  }
  throw new Error(`a job of kind ${job.kind} could be neither added nor joined`);
}

interface NewJob {
  kind: JobKind;
  data: JobData<JobKind>;
  options: SendOptions;
}

/** False when a job with its key waits already. */
async function insert(boss: PgBoss, db: Database, { kind, data, options }: NewJob): Promise<boolean> {
  const id = await boss.send(kind, data, {
    db: within(db),
    // The queues' policy lets one job wait per key, so a job without one gets a key of its own.
    singletonKey: options.chave ?? randomUUID(),
    ...(options.em === undefined ? {} : { startAfter: options.em }),
  });
  return id !== null;
}

/**
 * Leaves the work to the job that waits with this key, at the earlier of both moments. Its row stays locked until
 * this transaction ends, so nobody starts it before what this one wrote can be seen. False when it was just started.
 */
async function joinWaiting(db: Database, kind: JobKind, { chave, em }: SendOptions): Promise<boolean> {
  const start = em === undefined ? sql`now()` : sql`${em.toISOString()}::timestamptz`;
  const joined = await queryRows(
    db,
    sql`UPDATE pgboss.job SET start_after = least(start_after, ${start})
        WHERE name = ${kind}::text AND state = 'created' AND singleton_key = ${chave ?? null}::text
        RETURNING 1 AS um`,
  );
  return joined.length > 0;
}
