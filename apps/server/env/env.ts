import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { PostgresAddress } from '@esteira/db/postgres/postgres-client';
import { DEFAULT_IDLE_HOURS } from '@esteira/domain/accounts/session-limits';
import { DEFAULT_RETENTION_DAYS, MAX_RETENTION_DAYS } from '@esteira/domain/orders/buyer-retention';
import { registerInput } from '@esteira/validators/accounts/account';
import { email } from '@esteira/validators/wire/text';
import { z } from 'zod';
import { databaseProblems, databaseVariables, databaseWarnings, toDatabase } from './database';
import { type MailConfig, mailVariables, mailWarnings, toMail } from './mail';
import {
  addressWarnings,
  type MarketplacesConfig,
  marketplaceVariables,
  previousKeyWarnings,
  tokenKeyProblems,
  toMarketplaces,
} from './marketplaces';
import { type MercadoPagoConfig, paymentAddressWarnings, paymentVariables, toMercadoPago } from './payments';
import { readSecretFiles, SECRET_FILES } from './secret-files';
import { SMOKE_VARIABLES, type SmokeVariables, toSmokeVariables } from './smoke';
import { unknownNameWarnings } from './unknown';

const MIN_SECRET_BYTES = 32;
/** As long as a session lives at all. */
const MAX_IDLE_HOURS = 168;

/** The environment is wrong; the message names every wrong variable and no value, because some are secrets. */
export class EnvironmentError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['The environment is wrong:', ...problems.map((problem) => `- ${problem}`)].join('\n'));
    this.name = 'EnvironmentError';
  }
}

const is = (valid: (value: string) => boolean, error: string) => z.string().refine(valid, { error });

const port = is(
  (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535,
  'must be a port from 0 to 65535',
);
const host = is((value) => /^[\w.:-]+$/.test(value), 'must be an address or a host name');
const secret = is(
  (value) => Buffer.byteLength(value) >= MIN_SECRET_BYTES,
  `must have ${MIN_SECRET_BYTES} bytes or more`,
);
const adminEmail = is((value) => email.safeParse(value).success, 'must be an e-mail address');
const adminPassword = is(
  (value) => registerInput.shape.senha.safeParse(value).success,
  'must have 8 to 128 characters',
);
const publicUrl = is(
  isBareAddress,
  'must be an http or https address without path, like https://esteira.example',
);
const collector = is(isHttp, 'must be an http or https address, like http://127.0.0.1:4318');
const flag = is((value) => value === 'true' || value === 'false', 'must be true or false');
const contact = is(
  (value) =>
    value.startsWith('mailto:')
      ? email.safeParse(value.slice(7)).success
      : /^https:\/\/\S+$/.test(value) && URL.canParse(value),
  'must be like mailto:seguranca@esteira.example or https://esteira.example/seguranca',
);
const origins = is(
  (value) => parseList(value).every((origin) => isHttp(origin) && parseUrl(origin)?.origin === origin),
  'must be origins separated by commas, like https://app.example,https://other.example',
);
const trustProxy = is(
  (value) => value === 'false' || /^\d{1,2}$/.test(value) || parseList(value).every(isProxyAddress),
  'must be false, a number of proxies, or addresses separated by commas',
);
const retentionDays = is(
  (value) => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_RETENTION_DAYS,
  `must be a number of days from 1 to ${MAX_RETENTION_DAYS}`,
);
const idleHours = is(
  (value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= MAX_IDLE_HOURS,
  `must be a number of hours from 1 to ${MAX_IDLE_HOURS}`,
);
const credential = z.string();

/** Every variable; README.md says what each means. */
const environment = z.object({
  PORT: port.default('3000').transform(Number),
  HOST: host.default('127.0.0.1'),
  ...databaseVariables,
  DATA_DIR: z.string().default('.data'),
  JWT_SECRET: secret.optional(),
  JWT_SECRET_PREVIOUS: secret.optional(),
  ADMIN_EMAIL: adminEmail.optional(),
  ADMIN_SENHA: adminPassword.optional(),
  PUBLIC_URL: publicUrl.transform((value) => new URL(value).origin).optional(),
  METRICS_PORT: port.transform(Number).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  ...marketplaceVariables,
  AMAZON_SELLER_ID: credential.optional(),
  AMAZON_MWS_TOKEN: credential.optional(),
  AMAZON_ACCESS_KEY: credential.optional(),
  ...paymentVariables,
  ...mailVariables,
  EXIGIR_ASSINATURA: flag.default('false').transform((value) => value === 'true'),
  EXIGIR_2FA_ADMIN: flag.default('false').transform((value) => value === 'true'),
  SEGURANCA: z.enum(['exigir', 'avisar'], { error: 'must be exigir or avisar' }).optional(),
  SESSAO_INATIVA_HORAS: idleHours.default(String(DEFAULT_IDLE_HOURS)).transform(Number),
  SEGURANCA_CONTATO: contact.optional(),
  HSTS_SUBDOMINIOS: flag.default('false').transform((value) => value === 'true'),
  CORS_ORIGINS: origins.default('').transform(parseList),
  TRUST_PROXY: trustProxy.default('false').transform(parseProxies),
  RETER_DADOS_COMPRADOR_DIAS: retentionDays.default(String(DEFAULT_RETENTION_DAYS)).transform(Number),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
});

const KNOWN_NAMES = [...Object.keys(environment.shape), ...SECRET_FILES, ...SMOKE_VARIABLES];

type Variable = keyof typeof environment.shape;
type Values = Partial<Record<Variable, string>>;

interface Service {
  variables: readonly Variable[];
  required: readonly Variable[];
}

/** Credentials that make an outside service real, and those without which the set is incomplete. */
const SERVICES: readonly Service[] = [
  { variables: ['ML_APP_ID', 'ML_SECRET_KEY'], required: ['ML_APP_ID', 'ML_SECRET_KEY'] },
  {
    variables: ['AMAZON_LWA_CLIENT_ID', 'AMAZON_LWA_CLIENT_SECRET', 'AMAZON_APP_ID'],
    required: ['AMAZON_LWA_CLIENT_ID', 'AMAZON_LWA_CLIENT_SECRET'],
  },
  {
    variables: ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_PUBLIC_KEY', 'MERCADOPAGO_WEBHOOK_SECRET'],
    required: ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_PUBLIC_KEY', 'MERCADOPAGO_WEBHOOK_SECRET'],
  },
  { variables: ['SMTP_URL', 'MAIL_FROM'], required: ['SMTP_URL', 'MAIL_FROM'] },
];

const MWS_VARIABLES = ['AMAZON_SELLER_ID', 'AMAZON_MWS_TOKEN', 'AMAZON_ACCESS_KEY'] as const;

/** The configuration that main.ts and promote.ts start from. */
export interface Config {
  port: number;
  host: string;
  /** Null: no metrics are kept. */
  metricsPort: number | null;
  /** Where traces are sent to; null: there are none. */
  traceCollector: string | null;
  /** Null: the embedded database under `dataDir`. */
  database: PostgresAddress | null;
  /** Absolute. */
  dataDir: string;
  /** Null: generated once into `dataDir`. */
  jwtSecret: string | null;
  /** The one before it, while sessions and links made with it are in use. */
  previousJwtSecret: string | null;
  admin: { email: string; senha: string } | null;
  /** The origin that clients reach the server at; null: the address it listens on. */
  publicUrl: string | null;
  requireSubscription: boolean;
  requireAdminTwoStep: boolean;
  /** SEGURANCA: whether policies refuse people; else they only tell them. */
  enforcePolicies: boolean;
  /** No database in another network is reached without encryption. */
  isDatabaseEncrypted: boolean;
  /** After how long without use sessions end, where policies are enforced. */
  sessionIdleHours: number;
  /** Where weaknesses are reported, as mailto: or https:; null: nowhere. */
  securityContact: string | null;
  /** Whether browsers are told to reach subdomains by HTTPS only, too. */
  hstsSubdomains: boolean;
  corsOrigins: string[];
  trustProxy: false | number | string[];
  /** How long buyers' data are kept after their orders ended. */
  buyerRetentionDays: number;
  logLevel: z.output<typeof environment>['LOG_LEVEL'];
  marketplaces: MarketplacesConfig;
  /** Null: payments are simulated. */
  mercadoPago: MercadoPagoConfig | null;
  /** Null: no e-mails are sent. */
  mail: MailConfig | null;
  /** What the operator should know and does not stop the start. */
  warnings: string[];
}

/**
 * Reads and checks the whole environment, and the files it names; nothing else reads `process.env`. An empty variable
 * counts as absent.
 * @throws EnvironmentError naming every wrong variable.
 */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Config {
  const files = readSecretFiles(source);
  const given = givenValues({ ...source, ...files.values });
  const parsed = environment.safeParse(given);
  const wrong = parsed.success ? [] : parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`);
  const problems = [
    ...wrong,
    ...files.problems,
    ...databaseProblems(given),
    ...incompleteProblems(given),
    ...serviceProblems(given),
    ...tokenKeyProblems(given),
  ];
  if (!parsed.success || problems.length > 0) throw new EnvironmentError(problems);
  const marketplaces = toMarketplaces(parsed.data);
  return toConfig(parsed.data, {
    marketplaces,
    warnings: [
      ...mwsWarnings(given),
      ...addressWarnings(given, marketplaces),
      ...paymentAddressWarnings(parsed.data),
      ...databaseWarnings(given),
      ...previousKeyWarnings(given),
      ...mailWarnings(given),
      ...unknownNameWarnings(givenNames(source), KNOWN_NAMES),
    ],
  });
}

/** The server's environment, and what only `smoke:live` needs beside it. */
export function readSmokeEnvironment(source: Record<string, string | undefined> = process.env): {
  config: Config;
  variables: SmokeVariables;
} {
  return { config: readEnvironment(source), variables: toSmokeVariables(source) };
}

/** The demo's environment: an embedded database of its own and everything simulated, whatever is configured. */
export function readDemoEnvironment(source: Record<string, string | undefined> = process.env): Config {
  const real = SERVICES.flatMap(({ variables }) => variables);
  const unset = Object.fromEntries(
    [...Object.keys(databaseVariables), ...real].flatMap((name) => [
      [name, undefined],
      [`${name}_FILE`, undefined],
    ]),
  );
  const config = readEnvironment({ ...source, ...unset });
  return { ...config, dataDir: join(config.dataDir, 'demo') };
}

function toConfig(
  env: z.output<typeof environment>,
  rest: Pick<Config, 'marketplaces' | 'warnings'>,
): Config {
  return {
    port: env.PORT,
    host: env.HOST,
    metricsPort: env.METRICS_PORT ?? null,
    traceCollector: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    database: toDatabase(env),
    dataDir: resolve(env.DATA_DIR),
    jwtSecret: env.JWT_SECRET ?? null,
    previousJwtSecret: env.JWT_SECRET_PREVIOUS ?? null,
    admin:
      env.ADMIN_EMAIL === undefined || env.ADMIN_SENHA === undefined
        ? null
        : { email: email.parse(env.ADMIN_EMAIL), senha: env.ADMIN_SENHA },
    publicUrl: env.PUBLIC_URL ?? null,
    requireSubscription: env.EXIGIR_ASSINATURA,
    requireAdminTwoStep: env.EXIGIR_2FA_ADMIN,
    enforcePolicies: (env.SEGURANCA ?? usualSecurity(rest.marketplaces)) === 'exigir',
    isDatabaseEncrypted: databaseWarnings(env).length === 0,
    sessionIdleHours: env.SESSAO_INATIVA_HORAS,
    securityContact: env.SEGURANCA_CONTATO ?? null,
    hstsSubdomains: env.HSTS_SUBDOMINIOS,
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    buyerRetentionDays: env.RETER_DADOS_COMPRADOR_DIAS,
    logLevel: env.LOG_LEVEL,
    mercadoPago: toMercadoPago(env),
    mail: toMail(env),
    ...rest,
  };
}

/** Where sellers' real accounts are connected, their buyers' data are (docs/decisions/0091-one-switch.md). */
function usualSecurity({ mercadoLivre, amazon }: MarketplacesConfig): 'exigir' | 'avisar' {
  return mercadoLivre === null && amazon === null ? 'avisar' : 'exigir';
}

function givenNames(source: Record<string, string | undefined>): string[] {
  return Object.keys(source).filter((name) => source[name] !== undefined && source[name]?.trim() !== '');
}

function givenValues(source: Record<string, string | undefined>): Values {
  const names = Object.keys(environment.shape) as Variable[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = source[name];
      return value === undefined || value.trim() === '' ? [] : [[name, value]];
    }),
  );
}

function incompleteProblems(given: Values): string[] {
  const problems: string[] = [];
  if (given.DATABASE_URL !== undefined && given.JWT_SECRET === undefined) {
    problems.push(`JWT_SECRET: is required with DATABASE_URL (${MIN_SECRET_BYTES} bytes or more)`);
  }
  if ((given.ADMIN_EMAIL === undefined) !== (given.ADMIN_SENHA === undefined)) {
    const missing = given.ADMIN_EMAIL === undefined ? 'ADMIN_EMAIL' : 'ADMIN_SENHA';
    problems.push(`${missing}: is required too: ADMIN_EMAIL and ADMIN_SENHA go together`);
  }
  return problems;
}

/** Half-complete credentials (docs/decisions/0007-real-or-simulated.md). */
function serviceProblems(given: Values): string[] {
  return SERVICES.flatMap(({ variables, required }) => {
    const set = variables.filter((variable) => given[variable] !== undefined);
    if (set.length === 0) return [];
    const missing = required.filter((variable) => given[variable] === undefined);
    return missing.length > 0 ? [`${missing.join(', ')}: missing beside ${set.join(', ')}`] : [];
  });
}

function mwsWarnings(given: Values): string[] {
  const set = MWS_VARIABLES.filter((variable) => given[variable] !== undefined);
  if (set.length === 0 || given.AMAZON_LWA_CLIENT_ID !== undefined) return [];
  return [`Amazon discontinued MWS: ${set.join(', ')} have no effect and Amazon stays simulated.`];
}

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

function isHttp(value: string): boolean {
  return ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '');
}

function isBareAddress(value: string): boolean {
  const url = parseUrl(value);
  return url !== null && isHttp(value) && url.href === `${url.origin}/`;
}

function parseList(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

/** An address, a network in CIDR notation, or one of the names that Fastify knows for the private networks. */
function isProxyAddress(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function parseProxies(value: string): Config['trustProxy'] {
  if (value === 'false' || Number(value) === 0) return false;
  return /^\d+$/.test(value) ? Number(value) : parseList(value);
}
