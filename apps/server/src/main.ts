import type { OpenDatabase } from '@esteira/db/database';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from './app';
import { type Background, type BackgroundOptions, COMPOSERS, openBackground } from './background';
import { systemClock } from './core/clock';
import type { Deps } from './core/context';
import { causeFields, listFrames, logWorkFailure } from './core/logging';
import { repeat } from './core/repeat';
import { forgetOldLinks } from './core/security/account-links';
import { forgetOldSessions } from './core/security/sessions';
import { type CallFailures, type CallTally, createCallTally } from './core/service-calls/tally';
import type { OnServiceCall } from './core/service-calls/watch';
import { type Config, readDemoEnvironment, readEnvironment } from './env';
import { eraseDueAccounts } from './features/account/deletion/erase-accounts';
import { forgetOldActs } from './features/admin/audit/service';
import { forgetOldCalls, keepCalls } from './features/admin/health/keep-calls';
import { findPaymentAlerts } from './features/checkout/administration/payment-alerts';
import { finishRefunds } from './features/checkout/administration/refund';
import { lookUpApprovedPayments } from './features/checkout/approved-payments';
import { readNotifiedPayments } from './features/checkout/notified-payments';
import { reconcilePayments } from './features/checkout/reconcile';
import { readRenewals } from './features/checkout/renewal/relay';
import { forgetIdleBudgets } from './features/connections/calls/call-limiter';
import { findIdleRules, listStoredRules } from './features/costs/rules/added-rules';
import { createMissedChangesLook } from './features/live/missed-changes';
import { forgetOldLetters, sendDueLetters } from './features/mail/relay';
import { mergeSearchIndex } from './features/orders/list/merge-search-index';
import { eraseOldBuyers } from './features/orders/retention/erase-buyers';
import { foldParts } from './features/orders/summaries/fold-parts';
import { forgetOldChanges } from './features/products/changes/forget';
import { finishStagedImports } from './features/products/import/staged-import';
import { retireSimulatedListings } from './features/publication/simulated/retire-simulated';
import { forgetOldInvitations } from './features/team/invitations';
import { createReadiness, type Readiness } from './http/readiness';
import { trustedProxies } from './http/trusted-proxies';
import type { Metrics } from './metrics/metrics';
import { webFolder } from './paths';
import { ensureAdmin } from './startup/admins';
import { openBackupDoor } from './startup/backup-door';
import { prepareDemo } from './startup/demo';
import { listen } from './startup/listening';
import { createLogOutput } from './startup/log-output';
import { openMail } from './startup/mail';
import { hasRealMarketplace } from './startup/marketplaces';
import { openDatabase, stopWithoutLock } from './startup/open-database';
import { createNeededMetrics, openMetrics } from './startup/open-metrics';
import { openTracing, toCallNote } from './startup/open-tracing';
import { createServerDeps } from './startup/server-deps';
import { shutDown } from './startup/shutdown';
import { StartError, startFailure } from './startup/start-error';
import { storedSecret } from './startup/stored-secret';

const RECONCILE_EVERY_MS = 5 * 60_000;
const READ_NOTIFIED_EVERY_MS = 1_000;
const LOOK_FOR_MISSED_EVERY_MS = 20_000;
const LOOK_FOR_SILENCE_EVERY_MS = 60 * 60_000;
const FORGET_CHANGES_EVERY_MS = 60 * 60_000;
const FORGET_ACCOUNTS_TRACES_EVERY_MS = 60 * 60_000;
const ERASE_ACCOUNTS_EVERY_MS = 60_000;
const ERASE_BUYERS_EVERY_MS = 60 * 60_000;
const FORGET_CALLS_EVERY_MS = 60 * 60_000;
const FOLD_SUMMARIES_EVERY_MS = 60_000;
/** The list that searches read beside the index stays short. */
const MERGE_SEARCH_EVERY_MS = 2_000;
const SEND_LETTERS_EVERY_MS = 1_000;
const KEEP_CALLS_EVERY_MS = 10_000;

/** Ctrl-C in a terminal arrives twice, from the terminal and from npm: within this time it is the same one. */
const DUPLICATE_SIGNAL_MS = 1_000;

/** A log's reader that is slow gets the last lines within this time, or does not get them. */
const FLUSH_LOG_WITHIN_MS = 1_000;

/** Headers are never logged; should one ever be, its secret stays out. */
const REDACTED = ['*.authorization', '*.headers.authorization', '*.cookie', '*.headers.cookie'];

const logOutput = createLogOutput(process.stdout);
// Nor is what is said there worth the end of the process, should nobody be there to read it.
process.stderr.on('error', () => undefined);

interface Server {
  app: FastifyInstance;
  readiness: Readiness;
  url: string;
  stopJobs: () => Promise<void>;
}

async function main(): Promise<void> {
  const isDemo = isDemoRun(process.argv.slice(2));
  const config = isDemo ? readDemoEnvironment() : readEnvironment();
  const database = await openDatabase(config, stopWithoutLock);
  try {
    const notes = isDemo ? await prepareDemo(database.db) : [];
    const server = await serve(config, database);
    closeOnSignals(server, database);
    console.log([...notes, `Esteira: ${server.url}`].join('\n'));
  } catch (error) {
    await database.close();
    throw error;
  }
}

function isDemoRun(args: string[]): boolean {
  const unknown = args.filter((arg) => arg !== '--demo');
  if (unknown.length > 0)
    throw new StartError(`Unknown argument: ${unknown.join(' ')}. There is only --demo.`);
  return args.length > 0;
}

async function serve(config: Config, database: OpenDatabase): Promise<Server> {
  let address = '';
  let app: FastifyInstance | null = null;
  const metrics = await createNeededMetrics(config);
  const calls = createCallTally(systemClock);
  const tracing = await openTracing(config, database);
  const background = await openNeededBackground(config, database, (error, work) => {
    metrics?.countFailure(work.work);
    if (app) logWorkFailure(app.log, error, work);
  });
  const deps = await createServerDeps({
    database,
    secret: config.jwtSecret ?? (await storedSecret(config.dataDir)),
    publicUrl: () => config.publicUrl ?? address,
    rules: config,
    marketplaces: config.marketplaces,
    onServiceCall: tellAll([calls.observe, metrics?.observeCall, tracing && toCallNote(tracing)]),
    mercadoPago: config.mercadoPago,
    jobs: background?.queue ?? null,
    mail: await openMail(config.mail, database, (line) => console.log(line)),
    tracer: tracing?.tracer,
  });
  const readiness = createReadiness();
  const onResponse = metrics?.observeRequest;
  app = await buildApp(deps, { ...appOptions(config), readiness, tracing, onResponse });
  exitOnUnexpected(app);
  await warnAtStart(config, deps, app);
  await bootstrapAdmin(config, database, app);
  if (deps.hasOneConnection) await finishStagedImports(deps.db);
  await retireListings(deps, app);
  address = await listen(app, config);
  background?.start(deps);
  const stops = [...scheduleUpkeep(deps, app, config), ...scheduleOutside(deps, app, { calls, metrics })];
  if (tracing) stops.push(tracing.close);
  stops.push(await openMetrics(metrics, config, { app, deps, database }));
  if (database.kind === 'embedded') {
    const failed = (error: unknown) => app && logWorkFailure(app.log, error, { work: 'backup' });
    stops.push(await openBackupDoor(database.db, config.dataDir, failed));
  }
  return {
    app,
    readiness,
    url: config.publicUrl ?? address,
    stopJobs: async () => void (await Promise.all([...stops.map((stop) => stop()), background?.stop()])),
  };
}

async function retireListings(deps: Deps, app: FastifyInstance): Promise<void> {
  const retired = await retireSimulatedListings(deps);
  if (retired > 0)
    app.log.warn({ retired }, 'listings of the simulation were retired: the marketplace is real now');
}

function tellAll(listeners: readonly (OnServiceCall | undefined)[]): OnServiceCall {
  return (call) => {
    for (const hear of listeners) hear?.(call);
  };
}

function appOptions(config: Config): AppOptions {
  return {
    logger: { level: config.logLevel, redact: REDACTED, stream: logOutput },
    trustProxy: trustedProxies(config.trustProxy),
    corsOrigins: config.corsOrigins,
    behindHttps: config.publicUrl?.startsWith('https:') ?? false,
    webFolder,
  };
}

/** Null while every marketplace is simulated: then nothing is to be done in the background. */
async function openNeededBackground(
  config: Config,
  database: OpenDatabase,
  onFailure: BackgroundOptions['onFailure'],
): Promise<Background | null> {
  return hasRealMarketplace(config.marketplaces) ? openBackground(database, { onFailure }) : null;
}

/** What is looked after whether or not a marketplace is real. */
function scheduleUpkeep(deps: Deps, app: FastifyInstance, config: Config): (() => Promise<void>)[] {
  const failed = (work: string) => (error: unknown) => logWorkFailure(app.log, error, { work });
  const paysForReal = deps.payments.modo === 'mercadopago';
  const read = () => readNotifiedPayments(deps);
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
    repeat(LOOK_FOR_MISSED_EVERY_MS, createMissedChangesLook(deps), failed('missed-changes')),
    repeat(FORGET_CHANGES_EVERY_MS, () => forgetOldChanges(deps), failed('old-changes')),
    repeat(ERASE_ACCOUNTS_EVERY_MS, () => eraseDueAccounts(deps), failed('deleted-accounts')),
    repeat(
      ERASE_BUYERS_EVERY_MS,
      () => eraseOldBuyers(deps, config.buyerRetentionDays),
      failed('old-buyers'),
    ),
    repeat(FOLD_SUMMARIES_EVERY_MS, () => foldParts(deps.db), failed('order-summaries')),
    repeat(MERGE_SEARCH_EVERY_MS, () => mergeSearchIndex(deps.db), failed('order-search')),
    repeat(FORGET_ACCOUNTS_TRACES_EVERY_MS, () => forgetAccountTraces(deps), failed('old-account-traces')),
  ];
}

/** What leaves for elsewhere: e-mails, and the tally of the calls to marketplaces and to Mercado Pago. */
function scheduleOutside(
  deps: Deps,
  app: FastifyInstance,
  { calls, metrics }: { calls: CallTally; metrics: Metrics | null },
): (() => Promise<void>)[] {
  const failed = (work: string) => (error: unknown) => logWorkFailure(app.log, error, { work });
  const tell = (failures: CallFailures) => app.log.warn(failures, 'calls outside failed');
  return [
    repeat(KEEP_CALLS_EVERY_MS, () => keepCalls(deps, calls, tell), failed('service-calls')),
    repeat(FORGET_CALLS_EVERY_MS, () => forgetOldCalls(deps), failed('old-service-calls')),
    repeat(FORGET_CALLS_EVERY_MS, () => forgetIdleBudgets(deps), failed('idle-call-budgets')),
    ...(deps.mail === null
      ? []
      : [repeat(SEND_LETTERS_EVERY_MS, () => sendLetters(deps, app, metrics), failed('mail'))]),
  ];
}

function sendLetters(deps: Deps, app: FastifyInstance, metrics: Metrics | null): Promise<void> {
  return sendDueLetters(deps, {
    composers: COMPOSERS,
    onFailure: (error, outcome) =>
      app.log.warn({ ...causeFields(error), outcome }, 'an e-mail did not leave'),
    onTry: metrics?.countMail,
  });
}

/** Ended sessions, used links, sent letters and what admins did are of no more use after a while. */
async function forgetAccountTraces(deps: Deps): Promise<void> {
  await forgetOldSessions(deps);
  await forgetOldLinks(deps);
  await forgetOldInvitations(deps);
  await forgetOldLetters(deps);
  await forgetOldActs(deps);
}

async function warnOfPayments(deps: Deps, app: FastifyInstance): Promise<void> {
  const { sem_notificacoes, divergentes } = await findPaymentAlerts(deps);
  if (sem_notificacoes)
    app.log.warn('Mercado Pago has announced no payment for 24 hours, though some were made');
  if (divergentes > 0) app.log.warn({ divergentes }, 'payments were paid otherwise than they were asked for');
}

/** Of the settings; and of added rules that a release ships too, of which the admin's list says why they have no effect. */
async function warnAtStart({ warnings }: Config, { db }: Deps, app: FastifyInstance): Promise<void> {
  for (const warning of warnings) app.log.warn(warning);
  const regras = [...findIdleRules(await listStoredRules(db)).keys()];
  if (regras.length > 0) app.log.warn({ regras }, 'fee rules that admins added have no effect');
}

async function bootstrapAdmin(config: Config, database: OpenDatabase, app: FastifyInstance): Promise<void> {
  if (config.admin === null) return;
  const isActive = await ensureAdmin(database.db, config.admin);
  if (!isActive) app.log.warn('the user of ADMIN_EMAIL is an admin, but deactivated');
}

/** The state after an unexpected error is unknown: stop, and let whoever supervises the process start it anew. */
function exitOnUnexpected(app: FastifyInstance): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      app.log.fatal({ stack: listFrames(error) }, event);
      process.exit(1);
    });
  }
}

/** The first signal closes gracefully; a later one ends the process at once. */
function closeOnSignals({ app, readiness, stopJobs }: Server, database: OpenDatabase): void {
  let closingSince: number | null = null;
  const close = async (signal: NodeJS.Signals) => {
    if (closingSince !== null) {
      if (Date.now() - closingSince > DUPLICATE_SIGNAL_MS) process.exit(1);
      return;
    }
    closingSince = Date.now();
    app.log.info({ signal }, 'closing');
    const code = await shutDown({ app, readiness, stopJobs, database });
    await logOutput.flush(FLUSH_LOG_WITHIN_MS);
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
}

main().catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});
