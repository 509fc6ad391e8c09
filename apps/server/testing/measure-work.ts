/** What is superlinear shows, and an array of the characters is still below 128 kB, from where on V8 collects more often. */
const SHORT = 1 << 11;
const LONG = SHORT * 4;
/** Less work than this, in microseconds, is measured together with more of its kind. */
const MEASURABLE = 2_000;
const LEAST_ROUNDS = 2;
const MOST_ROUNDS = 8;
const LINEAR = 5.5;

/**
 * By how much the work of `read` grows where its input is four times as long: 4 where it is linear, 16 where it is
 * quadratic. `read` makes its input and reads it. Work is the processor time of this process, not the time that passed.
 * Noise only ever adds to it: the least counts, of runs in turns, so that a slow moment meets both lengths.
 */
export async function measureGrowth(read: (length: number) => unknown): Promise<number> {
  let short = Number.POSITIVE_INFINITY;
  let long = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    short = Math.min(short, await measureWork(read, SHORT));
    long = Math.min(long, await measureWork(read, LONG));
    if (round + 1 >= LEAST_ROUNDS && long <= short * LINEAR) break;
  }
  return long / short;
}

/** Microseconds for each time that it is read. */
async function measureWork(read: (length: number) => unknown, length: number): Promise<number> {
  const before = process.cpuUsage();
  let used = 0;
  let times = 0;
  while (used < MEASURABLE) {
    try {
      await read(length);
    } catch {
      // A refusal is an end too.
    }
    times += 1;
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
  return used / times;
}
