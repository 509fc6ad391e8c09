/** A clock ahead of the machine's, which the servers and what is outside of them share. */
export interface Clock {
  readonly aheadMs: number;
  now(): Date;
  pass(ms: number): void;
}

export function createClock(): Clock {
  let aheadMs = 0;
  return {
    get aheadMs() {
      return aheadMs;
    },
    now: () => new Date(Date.now() + aheadMs),
    pass: (ms) => {
      aheadMs += ms;
    },
  };
}
