/** How long the first key of a pair waits for the second. */
export const SEQUENCE_MS = 1000;

const FIRST = 'g';

/** Reads keys one by one, `at` their moments: 'g p' for the second of a pair, else the key itself. */
export function createKeySequence(): (key: string, at: number) => string {
  let waitingSince: number | null = null;
  return (key, at) => {
    const isSecond = waitingSince !== null && at - waitingSince <= SEQUENCE_MS;
    waitingSince = !isSecond && key === FIRST ? at : null;
    return isSecond ? `${FIRST} ${key}` : key;
  };
}
