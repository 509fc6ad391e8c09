import { anySignal } from '@esteira/http/any-signal';
import type { AdapterContext } from '@esteira/marketplaces/port';
import { CALL_TIMEOUT_MS, JOB_CALL_TIMEOUT_MS } from '../../../core/time/deadline';

/**
 * Whose account a call to a marketplace works on, and when it is given up: a person waits for some seconds, a job
 * (told by its deadline's signal) longer, but never beyond its deadline.
 */
export function adapterContext(
  { usuarioId, contaId }: Pick<AdapterContext, 'usuarioId' | 'contaId'>,
  jobSignal?: AbortSignal,
): AdapterContext {
  if (jobSignal === undefined) return { usuarioId, contaId, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) };
  return { usuarioId, contaId, signal: anySignal([jobSignal, AbortSignal.timeout(JOB_CALL_TIMEOUT_MS)]) };
}
