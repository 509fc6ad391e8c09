import { preparing } from '@esteira/db/database';
import { type Deps, forHeavyWork } from '../core/context';
import { JOB_DEADLINE_MS, JOB_EXPIRE_MS } from '../core/time/deadline';
import { repeat } from '../core/time/repeat';
import { startWorker, type WorkerOptions } from './worker';

/** Work that looks for something to do again and again, and turns it into jobs. */
export interface Relay {
  /** Between the end of one look and the next. */
  everyMs: number;
  /** Safe to run on several servers at once. */
  run: (deps: Deps) => Promise<unknown>;
}

export type EngineOptions = Omit<WorkerOptions, 'deps' | keyof typeof DEFAULTS> &
  Partial<typeof DEFAULTS> & { relays: Readonly<Record<string, Relay>> };

export interface Engine {
  /** Starts to work; `deps.jobs` is the queue of enqueue.ts. */
  start(deps: Deps): void;
  /** Waits, not for long, for what is running; what has not ended by then is given back. */
  stop(): Promise<void>;
}

/** Jobs wait for marketplaces most of their time, so many run at once: an order takes two calls of half a second, and 30 come. */
const DEFAULTS = {
  pollMs: 250,
  perKind: 48,
  perAccount: 2,
  expireMs: JOB_EXPIRE_MS,
  crashes: 20,
  deadline: (): AbortSignal => AbortSignal.timeout(JOB_DEADLINE_MS),
  finishMs: 10_000,
};

/** The worker and the relays. */
export function createEngine({ relays, ...options }: EngineOptions): Engine {
  const stops: (() => Promise<void>)[] = [];
  return {
    start: (given) => {
      const deps = forHeavyWork(given);
      for (const [work, { everyMs, run }] of Object.entries(relays)) {
        const failed = (error: unknown) => options.onFailure(error, { work });
        stops.push(repeat(everyMs, () => run(deps), failed));
      }
      const preparingDeps = { ...deps, db: preparing(deps.db) };
      stops.push(startWorker({ ...DEFAULTS, ...options, deps: preparingDeps }).stop);
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
