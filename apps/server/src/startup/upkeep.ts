import type { FastifyInstance } from 'fastify';
import { COMPOSERS } from '../background';
import type { Deps } from '../core/context';
import { forgetOldLinks } from '../core/security/account-links';
import { forgetOldSessions } from '../core/security/sessions';
import type { CallFailures, CallTally } from '../core/service-calls/tally';
import { causeFields, logWorkFailure } from '../core/telemetry/logging';
import { repeat } from '../core/time/repeat';
import type { Config } from '../env';
import { eraseDueAccounts } from '../features/account/deletion/erase-accounts';
import { forgetOldActs } from '../features/admin/audit/service';
import { forgetOldCalls, saveCalls } from '../features/admin/health/save-calls';
import { findPaymentAlerts } from '../features/checkout/administration/payment-alerts';
import { finishRefunds } from '../features/checkout/administration/refund';
import { lookUpApprovedPayments } from '../features/checkout/approved-payments';
import { readNotifiedPayments } from '../features/checkout/notified-payments';
import { reconcilePayments } from '../features/checkout/reconcile';
import { readAnnouncedRenewals, readRenewals } from '../features/checkout/renewal/relay';
import { forgetIdleBudgets } from '../features/connections/calls/call-limiter';
import { deleteOldEmails, sendDueEmails } from '../features/mail/relay';
import { eraseOldBuyers } from '../features/orders/erase-buyers';
import { foldParts } from '../features/orders/fold-parts';
import { forgetOldChanges } from '../features/products/changes/forget';
import { forgetOldInvitations } from '../features/team/invitations';
import type { Metrics } from '../metrics/metrics';

const RECONCILE_EVERY_MS = 5 * 60_000;
const READ_NOTIFIED_EVERY_MS = 1_000;
const LOOK_FOR_SILENCE_EVERY_MS = 60 * 60_000;
const FORGET_CHANGES_EVERY_MS = 60 * 60_000;
const FORGET_ACCOUNTS_TRACES_EVERY_MS = 60 * 60_000;
const ERASE_ACCOUNTS_EVERY_MS = 60_000;
const ERASE_BUYERS_EVERY_MS = 60 * 60_000;
const FORGET_CALLS_EVERY_MS = 60 * 60_000;
const FOLD_SUMMARIES_EVERY_MS = 60_000;
/** The list that searches read beside the index stays short. */
const SEND_LETTERS_EVERY_MS = 1_000;
const SAVE_CALLS_EVERY_MS = 10_000;

/** What is looked after whether or not a marketplace is real. */
export function scheduleUpkeep(deps: Deps, app: FastifyInstance, config: Config): (() => Promise<void>)[] {
  const failed = (work: string) => (error: unknown) => logWorkFailure(app.log, error, { work });
  const paysForReal = deps.payments.modo === 'mercadopago';
  const read = async () => {
    await readNotifiedPayments(deps);
    await readAnnouncedRenewals(deps);
  };
  const warn = () => warnOfPayments(deps, app);
  return [
    ...(paysForReal
      ? [
          repeat(READ_NOTIFIED_EVERY_MS, read, failed('payment-notifications')),
          repeat(LOOK_FOR_SILENCE_EVERY_MS, warn, failed('payment-alerts')),
        ]
      : []),
    repeat(RECONCILE_EVERY_MS, () => reconcilePayments(deps), failed('payment-reconciliation')),
    repeat(RECONCILE_EVERY_MS, () => lookUpApprovedPayments(deps), failed('approved-payments')),
    repeat(RECONCILE_EVERY_MS, () => finishRefunds(deps), failed('payment-refunds')),
    repeat(RECONCILE_EVERY_MS, () => readRenewals(deps), failed('renewals')),
    repeat(FORGET_CHANGES_EVERY_MS, () => forgetOldChanges(deps), failed('old-changes')),
    repeat(ERASE_ACCOUNTS_EVERY_MS, () => eraseDueAccounts(deps), failed('deleted-accounts')),
    repeat(
      ERASE_BUYERS_EVERY_MS,
      () => eraseOldBuyers(deps, config.buyerRetentionDays),
      failed('old-buyers'),
    ),
    repeat(FOLD_SUMMARIES_EVERY_MS, () => foldParts(deps.db), failed('order-summaries')),
    repeat(FORGET_ACCOUNTS_TRACES_EVERY_MS, () => forgetAccountTraces(deps), failed('old-account-traces')),
  ];
}

/** What leaves for elsewhere: e-mails, and the tally of the calls to marketplaces and to Mercado Pago. */
export function scheduleOutside(
  deps: Deps,
  app: FastifyInstance,
  { calls, metrics }: { calls: CallTally; metrics: Metrics | null },
): (() => Promise<void>)[] {
  const failed = (work: string) => (error: unknown) => logWorkFailure(app.log, error, { work });
  const tell = (failures: CallFailures) => app.log.warn(failures, 'calls outside failed');
  return [
    repeat(SAVE_CALLS_EVERY_MS, () => saveCalls(deps, calls, tell), failed('service-calls')),
    repeat(FORGET_CALLS_EVERY_MS, () => forgetOldCalls(deps), failed('old-service-calls')),
    repeat(FORGET_CALLS_EVERY_MS, () => forgetIdleBudgets(deps), failed('idle-call-budgets')),
    ...(deps.mail === null
      ? []
      : [repeat(SEND_LETTERS_EVERY_MS, () => sendEmails(deps, app, metrics), failed('mail'))]),
  ];
}

function sendEmails(deps: Deps, app: FastifyInstance, metrics: Metrics | null): Promise<void> {
  return sendDueEmails(deps, {
    composers: COMPOSERS,
    onFailure: (error, outcome) =>
      app.log.warn({ ...causeFields(error), outcome }, 'an e-mail did not leave'),
    onTry: metrics?.countMail,
  });
}

/** Ended sessions, used links, sent e-mails and what admins did are of no more use after a while. */
async function forgetAccountTraces(deps: Deps): Promise<void> {
  await forgetOldSessions(deps);
  await forgetOldLinks(deps);
  await forgetOldInvitations(deps);
  await deleteOldEmails(deps);
  await forgetOldActs(deps);
}

async function warnOfPayments(deps: Deps, app: FastifyInstance): Promise<void> {
  const { sem_notificacoes, divergentes } = await findPaymentAlerts(deps);
  if (sem_notificacoes)
    app.log.warn('Mercado Pago has announced no payment for 24 hours, though some were made');
  if (divergentes > 0) app.log.warn({ divergentes }, 'payments were paid otherwise than they were asked for');
}
