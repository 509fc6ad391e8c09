import type { Database } from '@esteira/db/database';
import type PgBoss from 'pg-boss';
import { JOB_KINDS, type JobData, type JobKind, jobKey } from '../core/job-kinds';
import type { JobQueue } from '../core/job-queue';
import { within } from './boss';
import { countWaitingJobs, joinWaiting } from './statements/waiting';

/** Two servers may take away what a third joins; more often in a row is no coincidence. */
const MAX_TRIES = 10;

/** The queue in pg-boss's tables: a job is sent by the transaction of the change that asks for it. */
export function createBossQueue(boss: PgBoss): JobQueue {
  return {
    send: async (db, kind, ...[given, { runAt = null } = {}]) => {
      const data = JOB_KINDS[kind].data.parse(given);
      await enqueue(boss, db, { kind, data, key: jobKey(kind, data, runAt), runAt });
    },
    countWaiting: countWaitingJobs,
  };
}

interface NewJob {
  kind: JobKind;
  data: JobData<JobKind>;
  key: string;
  runAt: Date | null;
}

async function enqueue(boss: PgBoss, db: Database, job: NewJob): Promise<void> {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    if (await insert(boss, db, job)) return;
    if (await joinWaiting(db, job)) return;
  }
  throw new Error(`a job of kind ${job.kind} could be neither added nor joined`);
}

/** False when a job with its key waits already. */
async function insert(boss: PgBoss, db: Database, { kind, data, key, runAt }: NewJob): Promise<boolean> {
  const options = { db: within(db), singletonKey: key, ...(runAt === null ? {} : { startAfter: runAt }) };
  return (await boss.send(kind, data, options)) !== null;
}
