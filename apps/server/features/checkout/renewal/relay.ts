import { renewals } from '@esteira/db/schema/billing/renewals';
import { DAY_MS } from '@esteira/domain/durations';
import { PaymentError } from '@esteira/payments/payment-error';
import type { RenewalState } from '@esteira/payments/port';
import { type AnyColumn, and, asc, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import type { Payment } from '../payments';
import { recordCharges } from './charges';
import { finishEnding } from './ending';
import {
  changeRenewal,
  noteReading,
  type RenewalRow,
  readOnceMore,
  recordEnd,
  renewalColumns,
  rereadRenewal,
  unmarkRenewal,
  withRenewalLease,
} from './rows';
import { adoptStarted } from './starting';

const BATCH_SIZE = 100;
const TIMEOUT_MS = 10_000;
/** A retry of a refused charge, or an end at Mercado Pago, may come without its notification and before any date. */
const LOOK_AGAIN_MS = DAY_MS;
/** After so many in one run Mercado Pago is not there: asking for the others would not help. */
const MAX_FAILURES = 3;

/**
 * Records what renewals have charged since, finishes those that are being made or ended, and looks at each of the others
 * once a day. One that cannot be read now is tried again the next time. Meant to run every few minutes, on any number of
 * instances.
 */
export async function readRenewals(deps: Deps): Promise<void> {
  const now = deps.clock();
  const looked = new Date(now.getTime() - LOOK_AGAIN_MS).toISOString();
  const isDue = or(
    lte(renewals.proxima_cobranca, now.toISOString()),
    lte(coalesce(renewals.conferido_em, renewals.criado_em), looked),
    isNotNull(renewals.avisado_em),
  );
  await readAll(
    deps,
    or(
      inArray(renewals.situacao, ['iniciando', 'encerrando']),
      and(inArray(renewals.situacao, ['ligada', 'falhou']), isDue),
    ),
  );
}

/**
 * Reads the renewals that Mercado Pago announced as changed, and those that have ended once more: their last charge may
 * not have been shown yet. Meant to run every few seconds where payments are real, as `readRenewals`.
 */
export async function readAnnouncedRenewals(deps: Deps): Promise<void> {
  await readAll(deps, lte(renewals.avisado_em, deps.clock().toISOString()));
}

const coalesce = (...[first, second]: [AnyColumn, AnyColumn]) => sql<string>`coalesce(${first}, ${second})`;

/** Those that were not read for longest first. */
async function readAll(deps: Deps, condition: SQL | undefined): Promise<void> {
  const due = await deps.db
    .select(renewalColumns)
    .from(renewals)
    .where(condition)
    .orderBy(asc(coalesce(renewals.conferido_em, renewals.criado_em)))
    .limit(BATCH_SIZE);
  let failures = 0;
  for (const row of due) {
    await withRenewalLease(deps, row.usuario_id, () => readRenewal(deps, row)).catch((error: unknown) => {
      if (!(error instanceof PaymentError) && !(error instanceof AppError)) throw error;
      if (error instanceof PaymentError) failures += 1;
    });
    if (failures === MAX_FAILURES) return;
  }
}

async function readRenewal(deps: Deps, seen: RenewalRow): Promise<void> {
  const row = await rereadRenewal(deps.db, seen);
  const { situacao, id_externo, usuario_id, avisado_em } = row;
  await noteReading(deps, row);
  if (situacao === 'iniciando') return adoptStarted(deps, row);
  const isToRead = situacao !== 'encerrada' || avisado_em !== null;
  if (isToRead && id_externo !== null) {
    const ctx = { usuarioId: usuario_id, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const state = await deps.payments.renewals.read(ctx, id_externo).catch((error: unknown) => {
      // Ended, and not known there any more: asking again would not end.
      if (situacao === 'encerrada' && error instanceof PaymentError && error.kind === 'invalid') return null;
      throw error;
    });
    if (state !== null) await readCharges(deps, row, state);
    if (situacao === 'encerrada' && state?.status === 'ligada') {
      // Its start was given up before it was heard of: it must not charge again.
      await deps.payments.renewals.end(ctx, id_externo);
      return readOnceMore(deps, row);
    }
  }
  await finishEnding(deps, row);
  await unmarkRenewal(deps, row);
}

async function readCharges(deps: Deps, row: RenewalRow, state: RenewalState): Promise<void> {
  const last = await recordCharges(deps, row, state);
  // One that is not finished yet is read again.
  if (last?.status === 'pendente') return;
  if (state.status === 'encerrada') return recordEnd(deps, row);
  if (isChargeUnseen(row, { last, now: deps.clock() })) return;
  const proxima_cobranca = state.nextAt?.toISOString() ?? row.proxima_cobranca;
  await changeRenewal(deps.db, row, { proxima_cobranca });
  await changeRenewal(deps.db, row, { situacao: last?.status === 'recusado' ? 'falhou' : 'ligada' });
}

/**
 * Whether nothing has been recorded since a charge was due. Mercado Pago names the date of the next one minutes before
 * its search shows this one: until then it stays due and is read again, for a day at most.
 */
function isChargeUnseen(
  { proxima_cobranca }: RenewalRow,
  { last, now }: { last: Payment | null; now: Date },
): boolean {
  if (proxima_cobranca === null) return false;
  const due = Date.parse(proxima_cobranca);
  const late = now.getTime() - due;
  return late >= 0 && late < DAY_MS && (last === null || Date.parse(last.data_pagamento) < due);
}
