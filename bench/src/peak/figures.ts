import { percentile } from '../harness/drive';
import type { Report } from './market-process';
import type { StoredSale } from './outcome';
import type { Done } from './run-acts';
import type { Sample } from './watch';

/** A span of the run, from and to in ms since the epoch. */
export interface Span {
  from: number;
  to: number;
}

/** Milliseconds; NaN of none. */
export interface Times {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  slowest: number;
}

export function toTimes(all: readonly number[]): Times {
  const sorted = all.toSorted((a, b) => a - b);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(sorted, share));
  return { count: all.length, p50, p95, p99, slowest: sorted.at(-1) ?? Number.NaN } as Times;
}

export const within = <T extends { at: number }>(all: readonly T[], { from, to }: Span) =>
  all.filter(({ at }) => at >= from && at < to);

export interface Sources {
  report: Report;
  stored: ReadonlyMap<string, StoredSale>;
  /** When screens were told of orders. */
  heardAt: ReadonlyMap<string, number>;
  done: readonly Done[];
  samples: readonly Sample[];
}

/** How long it took from the announcement of the span's sales until a screen and Amazon were told. */
export function timeSales({ report, stored, heardAt }: Sources, span: Span) {
  const byProduct = new Map<string, Report['told']>();
  for (const one of report.told) byProduct.set(one.sku, [...(byProduct.get(one.sku) ?? []), one]);
  const announced = within(report.sales, span).filter(({ isAnnounced }) => isAnnounced);
  const shown = announced.flatMap(({ number, at }) => {
    const heard = heardAt.get(number);
    return heard === undefined ? [] : heard - at;
  });
  const told = announced.map(({ number, sku, at }) => {
    const unit = stored.get(number)?.unit ?? Number.POSITIVE_INFINITY;
    const first = byProduct.get(sku)?.find(({ sold }) => sold >= unit);
    return (first?.at ?? Number.POSITIVE_INFINITY) - at;
  });
  return { shown: toTimes(shown), told: toTimes(told) };
}

/** How long it took until the orders were stored that were not announced. */
export const timeUnannounced = ({ report, stored }: Sources) =>
  toTimes(
    report.sales.flatMap(({ number, at, isAnnounced }) =>
      isAnnounced ? [] : (stored.get(number)?.at ?? Number.POSITIVE_INFINITY) - at,
    ),
  );

/** Processor time of server and PostgreSQL within a span, in ms, and the work that was done for it. */
export function sumWork({ samples, done, report }: Sources, span: Span) {
  const some = within(samples, span);
  const [first, last] = [some[0]?.cpu, some.at(-1)?.cpu];
  const server = (last?.server ?? Number.NaN) - (first?.server ?? Number.NaN);
  const postgres = (last?.postgres ?? Number.NaN) - (first?.postgres ?? Number.NaN);
  return { server, postgres, acts: within(done, span).length, sales: within(report.sales, span).length };
}

export interface Hold {
  heldMs: number;
  /** What was longest under way at that time. */
  beside: string[];
}

/** The seconds of a span in which the loop was held longest, each with the acts that were longest under way then. */
export function findHolds({ samples, done }: Sources, span: Span, count: number): Hold[] {
  const longest = within(samples, span).toSorted((a, b) => b.heldMs - a.heldMs);
  return longest.slice(0, count).map(({ at, heldMs }) => {
    const beside = done.filter((act) => act.at < at && act.at + act.ms > at - 1_000);
    const names = beside.toSorted((a, b) => b.ms - a.ms).map(({ name }) => name);
    return { heldMs, beside: [...new Set(names)].slice(0, 2) };
  });
}

/** What a second was like: the sample at its end, and the one before it. */
interface Second {
  before: Sample;
  sample: Sample;
}

const CORES = 2;
const cpuOf = ({ cpu }: Sample) => cpu.server + cpu.postgres;
const lasted = ({ before, sample }: Second) => sample.at - before.at;

/** What may make an act slow, each as something that a second had. */
const CAUSES: Readonly<Record<string, (second: Second) => boolean>> = {
  'event loop held for 50 ms or more': ({ sample }) => sample.heldMs >= 50,
  'the load itself was held for 50 ms or more': ({ sample }) => sample.ownHeldMs >= 50,
  'collector took 50 ms or more': ({ before, sample }) => sample.collectedMs - before.collectedMs >= 50,
  'people waited for a connection': ({ sample }) => sample.waiting > 0,
  'a connection of PostgreSQL waited for a lock': ({ sample }) => sample.locked > 0,
  'one waited for the disk': ({ sample }) => sample.writing > 0,
  'more connections worked than there are cores': ({ sample }) => sample.working > CORES,
  'server and PostgreSQL used 90% of the cores': (second) =>
    cpuOf(second.sample) - cpuOf(second.before) >= 0.9 * CORES * lasted(second),
  'a checkpoint ended': ({ before, sample }) => sample.checkpoints > before.checkpoints,
};

/**
 * Of all acts with sales and of the slowest 1% of each kind, the share in whose time some second had each of the causes: a
 * cause that is as frequent in both explains nothing.
 */
export function traceSlowest(sources: Sources, span: Span): string[][] {
  const samples = within(sources.samples, span);
  const seconds = samples.slice(1).map((sample, index) => ({ before: samples[index] as Sample, sample }));
  const done = within(sources.done, span);
  const names = [...new Set(done.map(({ name }) => name))];
  const slow = names.flatMap((name) => {
    const all = done.filter((act) => act.name === name);
    const { p99 } = toTimes(all.map((act) => act.ms));
    return all.filter((act) => act.ms >= p99);
  });
  return Object.entries(CAUSES).map(([cause, isSo]) => {
    const found = seconds.filter(isSo);
    const touches = (act: (typeof done)[number]) =>
      found.some(({ before, sample }) => act.at < sample.at && act.at + act.ms > before.at);
    const share = (acts: typeof done) => `${((100 * acts.filter(touches).length) / acts.length).toFixed(0)}%`;
    return [cause, share(slow), share(done)];
  });
}
