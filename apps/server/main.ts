import type { Database, OpenDatabase } from '@esteira/db/database';
import { DEMO_ACCOUNTS } from '@esteira/db/demo/accounts';
import { fillDemo } from '@esteira/db/demo/fill';
import type { FastifyInstance } from 'fastify';
import { type AppOptions, buildApp } from './app';
import { type BackgroundOptions, createBackground } from './background';
import { saveBuyersRead } from './core/activity/buyers-read';
import { type Deps, forHeavyWork } from './core/context';
import type { MailTransport } from './core/mail';
import { findFault } from './core/security/password-rules/password-policy';
import { hashPassword } from './core/security/passwords';
import { startPolicies } from './core/security/policy-switch';
import { createCallTally } from './core/service-calls/tally';
import type { OnServiceCall } from './core/service-calls/watch';
import { listFrames, logWorkFailure } from './core/telemetry/logging';
import { systemClock } from './core/time/clock';
import { type Config, readDemoEnvironment, readEnvironment } from './env/env';
import {
  countUnreachableRenewals,
  retireSimulatedRenewals,
} from './features/checkout/renewal/retire-simulated';
import { findIdleRules, listStoredRules } from './features/costs/rules/added-rules';
import { createSimulatedResponses } from './features/examples/simulated-responses';
import { createLogTransport, createSmtpTransport } from './features/mail/transports';
import { finishStagedImports } from './features/products/import/staged-import';
import { retireSimulatedListings } from './features/publication/simulated/retire-simulated';
import { createReadiness, type Readiness } from './http/readiness';
import { trustedProxies } from './http/trusted-proxies';
import { jobQueue } from './jobs/enqueue';
import { webFolder } from './paths';
import { eraseBuyers, startSchedule } from './schedule';
import { ensureAdmin } from './startup/admins';
import { openBackupSocket } from './startup/backup-socket';
import { listen } from './startup/listening';
import { createLogOutput } from './startup/log-output';
import { hasRealMarketplace } from './startup/marketplaces';
import { openDatabase, stopWithoutLock } from './startup/open-database';
import { createNeededMetrics, openMetrics } from './startup/open-metrics';
import { openTracing, toCallNote } from './startup/open-tracing';
import { createServerDeps } from './startup/server-deps';
import { shutDown } from './startup/shutdown';
import { StartError, startFailure } from './startup/start-error';
import { storedSecret } from './startup/stored-secret';
import type { Tracing } from './tracing/tracing';

/** Ctrl-C in a terminal arrives twice, from the terminal and from npm: within this time it is the same one. */
const DUPLICATE_SIGNAL_MS = 1_000;

/** A log's reader that is slow gets the last lines within this time, or does not get them. */
const FLUSH_LOG_WITHIN_MS = 1_000;

/** Headers are never logged; should one ever be, its secret stays out. */
const REDACTED = ['*.authorization', '*.headers.authorization', '*.cookie', '*.headers.cookie'];

const logOutput = createLogOutput(process.stdout);
// A closed pipe behind the log must not end the process.
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
  const tracing = await openTracing(config);
  const database = await openDatabase(config, stopWithoutLock, { onStatement: tracing?.noteStatement });
  try {
    const notes = isDemo ? await prepareDemo(database.db) : [];
    const server = await serve(config, database, tracing);
    closeOnSignals(server, database);
    tellStarter('serving');
    console.log([...notes, `Esteira: ${server.url}`].join('\n'));
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Fills the demo database the first time and returns the lines that tell its accounts. */
async function prepareDemo(db: Database): Promise<string[]> {
  const answers = createSimulatedResponses(DEMO_ACCOUNTS[0].nome_loja);
  await fillDemo(db, { now: new Date(), hash: hashPassword, ...answers });
  return DEMO_ACCOUNTS.map(({ papel, email, senha }) => `  ${papel}: ${email}  senha: ${senha}`);
}

function isDemoRun(args: string[]): boolean {
  const unknown = args.filter((arg) => arg !== '--demo');
  if (unknown.length > 0)
    throw new StartError(`Unknown argument: ${unknown.join(' ')}. There is only --demo.`);
  return args.length > 0;
}

async function serve(config: Config, database: OpenDatabase, tracing?: Tracing): Promise<Server> {
  let address = '';
  let app: FastifyInstance | null = null;
  const metrics = await createNeededMetrics(config);
  const calls = createCallTally(systemClock);
  const onFailure: BackgroundOptions['onFailure'] = (error, work) => {
    metrics?.countFailure(work.work);
    if (app) logWorkFailure(app.log, error, work);
  };
  // While every marketplace is simulated nothing is to be done in the background.
  const background = hasRealMarketplace(config.marketplaces) ? createBackground({ onFailure }) : null;
  const deps = await createServerDeps({
    database,
    secret: config.jwtSecret ?? (await storedSecret(config.dataDir)),
    publicUrl: () => config.publicUrl ?? address,
    config,
    onServiceCall: tellAll([calls.observe, metrics?.observeCall, tracing && toCallNote(tracing)]),
    countActivity: metrics?.countActivity,
    jobs: background && jobQueue,
    mail: await openMail(config, database),
    tracer: tracing?.tracer,
  });
  const readiness = createReadiness();
  const watched = { onResponse: metrics?.observeRequest, onDroppedNotification: metrics?.countDropped };
  app = await buildApp(deps, { ...appOptions(config), readiness, tracing, ...watched });
  saveAtEnd(deps, app);
  exitOnUnexpected(app);
  await warnAtStart(config, deps, app);
  await prepareAccounts(config, database, app);
  await finishWork(deps, app);
  address = await listen(app, config);
  background?.start(deps);
  const heard = { onMail: metrics?.countMail, onBuyersRead: metrics?.countBuyersRead };
  const stops = startSchedule(deps, { log: app.log, calls, ...heard });
  if (tracing) stops.push(tracing.close);
  stops.push(await openMetrics(metrics, config, { app, deps, database }));
  if (database.kind === 'embedded') {
    const failed = (error: unknown) => app && logWorkFailure(app.log, error, { work: 'backup' });
    stops.push(await openBackupSocket(database.db, config.dataDir, failed));
  }
  return {
    app,
    readiness,
    url: config.publicUrl ?? address,
    stopJobs: async () => void (await Promise.all([...stops.map((stop) => stop()), background?.stop()])),
  };
}

/** What was counted since the last minute is written when the last request was answered. */
function saveAtEnd(deps: Deps, app: FastifyInstance): void {
  app.addHook('onClose', async ({ log }) => {
    await saveBuyersRead(deps).catch((error) => logWorkFailure(log, error, { work: 'buyers-read' }));
  });
}

/** What must be done before anybody is served. */
async function finishWork(deps: Deps, app: FastifyInstance): Promise<void> {
  await finishImports(deps, app);
  await retireListings(deps, app);
  await retireRenewals(deps, app);
  await eraseDueBuyers(deps, app);
}

/** One that cannot be finished does not keep the server from its other work; the seller's next import tries again. */
async function finishImports({ db }: Deps, { log }: FastifyInstance): Promise<void> {
  await finishStagedImports(db).catch((error) => logWorkFailure(log, error, { work: 'import' }));
}

/** The database may be an old backup. What fails is tried again every hour. */
async function eraseDueBuyers(deps: Deps, { log }: FastifyInstance): Promise<void> {
  await eraseBuyers(forHeavyWork(deps), log).catch((error) =>
    logWorkFailure(log, error, { work: 'old-buyers' }),
  );
}

async function retireListings(deps: Deps, app: FastifyInstance): Promise<void> {
  const retired = await retireSimulatedListings(deps);
  if (retired > 0)
    app.log.warn({ retired }, 'listings of the simulation were retired: the marketplace is real now');
}

async function retireRenewals(deps: Deps, { log }: FastifyInstance): Promise<void> {
  const retired = await retireSimulatedRenewals(deps);
  if (retired > 0) log.warn({ retired }, 'renewals of the simulation were ended: payments are real now');
  const open = await countUnreachableRenewals(deps);
  if (open > 0)
    log.warn(
      { open },
      'renewals go on at Mercado Pago: while payments are simulated they are not read or ended',
    );
}

/** By SMTP where it is configured. Without it links are printed on one's own machine, and nowhere else. */
async function openMail({ mail }: Config, { kind }: OpenDatabase): Promise<MailTransport | null> {
  if (mail !== null) return createSmtpTransport(mail);
  return kind === 'embedded' ? createLogTransport((line) => console.log(line)) : null;
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
    hstsSubdomains: config.hstsSubdomains,
    securityContact: config.securityContact,
    webFolder,
  };
}

/** Of the settings; and of added rules that a release ships too, of which the admin's list says why they have no effect. */
async function warnAtStart({ warnings }: Config, { db }: Deps, app: FastifyInstance): Promise<void> {
  for (const warning of warnings) app.log.warn(warning);
  const regras = [...findIdleRules(await listStoredRules(db)).keys()];
  if (regras.length > 0) app.log.warn({ regras }, 'fee rules that admins added have no effect');
}

async function prepareAccounts(config: Config, database: OpenDatabase, app: FastifyInstance): Promise<void> {
  await startPolicies(database.db, config.enforcePolicies, systemClock());
  if (config.admin === null) return;
  const isActive = await ensureAdmin(database.db, config.admin);
  if (!isActive) app.log.warn('the user of ADMIN_EMAIL is an admin, but deactivated');
  const chosen = { ...config.admin, nome: '' };
  if (config.enforcePolicies && findFault({ clock: systemClock }, chosen) !== null) {
    app.log.warn('ADMIN_SENHA is weak: whoever signs in with it is asked for another password');
  }
}

/** The state after an unexpected error is unknown: stop, and let whoever supervises the process start it again. */
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
    tellStarter('closing');
    app.log.info({ signal }, 'closing');
    const code = await shutDown({ app, readiness, stopJobs, database });
    await logOutput.flush(FLUSH_LOG_WITHIN_MS);
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
}

/** Tells `npm start`, which starts a server again that ended without being asked to, how far this one is. */
function tellStarter(stage: 'serving' | 'closing'): void {
  if (process.connected) process.send?.(stage);
}

// A server does not outlive whoever started it, however that ended.
process.once('disconnect', () => process.exit(1));

main().catch((error: unknown) => {
  console.error(startFailure(error));
  process.exit(1);
});
