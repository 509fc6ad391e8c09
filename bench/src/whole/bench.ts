import type { Comparison } from '../harness/compare';
import type { Size } from '../harness/size';

export const CONNECTIONS = 10;

export interface Options {
  size: Size;
  /** Use the databases of an earlier run that kept them. */
  reuse: boolean;
  keep: boolean;
  /** Only the jobs whose name contains this text; nothing is written then. */
  only: string | undefined;
  /** So many orders of others were asked for: only what they cost is measured. */
  isScale: boolean;
}

export interface Bench {
  options: Options;
  server: string;
  manyUrl: string;
  fewUrl: string;
  folder: string;
  /** Null where an earlier run loaded the data. */
  loadMs: number | null;
}

export const toSchedule = ({ rounds, secondsPerRound }: Size) => ({
  rounds,
  seconds: secondsPerRound,
  connections: CONNECTIONS,
});

export function printResult(result: Comparison): Comparison {
  const { job, first, second } = result;
  const figures = (side: typeof first) =>
    `${side.requestsPerSecond.toFixed(0)} req/s, p50 ${side.p50.toFixed(2)}, p99 ${side.p99.toFixed(2)} ms, CPU ${side.cpuMsPerRequest.toFixed(3)} ms`;
  const ratio = (first.requestsPerSecond / second.requestsPerSecond).toFixed(2);
  console.log(`${job}: ${figures(first)} | ${figures(second)} | ratio ${ratio}`);
  return result;
}

/** Names the targets that were missed, and lets the run fail then. */
export function judgeAll(targets: readonly { target: string; met: boolean }[]): void {
  const missed = targets.filter(({ met }) => !met);
  if (missed.length > 0) {
    console.error(`${missed.length} targets missed: ${missed.map(({ target }) => target).join('; ')}`);
    process.exitCode = 1;
  }
}
