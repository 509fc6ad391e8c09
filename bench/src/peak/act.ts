import type { Server } from '../harness/processes';
import type { Seller } from '../harness/sellers';

/** Something that people do, again and again at an even distance. */
export interface Act {
  name: string;
  perMinute: number;
  /** As often as it says, however many acts there are to be together. */
  isHeavy?: boolean;
  /** Throws where a response is not the expected one. Resolves to SKIPPED where there was nothing to do it with. */
  run(): Promise<unknown>;
}

export const SKIPPED = Symbol('skipped');

export interface Shop {
  api: Server;
  databaseUrl: string;
  /** A folder for the files to import and backups. */
  folder: string;
  /** Has the most orders, which do not change, so that each count of it stays as it is. */
  quiet: Seller;
  /** Only their orders are led along the line together. */
  bulk: Seller;
  /** All others, who sell. */
  busy: readonly Seller[];
}

/** Takes one after the other, from the first again behind the last. */
export function roundRobin<T>(all: readonly T[]): () => T {
  let next = 0;
  return () => {
    const one = all[next++ % all.length];
    if (one === undefined) throw new Error('There is nothing to take one after the other.');
    return one;
  };
}

/** What is handed to it begins only when what was handed to it before is over, however long that took. */
export function createLane() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(run, run);
    last = mine.catch(() => undefined);
    return mine;
  };
}
