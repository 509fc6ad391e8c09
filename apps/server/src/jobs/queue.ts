import type { Database } from '@esteira/db/database';
import type { Deps } from '../core/context';
import type { JobData, JobKind } from '../core/job-kinds';

export interface SendOptions {
  /** At most one waiting job of this kind has this key: a second one is not enqueued. */
  chave?: string;
  /** Not before this moment. */
  em?: Date;
}

/** Background work that outlives this process. */
export interface JobQueue {
  /** Enqueues inside the transaction `db`: the job exists if and only if that commits. */
  send<K extends JobKind>(db: Database, kind: K, dados: JobData<K>, options?: SendOptions): Promise<void>;
}

/**
 * Does one job. It may run twice, or be killed anywhere, so it must come to the same end. What it rejects with
 * decides what becomes of the job: a transient AdapterError is tried again later, `reconnect_required` waits for the
 * seller, any other AdapterError is final until an admin retries it, and anything else is a bug: tried again, then
 * final.
 */
export type JobHandler<K extends JobKind> = (deps: Deps, dados: JobData<K>) => Promise<void>;

/** While every marketplace is simulated there is no background work. */
export const noJobs: JobQueue = {
  send: async (_db, kind) => {
    throw new Error(`no job worker runs, so ${kind} would never be done`);
  },
};
