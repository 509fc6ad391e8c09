import { type Kind, type ProfileNode, readKinds } from './frame-kinds';

/** What `node --cpu-prof` writes. */
export interface CpuProfile {
  nodes: ProfileNode[];
  /** Microseconds of the clock of `process.hrtime`. */
  startTime: number;
  samples: number[];
  /** Microseconds since the sample before. */
  timeDeltas: number[];
}

/** A part of a profile, in microseconds of the clock of `process.hrtime`. */
export interface Span {
  begin: number;
  end: number;
}

/** The moment now, as profiles of other processes of this machine tell it. */
export const now = () => Number(process.hrtime.bigint() / 1000n);

/** Which share of a span's busy time went to each kind; together 1. */
export function sumUp(profile: CpuProfile, spans: readonly Span[]): Map<Kind, number>[] {
  const kinds = readKinds(profile.nodes);
  const sums = spans.map(() => new Map<Kind, number>());
  let at = profile.startTime;
  profile.samples.forEach((node, index) => {
    const took = profile.timeDeltas[index] ?? 0;
    at += took;
    const kind = kinds.get(node) ?? null;
    const sum = sums[spans.findIndex(({ begin, end }) => at >= begin && at < end)];
    if (kind !== null && sum !== undefined) sum.set(kind, (sum.get(kind) ?? 0) + took);
  });
  return sums.map(toShares);
}

function toShares(sum: ReadonlyMap<Kind, number>): Map<Kind, number> {
  const total = [...sum.values()].reduce((whole, part) => whole + part, 0);
  return new Map([...sum].map(([kind, part]) => [kind, part / total]));
}
