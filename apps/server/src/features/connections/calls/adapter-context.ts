import type { AdapterContext } from '@esteira/marketplaces/port';

/** How long a person at the screen waits for a marketplace (ms) before the call is given up. */
const PATIENCE = 15_000;

/** Nobody watches a job, and a publication is several calls in a row (ms). */
export const JOB_PATIENCE = 60_000;

/** Whose account a marketplace call works on, bounded in time. */
export function marketplaceCall(usuarioId: string, patience = PATIENCE): AdapterContext {
  return { usuarioId, signal: AbortSignal.timeout(patience) };
}
