import type { OpenDatabase } from '@esteira/db/database';
import { createMercadoPagoGateway } from '@esteira/payments/mercado-pago/gateway';
import { createSimulatedGateway } from '@esteira/payments/simulated/gateway';
import { createChangeHub } from '../core/changes/change-hub';
import type { Deps } from '../core/context';
import { type JobQueue, noJobs } from '../core/job-queue';
import { createAccountLimit } from '../core/limits/account-limit';
import type { MailTransport } from '../core/mail';
import { deriveKeys } from '../core/security/keys';
import { createSessionTokens } from '../core/security/session-tokens';
import { createSignedLinks } from '../core/security/signed-links';
import { createTokenCipher, type TokenCipher } from '../core/security/token-cipher';
import { type OnServiceCall, watchGateway } from '../core/service-calls/watch';
import type { Tracer } from '../core/telemetry/tracer';
import { systemClock } from '../core/time/clock';
import type { Config } from '../env/env';
import { createMarketplaces } from './marketplaces';

interface DepsOptions {
  database: OpenDatabase;
  secret: string;
  publicUrl: () => string;
  config: Pick<
    Config,
    | 'admin'
    | 'requireSubscription'
    | 'requireAdminTwoStep'
    | 'enforcePolicies'
    | 'buyerRetentionDays'
    | 'sessionIdleHours'
    | 'jwtSecret'
    | 'previousJwtSecret'
    | 'dataDir'
    | 'isDatabaseEncrypted'
    | 'securityContact'
    | 'marketplaces'
    | 'mercadoPago'
  >;
  /** Hears of every call to a real marketplace or to Mercado Pago. */
  onServiceCall?: OnServiceCall;
  countActivity?: Deps['countActivity'];
  /** Null: nothing runs in the background, because every marketplace is simulated. */
  jobs: JobQueue | null;
  mail: MailTransport | null;
  tracer?: Tracer | undefined;
}

/** What the features run on in production. */
export async function createServerDeps(options: DepsOptions): Promise<Deps> {
  const { database, secret, publicUrl, config, mail, tracer, countActivity } = options;
  const { marketplaces, mercadoPago, previousJwtSecret } = config;
  const clock = systemClock;
  const onCall = options.onServiceCall ?? (() => undefined);
  const keys = deriveKeys(secret, previousJwtSecret);
  const changes = await createChangeHub(database);
  const tokenCipher = createServerCipher(config, secret);
  return {
    db: database.db,
    heavyDb: database.heavy,
    reservedDb: database.reserved,
    accountLimit: createAccountLimit(database.kind),
    clock,
    changes,
    buyersTally: new Map(),
    tokens: createSessionTokens(keys.session, clock),
    labelLinks: createSignedLinks(keys.labelLinks, clock),
    supplierLinks: createSignedLinks(keys.supplierLinks, clock),
    publicUrl,
    ...{ digest: keys.digest, digests: keys.digests },
    // Most of what marketplaces are asked is asked in the background.
    ...createMarketplaces(marketplaces, {
      db: database.heavy,
      clock,
      cipher: tokenCipher,
      onCall,
    }),
    tokenCipher,
    payments: mercadoPago
      ? watchGateway(createMercadoPagoGateway({ ...mercadoPago, clock }), onCall)
      : createSimulatedGateway(clock),
    paymentNotificationSecret: mercadoPago?.webhookSecret ?? null,
    jobs: options.jobs ?? noJobs,
    ...{ mail, tracer, countActivity },
    adminEmail: config.admin?.email ?? null,
    requireSubscription: config.requireSubscription,
    requireAdminTwoStep: config.requireAdminTwoStep,
    enforcePolicies: config.enforcePolicies,
    buyerRetentionDays: config.buyerRetentionDays,
    sessionIdleHours: config.sessionIdleHours,
    installation: toInstallation(config),
  };
}

function toInstallation({ dataDir, jwtSecret, isDatabaseEncrypted, securityContact }: DepsOptions['config']) {
  return { dataDir, isSecretGiven: jwtSecret !== null, isDatabaseEncrypted, securityContact };
}

/**
 * What the server seals with. What was sealed before TOKEN_ENCRYPTION_KEY was set can still be opened; env.ts requires it
 * with real credentials.
 */
export function createServerCipher(
  { marketplaces, previousJwtSecret }: Pick<Config, 'marketplaces' | 'previousJwtSecret'>,
  secret: string,
): TokenCipher {
  const { tokenKey, previousTokenKey } = marketplaces;
  return createTokenCipher(tokenKey ?? secret, previousTokenKey, secret, previousJwtSecret);
}
