import { HANDLERS } from '../background';
import type { Deps } from '../core/context';
import { type JobData, type JobKind, jobKey, jobKinds } from '../core/job-kinds';
import type { JobQueue, SendOptions } from '../core/job-queue';
import type { JobHandler } from '../jobs/job-handler';
import { noDeadline } from './no-deadline';

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

  /**
   * Does everything that is due (of these kinds), also what that brings about. What a job rejects with ends it, as
   * does success.
   */
  async work(deps: Deps, kinds: readonly JobKind[] = jobKinds): Promise<unknown[]> {
    const failures: unknown[] = [];
    for (;;) {
      const job = this.#takeDue(deps, kinds);
      if (job === undefined) return failures;
      await run(deps, job).catch((error: unknown) => failures.push(error));
    }
  }

  /** Does the job of this kind that is due first, and nothing of what it brings about. */
  async workOne(deps: Deps, kind: JobKind): Promise<void> {
    const job = this.#takeDue(deps, [kind]);
    if (job === undefined) throw new Error(`no ${kind} is due`);
    await run(deps, job);
  }

  #takeDue(deps: Deps, kinds: readonly JobKind[]): WaitingJob | undefined {
    const now = deps.clock().getTime();
    const index = this.waiting.findIndex(
      ({ kind, runAt }) => kinds.includes(kind) && (runAt === undefined || runAt.getTime() <= now),
    );
    return index < 0 ? undefined : this.waiting.splice(index, 1)[0];
  }
}

async function run(deps: Deps, { kind, data }: WaitingJob): Promise<void> {
  const handler = HANDLERS[kind] as JobHandler<JobKind> | undefined;
  if (handler === undefined) throw new Error(`nobody does ${kind}`);
  await handler(deps, data, noDeadline);
}

/** Without a moment a job is due at once. */
function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return undefined;
  return one < other ? one : other;
}
