import type { Database } from '@esteira/db/database';

/** As they are named on the command line and in the report. */
export const WRITE_PARTS = ['imports', 'sales', 'bulk'] as const;

export type WritePart = (typeof WRITE_PARTS)[number];

/** What became of calls: answered, or cut off by a kill and then found done or not, or done in part. */
export type Outcome = 'answered' | 'done' | 'not done' | 'in part';

export type Tally = (part: WritePart, outcome: Outcome, times?: number) => void;

/** One thing after the other that a seller does, and what must be seen of it in the database. */
export interface Actor {
  readonly part: WritePart;
  /** Whether a call was cut off that is not repeated yet. */
  isUnclear(): boolean;
  /** Does its next thing; resolves when that was answered or cut off. */
  act(url: string): Promise<void>;
  /** Compares the database with what was answered, and learns from it what became of a call that was cut off. */
  look(db: Database): Promise<string[]>;
}

/** A seller as the database was filled with them. */
export interface SeededSeller {
  id: string;
  token: string;
  /** Published, with stock for any number of sales. */
  sold: readonly string[];
  /** Pending orders that were there from the beginning: bulk steps are taken of them, and of no others. */
  orders: readonly string[];
  /** Products whose prices and stocks are changed many at once. */
  changed: readonly string[];
}
