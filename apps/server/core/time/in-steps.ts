import { setImmediate } from 'node:timers/promises';

/** Rows of a table or a file between two turns of the event loop: a few milliseconds. */
export const STEP = 100;

/** The rows in their order, a few at a time. After each step others' requests have their turn. */
export async function* inSteps<Row>(rows: readonly Row[], step = STEP): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += step) {
    yield rows.slice(start, start + step);
    await setImmediate();
  }
}

/** The same rows one by one. */
export async function* oneByOne<Row>(rows: readonly Row[], step = STEP): AsyncGenerator<Row> {
  for await (const some of inSteps(rows, step)) yield* some;
}
