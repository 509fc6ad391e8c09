/** A source of repeatable randomness, so that the demo is the same for everybody. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** A whole number between two bounds, both included. */
  between(min: number, max: number): number;
  /** @throws RangeError on an empty list. */
  pick<T>(list: readonly T[]): T;
  chance(probability: number): boolean;
}

/** A mulberry32 generator: 32 bits of state are plenty for a demo, and nothing here is a secret. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (list) => {
      const picked = list[Math.floor(next() * list.length)];
      if (picked === undefined) throw new RangeError('nothing to pick from');
      return picked;
    },
    chance: (probability) => next() < probability,
  };
}
