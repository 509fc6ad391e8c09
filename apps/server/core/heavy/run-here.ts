import { Readable } from 'node:stream';
import type { HeavyDeps, HeavyRunner } from './heavy-act';

/** Runs acts in the process of requests: the embedded database lives in it, and no thread can reach it. */
export const createRunHere = (deps: HeavyDeps): HeavyRunner => ({
  run: async (act, input) => {
    const { head, body } = await act.make(deps, input);
    return { head, body: Readable.from(body, { objectMode: false }) };
  },
  close: async () => undefined,
});
