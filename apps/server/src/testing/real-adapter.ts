import type { Marketplace } from '@esteira/domain/marketplaces';
import type { MarketplaceAdapter } from '@esteira/marketplaces/port';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { createSimulatedMemory, type SimulatedMemory } from '@esteira/marketplaces/simulated/memory';

type Operation = 'publish' | 'getListing' | 'pause' | 'close' | 'updatePrice' | 'updateStock' | 'resume';

/** A simulated marketplace that says it is real, with its calls counted and places where a test can break it. */
export interface RealAdapter {
  adapter: MarketplaceAdapter;
  memory: SimulatedMemory;
  /** The operations asked for, in order. */
  calls: Operation[];
  /** Runs before an operation reaches the marketplace; what it rejects with is the answer. */
  before: (operation: Operation) => unknown;
  /** Runs after an operation took effect, before anybody hears of it. */
  after: (operation: Operation) => unknown;
}

const OPERATIONS: readonly string[] = [
  'publish',
  'getListing',
  'pause',
  'close',
  'updatePrice',
  'updateStock',
  'resume',
] satisfies Operation[];

export function createRealAdapter(kind: Marketplace, clock: () => Date): RealAdapter {
  const memory = createSimulatedMemory();
  const inner = createSimulatedAdapter(kind, { clock, memory });
  const real: RealAdapter = {
    adapter: new Proxy(inner, { get: (target, name) => read(target, String(name)) }),
    memory,
    calls: [],
    before: () => undefined,
    after: () => undefined,
  };

  function read(target: MarketplaceAdapter, name: string): unknown {
    if (name === 'modo') return 'real';
    const value = target[name as keyof MarketplaceAdapter];
    if (typeof value !== 'function') return value;
    const call = value.bind(target) as (...args: unknown[]) => Promise<unknown>;
    if (!OPERATIONS.includes(name)) return call;
    const operation = name as Operation;
    return async (...args: unknown[]) => {
      real.calls.push(operation);
      await real.before(operation);
      const answer = await call(...args);
      await real.after(operation);
      return answer;
    };
  }
  return real;
}
