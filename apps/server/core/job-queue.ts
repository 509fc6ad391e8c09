import type { Database } from '@esteira/db/database';
import type { JobData, JobKind } from './job-kinds';

export interface SendOptions {
  /** Not before this moment. */
  runAt?: Date;
}

/** Background work that outlives this process. */
export interface JobQueue {
  /**
   * Enqueues inside the transaction `db`: the job exists if and only if that commits. Where a job of this kind
   * that was not tried yet waits under the same key (see JOB_KINDS), that one does the work, at the earlier of both moments.
   */
  send<K extends JobKind>(db: Database, kind: K, data: JobData<K>, options?: SendOptions): Promise<void>;
  /** How many jobs of this kind wait for each of these accounts, by `toAccountKey`. */
  countWaiting(db: Database, kind: JobKind, accounts: readonly JobAccount[]): Promise<Map<string, number>>;
}

/** Whose job it is. */
export type JobAccount = Pick<JobData<JobKind>, 'usuario_id' | 'marketplace' | 'conta_id'>;

export const toAccountKey = ({ usuario_id, marketplace, conta_id }: JobAccount) =>
  `${usuario_id}:${marketplace}:${conta_id}`;

/** While every marketplace is simulated there is no background work. */
export const noJobs: JobQueue = {
  send: async (_db, kind) => {
    throw new Error(`no job worker runs, so ${kind} would never be done`);
  },
  countWaiting: async () => new Map(),
};
