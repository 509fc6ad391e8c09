import { createDatabase } from '@esteira/db/database';
import type { PostgresTimeouts } from '@esteira/db/postgres/postgres-client';
import { openTestDatabase } from '@esteira/db/testing';
import { type OnStatement, watchStatements } from '@esteira/db/watched-statements';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { createSimulatedGateway } from '@esteira/payments/simulated/gateway';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { type AppOptions, buildApp } from '../app';
import { type BackgroundOptions, createBackground } from '../background';
import { type ChangeHub, createChangeHub } from '../core/changes/change-hub';
import type { Deps } from '../core/context';
import { noJobs } from '../core/job-queue';
import { createAccountLimit } from '../core/limits/account-limit';
import { deriveKeys } from '../core/security/keys';
import { createSessionTokens } from '../core/security/session-tokens';
import { createSignedLinks } from '../core/security/signed-links';
import { createTokenCipher } from '../core/security/token-cipher';
import type { Clock } from '../core/time/clock';
import { jobQueue } from '../jobs/enqueue';
import { TestJobs } from './test-jobs';
import { collectLog, refuseCardTraces } from './watching/card-traces';

/** JWT_SECRET of every test server, so that a server in another process accepts its sessions. */
export const TEST_SECRET = 'a test secret of more than thirty-two bytes';

/** TOKEN_ENCRYPTION_KEY of every test server. */
export const TEST_TOKEN_KEY = 'a token key for tests of more than thirty-two bytes';

interface TestServerOptions {
  deps?: Partial<Deps>;
  /** Has a real queue; its jobs are only done once `background.start` is called. */
  background?: Partial<BackgroundOptions>;
  app?: AppOptions;
  /** Told of every statement. */
  onStatement?: OnStatement;
  /** Bounds of what people ask of PostgreSQL; those of heavy work unless told. */
  timeouts?: Partial<PostgresTimeouts>;
}

/** An answer with its JSON body already read. */
export interface TestResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what came back, whatever it is.
  body: any;
  headers: Record<string, unknown>;
  text: string;
}

/**
 * The whole application on a fresh database, called in process. Closing it fails where a payer's card number, CPF or
 * card token is left in the log or the database.
 */
export async function createTestServer({
  deps: overrides = {},
  app: options = {},
  background: work,
  onStatement,
  timeouts,
}: TestServerOptions = {}) {
  const database = await openTestDatabase({ timeouts });
  if (onStatement) database.db = createDatabase(watchStatements(database.db.runner, onStatement));
  const isOneDatabase = onStatement !== undefined || overrides.db !== undefined;
  const changes = await createChangeHub(database);
  const background = work === undefined ? null : createBackground({ ...TEST_BACKGROUND, ...work });
  const deps = createTestDeps(database.db, {
    changes,
    accountLimit: createAccountLimit(database.kind),
    ...(isOneDatabase ? {} : { heavyDb: database.heavy, reservedDb: database.reserved }),
    ...(background === null ? {} : { jobs: jobQueue }),
    ...overrides,
  });
  const log = collectLog('info');
  const app = await buildApp(deps, { logger: log.logger, ...options });
  await app.ready();

  return {
    app,
    deps,
    db: database.db,
    databaseUrl: database.url,
    databaseAddress: database.address,
    background,
    call: (method: string, url: string, options?: CallOptions) => call(app, { method, url, ...options }),
    close: async () => {
      await background?.stop();
      await app.close();
      try {
        await refuseCardTraces(database.db, log.read());
      } finally {
        await database.close();
      }
    },
  };
}

interface CallOptions {
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

async function call(
  app: FastifyInstance,
  { method, url, token, body, headers }: CallOptions & { method: string; url: string },
): Promise<TestResponse> {
  const request: InjectOptions = {
    method: method as 'GET',
    url,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
  };
  if (body !== undefined) request.payload = body as object;
  const response = await app.inject(request);
  const isJson = String(response.headers['content-type'] ?? '').includes('json');
  return {
    status: response.statusCode,
    body: isJson ? response.json() : null,
    headers: response.headers,
    text: response.payload,
  };
}

export type TestServer = Awaited<ReturnType<typeof createTestServer>>;

const TEST_BACKGROUND: BackgroundOptions = { pollMs: 20, relays: {}, onFailure: () => undefined };

/** For applications that no stream is opened on. */
const noopHub: ChangeHub = {
  wakeUps: async function* () {},
  enter: () => () => undefined,
  count: () => 0,
  close: () => undefined,
};

export function createTestDeps(db: Deps['db'], overrides: Partial<Deps> = {}): Deps {
  if (overrides.jobs instanceof TestJobs) overrides.jobs.follow(db);
  const clock: Clock = overrides.clock ?? (() => new Date());
  const keys = deriveKeys(TEST_SECRET);
  const only = overrides.db ?? db;
  return {
    db: only,
    heavyDb: only,
    reservedDb: only,
    accountLimit: createAccountLimit('postgres'),
    clock,
    tokens: createSessionTokens(keys.session, clock),
    changes: noopHub,
    buyersTally: new Map(),
    labelLinks: createSignedLinks(keys.labelLinks, clock),
    supplierLinks: createSignedLinks(keys.supplierLinks, clock),
    publicUrl: () => 'http://localhost:3000',
    digest: keys.digest,
    digests: keys.digests,
    marketplaces: {
      mercadolivre: createSimulatedAdapter('mercadolivre', { clock }),
      amazon: createSimulatedAdapter('amazon', { clock }),
    },
    connectors: { mercadolivre: null, amazon: null },
    amazonConsent: false,
    mercadoLivreAppId: null,
    tokenCipher: createTokenCipher(TEST_TOKEN_KEY),
    payments: createSimulatedGateway(),
    paymentNotificationSecret: null,
    jobs: noJobs,
    ...{ mail: null, adminEmail: null },
    requireSubscription: false,
    requireAdminTwoStep: false,
    buyerRetentionDays: 365,
    enforcePolicies: false,
    sessionIdleHours: 24,
    installation: {
      dataDir: null,
      isSecretGiven: true,
      isDatabaseEncrypted: true,
      securityContact: null,
    },
    ...overrides,
  };
}
