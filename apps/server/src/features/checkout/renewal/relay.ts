import { renewals } from '@esteira/db/schema/billing/renewals';
import { PaymentError } from '@esteira/payments/payment-error';
import type { RenewalState } from '@esteira/payments/port';
import { and, asc, inArray, lte, or } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { recordCharges } from './charges';
import { finishEnding } from './ending';
import { changeRenewal, type RenewalRow, renewalColumns, rereadRenewal, withRenewalLease } from './rows';
import { adoptStarted } from './starting';

const BATCH_SIZE = 100;
const TIMEOUT_MS = 10_000;

/**
 * Records what renewals have charged since, and finishes those that are being made or ended. One that cannot be read now
 * is tried again the next time. Meant to run every few minutes, on any number of instances.
 */
export async function readRenewals(deps: Deps): Promise<void> {
  const due = await deps.db
    .select(renewalColumns)
    .from(renewals)
    .where(
      or(
        inArray(renewals.situacao, ['iniciando', 'encerrando']),
        and(
          inArray(renewals.situacao, ['ligada', 'falhou']),
          lte(renewals.proxima_cobranca, deps.clock().toISOString()),
        ),
      ),
    )
    .orderBy(asc(renewals.proxima_cobranca))
    .limit(BATCH_SIZE);
  for (const row of due) {
    await withRenewalLease(deps, row.usuario_id, () => readRenewal(deps, row)).catch(ignoreForNow);
  }
}

function ignoreForNow(error: unknown): void {
  if (!(error instanceof PaymentError) && !(error instanceof AppError)) throw error;
}

async function readRenewal(deps: Deps, seen: RenewalRow): Promise<void> {
  const row = await rereadRenewal(deps.db, seen);
  const { situacao, id_externo, usuario_id } = row;
  if (situacao === 'iniciando') return adoptStarted(deps, row);
  if (situacao !== 'encerrada' && id_externo !== null) {
    const ctx = { usuarioId: usuario_id, signal: AbortSignal.timeout(TIMEOUT_MS) };
    await readCharges(deps, row, await deps.payments.renewals.read(ctx, id_externo));
  }
  await finishEnding(deps, row);
}

async function readCharges(deps: Deps, row: RenewalRow, state: RenewalState): Promise<void> {
  const last = await recordCharges(deps, row, state);
  // One that is not settled yet is looked at again.
  if (last === 'pendente') return;
  if (state.status === 'encerrada') return changeRenewal(deps.db, row, { situacao: 'encerrada' });
  const proxima_cobranca = state.nextAt?.toISOString() ?? row.proxima_cobranca;
  await changeRenewal(deps.db, row, { proxima_cobranca });
  await changeRenewal(deps.db, row, { situacao: last === 'recusado' ? 'falhou' : 'ligada' });
}
