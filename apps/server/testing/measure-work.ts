/** The length at which a parser is looked at first, and the one at which whatever is superlinear takes minutes. */
const SHORTEST = 1 << 12;
const LONGEST = 1 << 16;
/** Less work than this, in microseconds, says nothing about how it grows. */
const MEASURABLE = 10_000;
const RUNS = 3;
const TRIES = 8;
const LINEAR = 2.5;

/**
 * By how much the work of `read` grows where its input is twice as long: 2 where it is linear, 4 where it is quadratic,
 * 0 where even the longest input is next to no work. `read` makes its input and reads it. Work is the processor time of
 * this process, not the time that passed, and without the kernel's, which grows by leaps with the pages of long texts;
 * noise only ever adds to it, so the least of several counts.
 */
export async function measureGrowth(read: (length: number) => unknown): Promise<number> {
  for (let length = SHORTEST; length <= LONGEST; length *= 4) {
    if ((await measureWork(read, length)) < MEASURABLE) continue;
    let least = await leastWork(read, length);
    if (least < MEASURABLE) continue;
    let growth = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < TRIES && growth > LINEAR; tried += 1) {
      if (tried > 0) least = await leastWork(read, length);
      growth = Math.min(growth, (await leastWork(read, length * 2, least * LINEAR)) / least);
    }
    return growth;
  }
  return 0;
}

/** The least work of several runs, or of the first ones where `enough` is not exceeded. */
async function leastWork(read: (length: number) => unknown, length: number, enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least > enough; run += 1)
    least = Math.min(least, await measureWork(read, length));
  return least;
}

async function measureWork(read: (length: number) => unknown, length: number): Promise<number> {
  const before = process.cpuUsage();
  try {
    await read(length);
  } catch {
    // A refusal is an end too.
  }
  return Math.max(1, process.cpuUsage(before).user);
}
