import type { Round } from '../harness/drive';

/** What one job took, with the target that it has to meet. */
export interface Figure {
  group: string;
  job: string;
  round: Round;
  /** At most so many milliseconds for 95 of 100 requests. */
  maxP95?: number;
  /** At least so many requests a second. */
  minRate?: number;
}

/** How fast a file of new products is written. */
export interface ImportFigure {
  rows: number;
  rowsPerSecond: number;
  /** The highest resident memory meanwhile less the one before it, in MB. */
  growthMb: number;
}

/** What one run measured; kept as JSON, another run is compared with it. */
export interface Run {
  commit: string;
  figures: readonly Figure[];
  imported: ImportFigure;
}

export const TARGETS = {
  pageP95: 40,
  filterP95: 150,
  idleFilterP95: 60,
  periodP95: 500,
  salesPerSecond: 250,
  salesOfOneSeller: 100,
  importRowsPerSecond: 8_000,
} as const;

/** Whether the job meets its targets; true where it has none. */
export const isMet = ({ round, maxP95 = Infinity, minRate = 0 }: Figure): boolean =>
  round.p95 <= maxP95 && round.requestsPerSecond >= minRate;
