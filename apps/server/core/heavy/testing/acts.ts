import { AppError } from '../../errors';
import type { HeavyAct } from '../heavy-act';

/** Parts that were made, and acts that ended, in memory that threads share. */
type Counters = Int32Array<SharedArrayBuffer>;

/** Makes parts as long as they are taken. */
export const endless: HeavyAct<Counters, string> = {
  name: 'endless',
  make: async (_deps, counters) => ({ head: 'endless', body: count(counters) }),
};

async function* count(counters: Counters): AsyncIterable<string> {
  try {
    for (;;) {
      Atomics.add(counters, 0, 1);
      yield 'part '.repeat(10_000);
    }
  } finally {
    Atomics.add(counters, 1, 1);
  }
}

/** A text that is longer in bytes than in characters, and bytes. */
export const short: HeavyAct<string, number> = {
  name: 'short',
  make: async (_deps, input) => ({ head: 7, body: each([`é ${input} `, new TextEncoder().encode('fim')]) }),
};

async function* each<T>(parts: readonly T[]): AsyncIterable<T> {
  yield* parts;
}

export const refused: HeavyAct<null, null> = {
  name: 'refused',
  make: async () => {
    throw new AppError('too_many', 'Aguarde.', { retryAfter: 3 });
  },
};

/** Dies with its thread, after its first part. */
export const dying: HeavyAct<null, null> = {
  name: 'dying',
  make: async () => ({ head: null, body: die() }),
};

async function* die(): AsyncIterable<string> {
  yield 'first';
  process.exit(1);
}

/** An error that is not for clients. */
export const broken: HeavyAct<null, null> = {
  name: 'broken',
  make: async () => {
    throw new TypeError('of the code');
  },
};
