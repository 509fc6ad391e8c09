import type { Database } from '@esteira/db/database';
import { expect } from 'vitest';
import type { Deps } from '../../../core/context';

/** Ends the work at once, as SIGKILL ends a process: nothing runs afterwards, clean-up neither. */
export class SimulatedCrash extends Error {
  constructor() {
    super('cut off');
    this.name = 'SimulatedCrash';
  }
}

/** More than any work takes. */
const MAX_STEPS = 80;

/** Kills work after no step, after one, after two, until `runCut` answers that it ran to its end. */
export async function killAtEveryStep(runCut: (steps: number) => Promise<boolean>): Promise<void> {
  let steps = 0;
  while (await runCut(steps)) {
    steps += 1;
    expect(steps).toBeLessThan(MAX_STEPS);
  }
  // It was killed at every step, and then ran to its end.
  expect(steps).toBeGreaterThan(4);
}

const STATEMENTS = ['select', 'insert', 'update', 'delete', 'transaction'];

/**
 * The same deps for a process that is killed after so many steps. A step is a statement, the beginning or the end of a
 * transaction, a request to the gateway, or its answer. Whatever runs after the last one fails, so a transaction that is
 * open is rolled back and a lease stays taken.
 */
export function crashAfter(deps: Deps, steps: number): { deps: Deps; isOver: () => boolean } {
  let left = steps;
  const step = () => {
    left -= 1;
    if (left < 0) throw new SimulatedCrash();
  };
  const cut = { ...deps, db: cutDatabase(deps.db, step), payments: cutCalls(deps.payments, step) };
  return { deps: cut, isOver: () => left < 0 };
}

function cutDatabase(db: Database, step: () => void): Database {
  return new Proxy(db, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!STATEMENTS.includes(String(name))) return value.bind(target);
      if (name !== 'transaction') {
        return (...args: unknown[]) => {
          step();
          return Reflect.apply(value, target, args);
        };
      }
      return async (work: (tx: Database) => Promise<unknown>) => {
        step();
        return target.transaction(async (tx) => {
          const result = await work(cutDatabase(tx as Database, step));
          // Between the last statement and the commit.
          step();
          return result;
        });
      };
    },
  });
}

/** Also of its parts, as of `payments.renewals`. */
function cutCalls<T extends object>(gateway: T, step: () => void): T {
  return new Proxy(gateway, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value === 'object' && value !== null) return cutCalls(value, step);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]) => {
        step();
        const answer = await Reflect.apply(value, target, args);
        step();
        return answer;
      };
    },
  });
}
