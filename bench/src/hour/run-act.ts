import { type LoadResult, sendAtRate } from '../harness/load-at-rate';
import type { Act } from './act';

const AS_EXPECTED = 200;
const WRONG = 0;

/** Does it for so many seconds; what was not as expected is noted. */
export function runAct(
  { name, perMinute, run }: Act,
  seconds: number,
  note: (problem: string) => void,
): Promise<LoadResult> {
  const send = async () => {
    try {
      await run();
      return AS_EXPECTED;
    } catch (error) {
      note(`${name}: ${error instanceof Error ? describe(error) : String(error)}`);
      return WRONG;
    }
  };
  return sendAtRate({ perSecond: perMinute / 60, seconds, send });
}

/** What fetch says of a connection that broke stands in the cause. */
const describe = ({ message, cause }: Error) =>
  (cause instanceof Error ? `${message} (${cause.message})` : message).slice(0, 500);
