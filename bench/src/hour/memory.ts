import { cpuMs, residentMb } from '../harness/processes';

/** What the server held at one moment, so many minutes after the load began. */
export interface Sample {
  minute: number;
  residentMb: number;
  /** JavaScript's own share of it; NaN where it was not told. */
  heapMb: number;
  /** Processor time so far. */
  cpuMs: number;
}

const EVERY_MS = 5_000;

/** Samples a server's memory and processor time until it is stopped. */
export function watchMemory(pid: number, readHeapMb: () => Promise<number>) {
  const begin = performance.now();
  const samples: Sample[] = [];
  const take = async () => {
    const now = {
      minute: (performance.now() - begin) / 60_000,
      residentMb: residentMb(pid),
      cpuMs: cpuMs(pid),
    };
    samples.push({ ...now, heapMb: await readHeapMb().catch(() => Number.NaN) });
  };
  const timer = setInterval(() => void take(), EVERY_MS);
  return {
    stop: async (): Promise<readonly Sample[]> => {
      clearInterval(timer);
      await take();
      return samples;
    },
  };
}

/** JavaScript's used heap, as the server's metrics tell it. */
export async function readHeapMb(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN) / 1024 ** 2;
}

/** By how much a line through the samples, fitted by least squares, rises in an hour, in MB. */
export function growthPerHour(samples: readonly Sample[]): number {
  const mean = (read: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length;
  const minute = mean((sample) => sample.minute);
  const resident = mean((sample) => sample.residentMb);
  const spread = mean((sample) => (sample.minute - minute) ** 2);
  return (60 * mean((sample) => (sample.minute - minute) * (sample.residentMb - resident))) / spread;
}

/** The last sample that was taken by a minute. */
export function sampleAt(samples: readonly Sample[], minute: number): Sample | undefined {
  return samples.findLast((sample) => sample.minute <= minute);
}
