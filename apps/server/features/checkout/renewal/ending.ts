import type { Deps } from '../../../core/context';
import { recordCharges } from './charges';
import { RENEWAL_DEADLINE_MS, type RenewalRow, recordEnd, rereadRenewal } from './rows';
import { adoptStarted } from './starting';

/**
 * Ends a renewal at the gateway, also one of which only our reference is known. What it charged until then is recorded
 * before it counts as ended.
 */
export async function finishEnding(deps: Deps, seen: RenewalRow): Promise<void> {
  const row = await rereadRenewal(deps.db, seen);
  if (row.situacao !== 'encerrando') return;
  if (row.id_externo === null) await adoptStarted(deps, row);
  const { id_externo } = await rereadRenewal(deps.db, row);
  if (id_externo === null) return;
  const { renewals: gateway } = deps.payments;
  const ctx = { usuarioId: row.usuario_id, signal: AbortSignal.timeout(RENEWAL_DEADLINE_MS / 2) };
  await gateway.end(ctx, id_externo);
  const last = await recordCharges(deps, row, await gateway.read(ctx, id_externo));
  if (last?.status !== 'pendente') await recordEnd(deps, row);
}
