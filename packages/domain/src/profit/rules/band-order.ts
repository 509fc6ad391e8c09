/** Prices from and to, both included; null has no end. */
type Range = readonly [from: number, to: number | null];

/** Whether ends of bands that follow one another rise, and the last one alone is open (null). */
export function areRising(ends: readonly (number | null)[]): boolean {
  return ends.every((end, index) => {
    const next = ends[index + 1];
    if (next === undefined) return end === null;
    return end !== null && (next === null || end < next);
  });
}

/** Whether no price lies in two of the bands, in whatever order they are. */
export function areApart(bands: readonly Range[]): boolean {
  const sorted = [...bands].sort(([a], [b]) => a - b);
  return sorted.every(([, to], index) => {
    const next = sorted[index + 1];
    return next === undefined || (to !== null && to < next[0]);
  });
}
