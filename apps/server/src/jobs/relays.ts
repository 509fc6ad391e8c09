import type { Deps } from '../core/context';

/** Work that looks for something to do again and again, and turns it into jobs. */
export interface Relay {
  /** Milliseconds between the end of one look and the next. */
  every: number;
  /** Safe to run on several servers at once. */
  run: (deps: Deps) => Promise<unknown>;
}

/** Run while some marketplace is real. */
export const RELAYS: Readonly<Record<string, Relay>> = {};
