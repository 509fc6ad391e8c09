import { queryRows } from '@esteira/db/database';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { sql } from 'drizzle-orm';
import type PgBoss from 'pg-boss';
import type { Deps } from '../core/context';
import { JOB_KINDS, type JobKind } from '../core/job-kinds';
import { noteRefusedAccount } from '../features/connections/refused-account';
import type { JobHandler } from './queue';
import { completeJob, failJob, type JobTrace, judgeFailure, type TakenJob } from './settle';

export type Handlers = { readonly [K in JobKind]?: JobHandler<K> };

export interface WorkerOptions {
  deps: Deps;
  boss: PgBoss;
  handlers: Handlers;
  /** Milliseconds between two looks at an empty queue. */
  pollMs: number;
  /** Jobs of one kind that run at the same time in this process. */
  perKind: number;
  /** Hears of every failure; what the seller or time can mend is none of a programmer's business. */
  onFailure: (error: unknown, kind: JobKind | null) => void;
}

/** How long (ms) a stop waits for what is running; the rest is taken up again after it expired. */
const FINISH_WITHIN = 10_000;

/** Does the jobs that are due, here and on every other server, until stopped. */
export function startWorker(options: WorkerOptions): { stop: () => Promise<void> } {
  const kinds = Object.keys(options.handlers) as JobKind[];
  const running = new Map<JobKind, Set<Promise<void>>>(kinds.map((kind) => [kind, new Set()]));
  const bell = createBell();
  let stopped = false;

  async function takeDue(): Promise<number> {
    let taken = 0;
    for (const kind of await dueKinds(options, kinds)) {
      const mine = running.get(kind) ?? new Set();
      const free = options.perKind - mine.size;
      if (free <= 0 || stopped) continue;
      for (const job of await fetchJobs(options.boss, kind, free)) {
        taken += 1;
        const run = runJob(options, job).finally(() => {
          mine.delete(run);
          bell.ring();
        });
        mine.add(run);
      }
    }
    return taken;
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      const taken = await takeDue().catch((error: unknown) => {
        options.onFailure(error, null);
        return 0;
      });
      if (taken === 0) await bell.wait(options.pollMs);
    }
  }

  const looping = loop();
  return {
    stop: async () => {
      stopped = true;
      bell.ring();
      await looping;
      await within(FINISH_WITHIN, Promise.allSettled([...running.values()].flatMap((runs) => [...runs])));
    },
  };
}

interface FetchedJob extends TakenJob {
  data: unknown;
}

async function dueKinds({ deps }: WorkerOptions, kinds: readonly JobKind[]): Promise<JobKind[]> {
  const due = await queryRows<{ name: JobKind }>(
    deps.db,
    sql`SELECT DISTINCT name FROM pgboss.job WHERE state < 'active' AND start_after < now()`,
  );
  return due.map(({ name }) => name).filter((name) => kinds.includes(name));
}

async function fetchJobs(boss: PgBoss, kind: JobKind, batchSize: number): Promise<FetchedJob[]> {
  const jobs = await boss.fetch<unknown>(kind, { batchSize, includeMetadata: true });
  return jobs.map(({ id, data, singletonKey, output }) => ({
    id,
    kind,
    data,
    chave: singletonKey,
    anterior: traceOf(output),
  }));
}

/** pg-boss leaves its own note when a job expired; that is none of ours. */
function traceOf(output: unknown): JobTrace | null {
  return typeof output === 'object' && output !== null && 'tentativas' in output
    ? (output as JobTrace)
    : null;
}

async function runJob(options: WorkerOptions, job: FetchedJob): Promise<void> {
  const { deps, onFailure } = options;
  const since = deps.clock();
  try {
    try {
      await handle(options, job.kind, job.data);
      await completeJob(deps.db, job);
    } catch (error) {
      onFailure(error, job.kind);
      await noteRefusal(deps, { job, error, since });
      await failJob(deps.db, job, judgeFailure(job, error, { now: deps.clock(), random: Math.random }));
    }
  } catch (error) {
    // The job stays active and is taken up again once it expired.
    onFailure(error, job.kind);
  }
}

/** An account that the marketplace does not take any more is shown to its seller. */
async function noteRefusal(
  { db }: Deps,
  { job, error, since }: { job: FetchedJob; error: unknown; since: Date },
): Promise<void> {
  if (!(error instanceof AdapterError) || error.kind !== 'reconnect_required') return;
  const { usuario_id: usuarioId, marketplace } = JOB_KINDS[job.kind].parse(job.data);
  await noteRefusedAccount(db, { usuarioId, marketplace }, { since, motivo: error.message });
}

async function handle<K extends JobKind>({ deps, handlers }: WorkerOptions, kind: K, data: unknown) {
  const handler = handlers[kind] as JobHandler<JobKind> | undefined;
  await handler?.(deps, JOB_KINDS[kind].parse(data));
}

/** Something to wait at, for a time or until somebody rings. */
function createBell() {
  let wake: () => void = () => undefined;
  let isRung = false;
  return {
    ring: () => {
      isRung = true;
      wake();
    },
    wait: async (ms: number) => {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isRung = false;
    },
  };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
