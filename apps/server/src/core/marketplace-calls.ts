import type { Marketplace } from '@esteira/domain/marketplaces';
import { AdapterError, type AdapterErrorKind } from '@esteira/marketplaces/adapter-error';
import type { MarketplaceAdapter } from '@esteira/marketplaces/port';

/** A call to a marketplace that has ended. */
export interface MarketplaceCall {
  marketplace: Marketplace;
  /** The adapter's method. */
  operation: string;
  outcome: 'ok' | 'bug' | AdapterErrorKind;
  milliseconds: number;
}

/** The same adapter, every call of which is told of; what it rejects with knows in which operation it failed. */
export function watchCalls(
  adapter: MarketplaceAdapter,
  onCall: (call: MarketplaceCall) => void,
): MarketplaceAdapter {
  return new Proxy(adapter, {
    get(target, operation) {
      const member: unknown = Reflect.get(target, operation, target);
      if (typeof member !== 'function' || typeof operation !== 'string') return member;
      return async (...args: unknown[]) => {
        const begin = performance.now();
        const tell = (outcome: MarketplaceCall['outcome']) =>
          onCall({
            marketplace: target.kind,
            operation,
            outcome,
            milliseconds: performance.now() - begin,
          });
        try {
          const result: unknown = await member.apply(target, args);
          tell('ok');
          return result;
        } catch (error) {
          if (error instanceof AdapterError) error.operation = operation;
          tell(error instanceof AdapterError ? error.kind : 'bug');
          throw error;
        }
      };
    },
  });
}
