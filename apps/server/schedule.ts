import { MINUTE_MS } from '@esteira/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import { forgetOldActivity } from './core/activity/forget-activity';
import { type Deps, forHeavyWork } from './core/context';
import { forgetOldLinks } from './core/security/account-links';
import { forgetOldSessions } from './core/security/sessions';
import type { CallFailures, CallTally } from './core/service-calls/tally';
import { causeFields, logWorkFailure } from './core/telemetry/logging';
import { forgetOldLeases } from './core/time/lease';
import { repeat } from './core/time/repeat';
import { COMPOSERS } from './email-composers';
import { eraseDueAccounts } from './features/account/deletion/erase-accounts';
import { noteBuyersRead } from './features/activity/unusual-reading';
import { forgetOldActs } from './features/admin/audit/service';
import { forgetOldCalls, saveCalls } from './features/admin/health/save-calls';
import { resealValues } from './features/admin/keys/reseal';
import { findPaymentAlerts } from './features/admin/payments/payment-alerts';
import { finishRefunds } from './features/admin/payments/refund';
import { forgetOldDevices } from './features/auth/devices/known-devices';
import { lookUpApprovedPayments } from './features/checkout/approved-payments';
import { readNotifiedPayments } from './features/checkout/notified-payments';
import { reconcilePayments } from './features/checkout/reconcile';
import { readAnnouncedRenewals, readRenewals } from './features/checkout/renewal/relay';
import { forgetIdleBudgets } from './features/connections/calls/call-limiter';
import { relayCharges } from './features/costs/charges/charge-relay';
import { forgetOldFees } from './features/costs/known-fees/stored-fees';
import { deleteOldEmails, sendDueEmails } from './features/mail/relay';
import { eraseDisconnectedBuyers } from './features/orders/buyers/disconnected-buyers';
import { doClocksDiffer } from './features/orders/buyers/due-buyers';
import { eraseOldBuyers } from './features/orders/buyers/erase-buyers';
import { relayMissedOrders } from './features/orders/polling/missed-orders';
import { relayPolls } from './features/orders/polling/poll-relay';
import { forgetOldChanges } from './features/products/changes/forget';
import { drainStockOutbox } from './features/stock-sync/push-relay';
import { relayReconciliation } from './features/stock-sync/reconcile-relay';
import { forgetOldInvitations } from './features/team/invitations';
import { forgetNotifications, relayNotifications } from './features/webhooks/relay';
import type { Relay } from './jobs/engine';
import { deleteOldJobs } from './jobs/open-jobs';

const SECOND_MS = 1_000;
/** For what a seller waits for: a look at an empty table costs less than a millisecond. */
const SOON_MS = 250;
const HOUR_MS = 60 * MINUTE_MS;

/** Run while some marketplace is real. */
export const RELAYS: Readonly<Record<string, Relay>> = {
  'stock-outbox': { everyMs: SOON_MS, run: drainStockOutbox },
  reconciliation: { everyMs: MINUTE_MS, run: relayReconciliation },
  notifications: { everyMs: SOON_MS, run: relayNotifications },
  'handled-notifications': { everyMs: HOUR_MS, run: forgetNotifications },
  'old-fees': { everyMs: HOUR_MS, run: forgetOldFees },
  'old-jobs': { everyMs: HOUR_MS, run: deleteOldJobs },
  'old-leases': { everyMs: HOUR_MS, run: forgetOldLeases },
  charges: { everyMs: MINUTE_MS, run: relayCharges },
  polls: { everyMs: 30 * SECOND_MS, run: relayPolls },
  'missed-orders': { everyMs: MINUTE_MS, run: relayMissedOrders },
};

/** Work that comes again and again while the server runs: its name in the log, the pause after each run, what it does. */
type Chore = readonly [work: string, everyMs: number, run: () => Promise<unknown>];

export interface ScheduleContext {
  log: FastifyBaseLogger;
  calls: CallTally;
  /** Hears of every try to send an e-mail. */
  onMail: Parameters<typeof sendDueEmails>[1]['onTry'];
  /** Hears of how many orders' buyers were handed out. */
  onBuyersRead: ((orders: number) => void) | undefined;
}

/** Starts all chores of this server, whether or not a marketplace is real. Returns their stops. */
export function startSchedule(given: Deps, context: ScheduleContext): (() => Promise<void>)[] {
  const { log } = context;
  const deps = forHeavyWork(given);
  return [...listChores(deps, context), ...listOutside(deps, context)].map(([work, everyMs, run]) =>
    repeat(everyMs, run, (error) => logWorkFailure(log, error, { work })),
  );
}

function listChores(deps: Deps, { log, onBuyersRead }: ScheduleContext): Chore[] {
  const onlyReal: Chore[] = [
    ['payment-notifications', SECOND_MS, () => readNotifications(deps)],
    ['payment-alerts', HOUR_MS, () => warnOfPayments(deps, log)],
  ];
  return [
    ...(deps.payments.modo === 'mercadopago' ? onlyReal : []),
    ['payment-reconciliation', 5 * MINUTE_MS, () => reconcilePayments(deps)],
    ['approved-payments', 5 * MINUTE_MS, () => lookUpApprovedPayments(deps)],
    ['payment-refunds', 5 * MINUTE_MS, () => finishRefunds(deps)],
    ['renewals', 5 * MINUTE_MS, () => readRenewals(deps)],
    ['old-changes', HOUR_MS, () => forgetOldChanges(deps)],
    ['deleted-accounts', MINUTE_MS, () => eraseDueAccounts(deps)],
    ['old-buyers', HOUR_MS, () => eraseBuyers(deps, log)],
    ['disconnected-buyers', MINUTE_MS, () => eraseDisconnected(deps)],
    ['sealed-values', MINUTE_MS, () => resealValues(deps)],
    ['buyers-read', MINUTE_MS, () => tellBuyersRead(deps, onBuyersRead)],
    ['old-account-traces', HOUR_MS, () => forgetAccountTraces(deps)],
  ];
}

/** Erases the buyers whose time is over, or says why none was. */
export async function eraseBuyers(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  if ((await eraseOldBuyers(deps)) === null) log.warn('clocks differ: no buyers are erased');
}

/** What a seller asked to have erased does not wait for the hour. */
async function eraseDisconnected(deps: Deps): Promise<void> {
  if (!(await doClocksDiffer(deps))) await eraseDisconnectedBuyers(deps);
}

/** What leaves for elsewhere: e-mails, and the tally of the calls to marketplaces and to Mercado Pago. */
function listOutside(deps: Deps, { log, calls, onMail }: ScheduleContext): Chore[] {
  const tell = (failures: CallFailures) => log.warn(failures, 'calls outside failed');
  return [
    ['service-calls', 10 * SECOND_MS, () => saveCalls(deps, calls, tell)],
    ['old-service-calls', HOUR_MS, () => forgetOldCalls(deps)],
    ['idle-call-budgets', HOUR_MS, () => forgetIdleBudgets(deps)],
    ...(deps.mail === null ? [] : [['mail', SECOND_MS, () => sendEmails(deps, { log, onMail })] as const]),
  ];
}

async function tellBuyersRead(deps: Deps, onBuyersRead: ScheduleContext['onBuyersRead']): Promise<void> {
  const orders = await noteBuyersRead(deps);
  onBuyersRead?.(orders);
}

async function readNotifications(deps: Deps): Promise<void> {
  await readNotifiedPayments(deps);
  await readAnnouncedRenewals(deps);
}

function sendEmails(deps: Deps, { log, onMail }: Pick<ScheduleContext, 'log' | 'onMail'>): Promise<void> {
  return sendDueEmails(deps, {
    composers: COMPOSERS,
    onFailure: (error, outcome) => log.warn({ ...causeFields(error), outcome }, 'an e-mail did not leave'),
    onTry: onMail,
  });
}

/** Ended sessions, used links, sent e-mails and what admins did are of no more use after a while. */
async function forgetAccountTraces(deps: Deps): Promise<void> {
  await forgetOldSessions(deps);
  await forgetOldDevices(deps);
  await forgetOldLinks(deps);
  await forgetOldInvitations(deps);
  await deleteOldEmails(deps);
  await forgetOldActs(deps);
  await forgetOldActivity(deps);
}

async function warnOfPayments(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  const { sem_notificacoes, divergentes, estornos_parados } = await findPaymentAlerts(deps);
  if (sem_notificacoes) log.warn('Mercado Pago has announced no payment for 24 hours, though some were made');
  if (divergentes > 0) log.warn({ divergentes }, 'payments were paid otherwise than they were asked for');
  if (estornos_parados > 0) log.warn({ estornos_parados }, 'Mercado Pago has not made refunds for a day');
}
