import type { Readable } from 'node:stream';
import type { Database, ReadRunner } from '@esteira/db/database';
import type { Clock } from '../time/clock';

/** What work in a thread of its own has of the server: it reads and writes the database, and knows the time. */
export interface HeavyDeps {
  db: Database;
  readLists: ReadRunner;
  clock: Clock;
}

/** What an act makes: what is known before its first byte, and the bytes, part by part, as fast as they are taken. */
export interface Made<Head> {
  head: Head;
  body: AsyncIterable<Uint8Array | string>;
}

/**
 * Work that takes the processor for long: files and documents. It is a constant of a module that a thread can load, its
 * input and head are plain data, and it rejects before its first byte with an `AppError` for what the client sent.
 */
export interface HeavyAct<Input, Head> {
  name: string;
  make: (deps: HeavyDeps, input: Input) => Promise<Made<Head>>;
}

/** Runs acts, where a thread can reach the database beside the event loop of requests. */
export interface HeavyRunner {
  /** Rejects as the act does, and where too many wait. Whoever destroys the body ends the act. */
  run<Input, Head>(act: HeavyAct<Input, Head>, input: Input): Promise<{ head: Head; body: Readable }>;
  close(): Promise<void>;
}
