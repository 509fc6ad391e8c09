import type { Deps } from '../../core/context';
import { countTry, forgetTries, type Limit, tooManyTries } from '../../core/rate-limit';

/** The tries under way in this process by key; each resolves to whether it succeeded. */
const running = new Map<string, Set<Promise<boolean>>>();

/**
 * Runs `attempt` as one of the `maximo` that may fail in a window; a success starts the count anew. The try is
 * counted before it runs, so parallel ones cannot exceed the limit; one that comes while others hold all the
 * places first sees how they end, so that nobody is refused for tries that then succeed.
 */
export async function limitFailures<T>(deps: Deps, limit: Limit, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    const others = [...(running.get(limit.chave) ?? [])];
    const finish = enter(limit.chave);
    let succeeded = false;
    try {
      const wait = await countTry(deps, limit);
      if (wait === null) {
        const result = await attempt();
        await forgetTries(deps.db, limit.chave);
        succeeded = true;
        return result;
      }
      finish(false);
      if (!(await Promise.all(others)).includes(true)) throw tooManyTries(wait);
    } finally {
      finish(succeeded);
    }
  }
}

/** Registers a try; the function it returns ends it. Ending twice is harmless. */
function enter(chave: string): (succeeded: boolean) => void {
  let resolve: (succeeded: boolean) => void = () => undefined;
  const outcome = new Promise<boolean>((done) => {
    resolve = done;
  });
  const tries = running.get(chave) ?? new Set();
  running.set(chave, tries.add(outcome));
  return (succeeded) => {
    tries.delete(outcome);
    if (tries.size === 0 && running.get(chave) === tries) running.delete(chave);
    resolve(succeeded);
  };
}
