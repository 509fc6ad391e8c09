import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { type Cpu, readCpu, residentMb, type Server } from '../harness/processes';

/** What the server was like at one moment (ms since the epoch). */
export interface Sample {
  at: number;
  residentMb: number;
  /** Processor time so far. */
  cpu: Cpu;
  /** For how long its event loop was held at most since the sample before, in ms. */
  heldMs: number;
  /** The same of this process, whose holds stand in what it measures. */
  ownHeldMs: number;
  /** For how many seconds the oldest announced order waited to be taken in, and the oldest stock to be told. */
  unread: number;
  untold: number;
  /** What the collector took in all so far, in ms. */
  collectedMs: number;
  /** Requests of people that wait for a connection. */
  waiting: number;
  /** Connections of PostgreSQL that work, of these those that wait for a lock, and for the disk. */
  working: number;
  locked: number;
  writing: number;
  /** Checkpoints so far. */
  checkpoints: number;
}

const EVERY_MS = 1_000;
/** The loop is looked at so often, which its figures include. */
const LOOK_EVERY_MS = 10;

/** For how long this process's event loop was held since the last reset, in ms. */
export function watchOwnLoop() {
  const delays = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  delays.enable();
  const toMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - LOOK_EVERY_MS);
  return {
    read: () => ({ p99: toMs(delays.percentile(99)), longest: toMs(delays.max) }),
    reset: () => delays.reset(),
    stop: () => delays.disable(),
  };
}

/** Samples a server every second, by its metrics too, until it is stopped. */
export function watch(api: Server, metricsUrl: string, sql: postgres.Sql) {
  const samples: Sample[] = [];
  const own = watchOwnLoop();
  let isOver = false;
  const take = async () => {
    const text = await (await fetch(metricsUrl)).text();
    const read = (name: string) => Number(text.split(`\n${name} `)[1]?.split('\n')[0] ?? Number.NaN);
    const collected = [...text.matchAll(/\nnodejs_gc_duration_seconds_sum\{.*?\} (\S+)/g)];
    const [database] = await sql<Pick<Sample, 'working' | 'locked' | 'writing' | 'checkpoints'>[]>`
      SELECT count(*)::int AS working, count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS locked,
        count(*) FILTER (WHERE wait_event_type = 'IO' OR wait_event IN ('WALWrite', 'WALSync'))::int AS writing,
        (SELECT (checkpoints_timed + checkpoints_req)::int FROM pg_stat_bgwriter) AS checkpoints
      FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`;
    if (database === undefined) return;
    samples.push({
      ...database,
      at: Date.now(),
      ownHeldMs: own.read().longest,
      collectedMs: collected.reduce((sum, [, value]) => sum + Number(value) * 1000, 0),
      waiting: read('esteira_database_connections{state="waiting"}'),
      residentMb: residentMb(api.pid),
      cpu: readCpu(api),
      heldMs: Math.max(0, read('nodejs_eventloop_lag_max_seconds') * 1000 - LOOK_EVERY_MS),
      unread: read('esteira_marketplace_delay_seconds{what="orders"}'),
      untold: read('esteira_marketplace_delay_seconds{what="stock"}'),
    });
    own.reset();
  };
  const taking = (async () => {
    for (let due = Date.now(); !isOver; due = Math.max(due + EVERY_MS, Date.now())) {
      await delay(Math.max(0, due - Date.now()));
      await take().catch(() => undefined);
    }
  })();
  return {
    samples,
    stop: () => {
      isOver = true;
      own.stop();
      return taking;
    },
  };
}
