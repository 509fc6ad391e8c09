import type { Database } from '@esteira/db/database';
import { HANDLERS } from '../background';
import type { Deps } from '../core/context';
import { type JobData, type JobKind, jobKey, jobKinds } from '../core/job-kinds';
import { type JobAccount, type JobQueue, type SendOptions, toAccountKey } from '../core/job-queue';
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
  /** What each transaction sent so far. */
  readonly #sentIn = new WeakMap<Database, WaitingJob[]>();

  /** Has jobs share the fate of this database's transactions: they wait from the commit on, and go with a rollback. */
  follow(db: Database): void {
    this.#follow(db, (job) => this.#enqueue(job));
  }

  async send<K extends JobKind>(
    db: Database,
    kind: K,
    ...[data, { runAt } = {}]: [JobData<K>, SendOptions?]
  ): Promise<void> {
    const job = { kind, data, key: jobKey(kind, data, runAt ?? null), runAt };
    const sent = this.#sentIn.get(db);
    if (sent === undefined) this.#enqueue(job);
    else sent.push(job);
  }

  async countWaiting(
    _db: Database,
    kind: JobKind,
    accounts: readonly JobAccount[],
  ): Promise<Map<string, number>> {
    const keys = this.waiting.filter((job) => job.kind === kind).map(({ data }) => toAccountKey(data));
    const count = (key: string) => keys.filter((other) => other === key).length;
    return new Map(accounts.map(toAccountKey).map((key) => [key, count(key)]));
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

  #follow(db: Database, onCommit: (job: WaitingJob) => void): void {
    const begin = db.transaction.bind(db);
    db.transaction = async <T>(run: (tx: Database) => Promise<T>): Promise<T> => {
      const sent: WaitingJob[] = [];
      const result = await begin((tx) => {
        this.#sentIn.set(tx, sent);
        this.#follow(tx, (job) => sent.push(job));
        return run(tx);
      });
      for (const job of sent) onCommit(job);
      return result;
    };
  }

  #enqueue(job: WaitingJob): void {
    const waiting = this.waiting.find(({ kind, key }) => kind === job.kind && key === job.key);
    if (waiting === undefined) this.waiting.push(job);
    else waiting.runAt = earlier(waiting.runAt, job.runAt);
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
  if (handler === undefined) throw new Error(`no handler for ${kind}`);
  await handler(deps, data, noDeadline);
}

/** Without a moment a job is due at once. */
function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (one === undefined || other === undefined) return undefined;
  return one < other ? one : other;
}
