import type { Deps } from '../../core/context';
import { countTry, forgetTries, type Limit, tooManyTries } from '../../core/rate-limit';

/** The logins under one key that this process is busy with. */
interface Tries {
  waiting: number;
  successes: number;
  running: Set<Promise<unknown>>;
}

const byKey = new Map<string, Tries>();

/**
 * Runs `attempt` as one of the `maximo` that may fail in a window; a success starts the count anew. The try is
 * counted before it runs, so parallel ones cannot exceed the limit. One that finds all places taken by tries
 * still under way waits for their end: nobody is refused for tries that then succeed.
 */
export async function limitFailures<T>(deps: Deps, limit: Limit, attempt: () => Promise<T>): Promise<T> {
  const tries = byKey.get(limit.chave) ?? { waiting: 0, successes: 0, running: new Set() };
  byKey.set(limit.chave, tries);
  tries.waiting += 1;
  try {
    for (;;) {
      const before = tries.successes;
      const turn = takeTurn(deps, limit, async () => {
        const value = await attempt();
        tries.successes += 1;
        return value;
      });
      tries.running.add(turn);
      const { wait, result } = await turn.finally(() => tries.running.delete(turn));
      if (result !== undefined) return result.value;
      await Promise.allSettled(tries.running);
      if (tries.successes === before) throw tooManyTries(wait);
    }
  } finally {
    tries.waiting -= 1;
    if (tries.waiting === 0) byKey.delete(limit.chave);
  }
}

async function takeTurn<T>(deps: Deps, limit: Limit, attempt: () => Promise<T>) {
  const wait = await countTry(deps, limit);
  if (wait !== null) return { wait, result: undefined };
  const value = await attempt();
  await forgetTries(deps.db, limit.chave);
  return { wait: 0, result: { value } };
}
