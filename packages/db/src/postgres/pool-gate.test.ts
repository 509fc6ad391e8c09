import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPoolGate, PoolBusyError } from './pool-gate';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

class Unreachable extends Error {}

const openGate = (places: number) =>
  createPoolGate({ places, maxWaitMs: 1_000, isEverybodys: (error) => error instanceof Unreachable });

/** Work that goes on until it is told to end; `begun` lists what has begun so far. */
function createWorks() {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) => {
      ends.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure)));
    });
  };
  const flush = () => vi.advanceTimersByTimeAsync(0);
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure);
    await flush();
  };
  return { begun, work, end, flush };
}

describe('the gate before the connection pool', () => {
  it('lets in as many as there are places, and the others in their order as places become free', async () => {
    const gate = openGate(2);
    const { begun, work, end, flush } = createWorks();
    const results = ['a', 'b', 'c', 'd'].map((name) => gate.run(work(name)));
    await flush();
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('a');
    await end('c');
    await end('d');
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses who waited too long, without having begun its work', async () => {
    const gate = openGate(1);
    const { begun, work, end } = createWorks();
    const first = gate.run(work('first'));
    const refused = expect(gate.run(work('second'))).rejects.toBeInstanceOf(PoolBusyError);
    await vi.advanceTimersByTimeAsync(1_000);
    await refused;
    await end('first');
    expect(await first).toBe('first');
    expect(begun).toEqual(['first']);
  });

  it('gives the place of failed work to the next one', async () => {
    const gate = openGate(1);
    const { begun, work, end } = createWorks();
    const failed = expect(gate.run(work('first'))).rejects.toThrow('refused');
    const second = gate.run(work('second'));
    await vi.advanceTimersByTimeAsync(0);
    await end('first', new Error('refused'));
    await failed;
    expect(begun).toEqual(['first', 'second']);
    await end('second');
    await second;
  });

  it('refuses all that wait when the database cannot be reached, and lets later ones try', async () => {
    const gate = openGate(1);
    const { begun, work, end } = createWorks();
    const refusals = ['first', 'second', 'third'].map((name) =>
      expect(gate.run(work(name))).rejects.toBeInstanceOf(Unreachable),
    );
    await vi.advanceTimersByTimeAsync(0);
    await end('first', new Unreachable());
    await Promise.all(refusals);
    expect(begun).toEqual(['first']);
    const later = gate.run(work('later'));
    await vi.advanceTimersByTimeAsync(0);
    await end('later');
    expect(await later).toBe('later');
  });
});
