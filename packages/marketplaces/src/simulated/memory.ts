import type { AdapterContext, ExternalOrder, ListingState } from '../port';

/**
 * What a simulated marketplace remembers between calls, for tests that need to see a pause or a stock push
 * take effect, or to receive orders. Without it the adapter keeps no state, as the server requires.
 */
export type SimulatedMemory = {
  readonly listings: Map<string, ListingState>;
  readonly orders: Map<string, ExternalOrder>;
};

/** An empty memory in this process. */
export function createSimulatedMemory(): SimulatedMemory {
  return { listings: new Map(), orders: new Map() };
}

/** The key of a listing or order: each account has its own. */
export function memoryKey(ctx: AdapterContext, id: string): string {
  return `${ctx.usuarioId}/${ctx.contaId}/${id}`;
}
