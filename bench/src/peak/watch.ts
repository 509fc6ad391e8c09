import { setTimeout as delay } from 'node:timers/promises';
import { type Cpu, readCpu, residentMb, type Server } from '../harness/processes';

/** What the server was like at one moment (ms since the epoch). */
export interface Sample {
  at: number;
  residentMb: number;
  /** Processor time so far. */
  cpu: Cpu;
  /** For how long its event loop was held at most since the sample before, in ms. */
  heldMs: number;
  /** For how many seconds the oldest announced order waited to be taken in, and the oldest stock to be told. */
  unread: number;
  untold: number;
}

const EVERY_MS = 1_000;
/** The loop is looked at so often, which its figures include. */
const LOOK_EVERY_MS = 10;

/** Samples a server every second, by its metrics too, until it is stopped. */
export function watch(api: Server, metricsUrl: string) {
  const samples: Sample[] = [];
  let isOver = false;
  const take = async () => {
    const text = await (await fetch(metricsUrl)).text();
    const read = (name: string) => Number(text.split(`\n${name} `)[1]?.split('\n')[0] ?? Number.NaN);
    samples.push({
      at: Date.now(),
      residentMb: residentMb(api.pid),
      cpu: readCpu(api),
      heldMs: Math.max(0, read('nodejs_eventloop_lag_max_seconds') * 1000 - LOOK_EVERY_MS),
      unread: read('esteira_marketplace_delay_seconds{what="orders"}'),
      untold: read('esteira_marketplace_delay_seconds{what="stock"}'),
    });
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
      return taking;
    },
  };
}
