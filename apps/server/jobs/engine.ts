import type { OpenDatabase } from '@esteira/db/database';
import type PgBoss from 'pg-boss';
import type { Deps } from '../core/context';
import type { JobQueue } from '../core/job-queue';
import { JOB_DEADLINE_MS, JOB_EXPIRE_MS } from '../core/time/deadline';
import { repeat } from '../core/time/repeat';
import { openBoss } from './boss';
import { createBossQueue } from './boss-queue';
import type { Handlers } from './job-handler';
import { startWorker, type WorkerOptions } from './worker';

/** Work that looks for something to do again and again, and turns it into jobs. */
export interface Relay {
  /** Between the end of one look and the next. */
  everyMs: number;
  /** Safe to run on several servers at once. */
  run: (deps: Deps) => Promise<unknown>;
}

export interface EngineOptions {
  handlers: Handlers;
  relays: Readonly<Record<string, Relay>>;
  onRefusedAccount: WorkerOptions['onRefusedAccount'];
  /** Hears of every failure. */
  onFailure: WorkerOptions['onFailure'];
  /** After this long a job that was not finished is taken up again. */
  expireMs?: number;
  /** How often one job may lose its worker before it counts as what kills them. */
  crashes?: number;
  pollMs?: number;
  perKind?: number;
  perAccount?: number;
  deadline?: () => AbortSignal;
  finishMs?: number;
}

export interface Engine {
  queue: JobQueue;
  /** Starts to work; `deps.jobs` is this queue. */
  start(deps: Deps): void;
  /** Waits, not for long, for what is running; what has not ended by then is given back. */
  stop(): Promise<void>;
}

const CRASHES = 20;
const FINISH_WITHIN_MS = 10_000;
const CLEAN_UP_EVERY_MS = 60 * 60_000;

/** Jobs wait for marketplaces most of their time, so many run at once: what some accounts hold is no one's lack. */
const PER_KIND = 24;
const PER_ACCOUNT = 2;

/** The queue, its worker and the relays. */
export async function openEngine(database: OpenDatabase, options: EngineOptions): Promise<Engine> {
  const expireMs = options.expireMs ?? JOB_EXPIRE_MS;
  const boss = await openBoss(database, {
    expireSeconds: expireMs / 1000,
    crashes: options.crashes ?? CRASHES,
  });
  const stops: (() => Promise<void>)[] = [];
  return {
    queue: createBossQueue(boss),
    start: (deps) => {
      stops.push(...upkeep(boss, expireMs, options), ...startRelays(deps, options), startWork(deps, options));
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function startWork(deps: Deps, options: EngineOptions): () => Promise<void> {
  return startWorker({
    deps,
    handlers: options.handlers,
    pollMs: options.pollMs ?? 1000,
    perKind: options.perKind ?? PER_KIND,
    perAccount: options.perAccount ?? PER_ACCOUNT,
    deadline: options.deadline ?? (() => AbortSignal.timeout(JOB_DEADLINE_MS)),
    finishMs: options.finishMs ?? FINISH_WITHIN_MS,
    onRefusedAccount: options.onRefusedAccount,
    onFailure: options.onFailure,
  }).stop;
}

function upkeep(boss: PgBoss, expireMs: number, { onFailure }: EngineOptions) {
  const failed = (error: unknown) => onFailure(error, { work: 'upkeep' });
  return [
    repeat(expireMs / 4, () => boss.expire(), failed),
    repeat(CLEAN_UP_EVERY_MS, () => boss.maintain(), failed),
  ];
}

function startRelays(deps: Deps, { relays, onFailure }: EngineOptions) {
  return Object.entries(relays).map(([name, relay]) =>
    repeat(
      relay.everyMs,
      () => relay.run(deps),
      (error) => onFailure(error, { work: name }),
    ),
  );
}
