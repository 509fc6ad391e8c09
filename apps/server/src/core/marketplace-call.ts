import type { AdapterContext } from '@esteira/marketplaces/port';

/** How long a person at the screen waits for a marketplace (ms) before the call is given up. */
const PATIENCE = 15_000;

/** Whose account a marketplace call works on, bounded in time. */
export function marketplaceCall(usuarioId: string): AdapterContext {
  return { usuarioId, signal: AbortSignal.timeout(PATIENCE) };
}
