import { setTimeout as delay } from 'node:timers/promises';
import { type Act, SKIPPED } from './act';

/** An act as it went: when it began (ms since the epoch), and how long it took from when it was due. */
export interface Done {
  name: string;
  at: number;
  ms: number;
}

/** Light acts as much more often, or less, as makes all acts together so many a second. */
export function scaleActs(acts: readonly Act[], perSecond: number): Act[] {
  const sum = (heavy: boolean) =>
    acts.reduce((total, { perMinute, isHeavy = false }) => total + (isHeavy === heavy ? perMinute : 0), 0);
  const factor = (perSecond * 60 - sum(true)) / sum(false);
  return acts.map((act) => (act.isHeavy ? act : { ...act, perMinute: act.perMinute * factor }));
}

/** Between two looks at whether it is over. */
const LOOK_EVERY_MS = 250;

/**
 * Begins each act whenever it is due, whether or not earlier ones are done. The time runs from then, so that a server
 * that stalls is not spared the acts that would have come meanwhile.
 */
export function startActs(acts: readonly Act[], note: (problem: string) => void) {
  const done: Done[] = [];
  let isOver = false;
  const take = async ({ name, run }: Act, due: number) => {
    const at = Date.now();
    const problem = await run().then((result) => (result === SKIPPED ? SKIPPED : null), describe);
    if (problem === SKIPPED) return;
    done.push({ name, at, ms: performance.now() - due });
    if (problem !== null) note(`${name}: ${problem}`);
  };
  const repeat = async (act: Act, index: number) => {
    const running = new Set<Promise<void>>();
    const everyMs = 60_000 / act.perMinute;
    // Not all kinds in the same instant of each minute.
    for (let due = performance.now() + everyMs * ((index * 0.618) % 1); ; due += everyMs) {
      for (let wait = 0; !isOver && wait >= 0; wait = due - performance.now())
        await delay(Math.min(wait, LOOK_EVERY_MS));
      if (isOver) break;
      const one = take(act, due).finally(() => running.delete(one));
      running.add(one);
    }
    await Promise.all(running);
  };
  const all = Promise.all(acts.map(repeat));
  return {
    done,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}

/** What fetch says of a connection that broke stands in the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return (cause instanceof Error ? `${message} (${cause.message})` : message).slice(0, 500);
}
