import type { Marketplace } from '@esteira/domain/marketplaces';
import type { MarketplaceAdapter } from '@esteira/marketplaces/port';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { createSimulatedMemory } from '@esteira/marketplaces/simulated/memory';

type Operations = Omit<MarketplaceAdapter, 'kind' | 'modo'>;
type Operation = keyof Operations;

/** One call, as it was asked for. */
type AdapterCall = {
  [K in Operation]: { operation: K; args: Parameters<Operations[K]> };
}[Operation];

interface Options {
  clock?: () => Date;
  /** What is answered in place of the simulated marketplace, in every test. */
  answers?: Partial<Operations>;
}

/**
 * A simulated marketplace that says it is real: it records its calls, and a test may answer an operation itself, break
 * it or hold it up.
 */
export class InstrumentedAdapter {
  readonly adapter: MarketplaceAdapter;
  readonly memory = createSimulatedMemory();
  /** Every call, in order. */
  readonly calls: AdapterCall[] = [];
  /** What this test answers in place of the marketplace. */
  answers: Partial<Operations> = {};
  /** Awaited before a call takes effect; what it rejects with is the answer. */
  before: (call: AdapterCall) => unknown = () => undefined;
  /** Awaited after a call took effect, before anybody hears of it. */
  after: (call: AdapterCall) => unknown = () => undefined;

  constructor(kind: Marketplace, { clock = () => new Date(), answers = {} }: Options = {}) {
    const simulated = createSimulatedAdapter(kind, { clock, memory: this.memory });
    const perform =
      <K extends Operation>(operation: K) =>
      async (...args: Parameters<Operations[K]>) => {
        const call = { operation, args } as AdapterCall;
        this.calls.push(call);
        await this.before(call);
        const answer = this.answers[operation] ?? answers[operation] ?? simulated[operation];
        const result = await Reflect.apply(answer, simulated, args);
        await this.after(call);
        return result;
      };
    this.adapter = {
      kind,
      modo: 'real',
      publish: perform('publish'),
      getListing: perform('getListing'),
      pause: perform('pause'),
      close: perform('close'),
      updateStock: perform('updateStock'),
      updatePrice: perform('updatePrice'),
      listOrdersChangedSince: perform('listOrdersChangedSince'),
      readOrder: perform('readOrder'),
      listMissedOrders: perform('listMissedOrders'),
      readCharges: perform('readCharges'),
      quoteFees: perform('quoteFees'),
      submitInvoice: perform('submitInvoice'),
      getLabel: perform('getLabel'),
      markShipped: perform('markShipped'),
    };
  }

  /** The operations asked for, in order. */
  get operations(): Operation[] {
    return this.calls.map(({ operation }) => operation);
  }

  /** The arguments of every call of one operation, in order. */
  argumentsOf<K extends Operation>(operation: K): Parameters<Operations[K]>[] {
    return this.calls
      .filter((call) => call.operation === operation)
      .map(({ args }) => args as Parameters<Operations[K]>);
  }

  /** As for a new test. */
  reset(): void {
    this.calls.length = 0;
    this.memory.listings.clear();
    this.memory.orders.clear();
    this.answers = {};
    this.before = () => undefined;
    this.after = () => undefined;
  }
}
