import type { Clock } from './clock';

/** What an act draws its choices from: a number from 0 to below 1. */
export type Random = () => number;

/** What every part is given: a database of its own, a clock that the driver moves, and its choices. */
export interface Stage {
  databaseUrl: string;
  clock: Clock;
  random: Random;
}

/** When servers are killed besides at random times: at a call to something outside that survives them. */
export interface OutsideCalls {
  on(listener: (moment: 'received' | 'answered') => void): void;
}

/** Work that must come out right however often the server that does it is killed. */
export interface OpenPart {
  /** Variables of the servers beside those that every server has. */
  readonly env: Readonly<Record<string, string>>;
  readonly outside: OutsideCalls;
  /** Does a few things at once on a server that may be gone at any moment; resolves when each was answered or broke off. */
  work(url: string): Promise<void>;
  /** What people and services outside do at the end, on a server that is not killed. */
  finish(url: string): Promise<void>;
  /** What has not come to its end yet, in words; empty when everything has. */
  findUnfinished(): Promise<string[]>;
  /** What must not be, in words; empty when everything is right. */
  findContradictions(): Promise<string[]>;
  /** What was done, for the report. */
  describeWork(): Promise<readonly (readonly [what: string, times: number])[]>;
  close(): Promise<void>;
}

export interface Part {
  /** As it is named on the command line. */
  name: string;
  open(stage: Stage): Promise<OpenPart>;
}
