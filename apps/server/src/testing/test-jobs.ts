import { HANDLERS } from '../background';
import type { Deps } from '../core/context';
import { type JobData, type JobKind, jobKey } from '../core/job-kinds';
import type { JobQueue, SendOptions } from '../core/job-queue';
import type { JobHandler } from '../jobs/job-handler';

interface WaitingJob {
  kind: JobKind;
  data: JobData<JobKind>;
  key: string;
  runAt: Date | undefined;
}

/** A queue that keeps its jobs in memory and does them when the test says so. */
export class TestJobs implements JobQueue {
  readonly waiting: WaitingJob[] = [];

  async send<K extends JobKind>(
    _db: unknown,
    kind: K,
    ...[data, { runAt } = {}]: [JobData<K>, SendOptions?]
  ): Promise<void> {
    const key = jobKey(kind, data, runAt ?? null);
    const waiting = this.waiting.find((job) => job.kind === kind && job.key === key);
    if (waiting === undefined) this.waiting.push({ kind, data, key, runAt });
    else waiting.runAt = earlier(waiting.runAt, runAt);
  }

  /** The kinds that wait, in the order of their coming. */
  kinds(): JobKind[] {
    return this.waiting.map(({ kind }) => kind);
  }

  /** Does everything that is due, also what that brings about. What a job rejects with ends it, as does success. */
  async work(deps: Deps): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (;;) {
      const now = deps.clock().getTime();
      const index = this.waiting.findIndex(({ runAt }) => runAt === undefined || runAt.getTime() <= now);
      const [job] = index < 0 ? [] : this.waiting.splice(index, 1);
      if (job === undefined) return failures;
      const handler = HANDLERS[job.kind] as JobHandler<JobKind> | undefined;
      if (handler === undefined) throw new Error(`nobody does ${job.kind}`);
      const { signal } = new AbortController();
      await handler(deps, job.data, signal).catch((error: unknown) => failures.push(error));
    }
  }
}

/** Without a moment a job is due at once. */
function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return undefined;
  return one < other ? one : other;
}
