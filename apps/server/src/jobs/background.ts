import type { OpenDatabase } from '@esteira/db/database';
import type PgBoss from 'pg-boss';
import type { Deps } from '../core/context';
import { repeat } from '../core/repeat';
import { HANDLERS } from '../job-handlers';
import { RELAYS, type Relay } from '../job-relays';
import { openBoss } from './boss';
import { createBossQueue } from './boss-queue';
import type { JobQueue } from './queue';
import { type Handlers, startWorker } from './worker';

export interface BackgroundOptions {
  /** Seconds after which a job that nobody settled is taken up again. Longer than any handler takes. */
  expireSeconds?: number;
  /** How often one job may lose its worker before it counts as what kills them. */
  crashes?: number;
  pollMs?: number;
  perKind?: number;
  handlers?: Handlers;
  relays?: Readonly<Record<string, Relay>>;
  /** Hears of what failed: `what` is a kind of job, a relay, or the upkeep. */
  onFailure: (error: unknown, what: string) => void;
}

export interface Background {
  queue: JobQueue;
  /** Starts to work; `deps.jobs` is this queue. */
  start(deps: Deps): void;
  /** Waits, not for long, for what is running. */
  stop(): Promise<void>;
}

const EXPIRE_SECONDS = 120;
const CRASHES = 20;
const CLEAN_UP_EVERY = 60 * 60_000;

/** The queue, its worker and the relays. To be opened only where some marketplace is real. */
export async function openBackground(
  database: OpenDatabase,
  options: BackgroundOptions,
): Promise<Background> {
  const expireSeconds = options.expireSeconds ?? EXPIRE_SECONDS;
  const boss = await openBoss(database, { expireSeconds, crashes: options.crashes ?? CRASHES });
  const stops: (() => Promise<void>)[] = [];
  return {
    queue: createBossQueue(boss),
    start: (deps) => {
      stops.push(...upkeep(boss, expireSeconds, options), ...startRelays(deps, options));
      const worker = startWorker({
        deps,
        boss,
        handlers: options.handlers ?? HANDLERS,
        pollMs: options.pollMs ?? 1000,
        perKind: options.perKind ?? 4,
        onFailure: (error, kind) => options.onFailure(error, kind ?? 'worker'),
      });
      stops.push(worker.stop);
    },
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function upkeep(boss: PgBoss, expireSeconds: number, { onFailure }: BackgroundOptions) {
  const failed = (error: unknown) => onFailure(error, 'upkeep');
  return [
    repeat((expireSeconds * 1000) / 4, () => boss.expire(), failed),
    repeat(CLEAN_UP_EVERY, () => boss.maintain(), failed),
  ];
}

function startRelays(deps: Deps, { relays = RELAYS, onFailure }: BackgroundOptions) {
  return Object.entries(relays).map(([name, relay]) =>
    repeat(
      relay.every,
      () => relay.run(deps),
      (error) => onFailure(error, name),
    ),
  );
}
