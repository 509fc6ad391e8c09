import type { Deps } from '../core/context';
import type { JobData, JobKind } from '../core/job-kinds';
import { HANDLERS } from '../job-handlers';
import type { JobHandler, JobQueue } from '../jobs/queue';

interface WaitingJob {
  kind: JobKind;
  dados: JobData<JobKind>;
  chave: string | undefined;
  em: Date | undefined;
}

/** A queue that keeps its jobs in memory and does them when the test says so. */
export class TestJobs implements JobQueue {
  readonly waiting: WaitingJob[] = [];

  async send<K extends JobKind>(
    _db: unknown,
    kind: K,
    ...[dados, { chave, em } = {}]: [JobData<K>, { chave?: string; em?: Date }?]
  ): Promise<void> {
    const isWaiting = this.waiting.some((job) => job.kind === kind && job.chave === chave);
    if (chave === undefined || !isWaiting) this.waiting.push({ kind, dados, chave, em });
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
      const index = this.waiting.findIndex(({ em }) => em === undefined || em.getTime() <= now);
      const [job] = index < 0 ? [] : this.waiting.splice(index, 1);
      if (job === undefined) return failures;
      const handler = HANDLERS[job.kind] as JobHandler<JobKind> | undefined;
      if (handler === undefined) throw new Error(`nobody does ${job.kind}`);
      await handler(deps, job.dados).catch((error: unknown) => failures.push(error));
    }
  }
}
