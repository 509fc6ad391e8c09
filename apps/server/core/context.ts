import type { Database } from '@esteira/db/database';
import type { Activity, ActivityResult } from '@esteira/domain/accounts/activity';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { AccountConnector } from '@esteira/marketplaces/account';
import type { MarketplaceAdapter } from '@esteira/marketplaces/port';
import type { PaymentGateway } from '@esteira/payments/port';
import type { BuyersTally } from './activity/buyers-tally';
import type { ChangeHub } from './changes/change-hub';
import type { JobQueue } from './job-queue';
import type { AccountLimit } from './limits/account-limit';
import type { MailTransport } from './mail';
import type { NowAndBefore } from './security/keys';
import type { SessionTokens } from './security/session-tokens';
import type { SignedLinks } from './security/signed-links';
import type { TokenCipher } from './security/token-cipher';
import type { Tracer } from './telemetry/tracer';
import type { Clock } from './time/clock';

/** Everything the features need from outside; built once by main.ts, and by tests. */
export interface Deps {
  db: Database;
  /** See `forHeavyWork`. */
  heavyDb: Database;
  /** A few connections that no list and no file fills: for sessions, signing in, and notifications that their sender waits for. */
  reservedDb: Database;
  accountLimit: AccountLimit;
  clock: Clock;
  /** Tells of changes to a user's orders and stock, for screens that stay open. */
  changes: ChangeHub;
  /** Whose buyers were handed out to whom, until it is written down. */
  buyersTally: BuyersTally;
  /** Hears of every act that is recorded, and of every refusal, most of which are not. */
  countActivity?: ((act: Activity, result: ActivityResult) => void) | undefined;
  tokens: SessionTokens;
  labelLinks: SignedLinks;
  /** Pages for suppliers, who have no account. */
  supplierLinks: SignedLinks;
  /** PUBLIC_URL, without a trailing slash; known once the port is. */
  publicUrl: () => string;
  /** Keyed digest for what must be compared but not stored: rate-limit keys, submissions. */
  digest: (text: string) => string;
  /** By the key of now, and by the one before it as long as that is given: what was stored or sent bears one of them. */
  digests: (text: string) => NowAndBefore<string>;
  marketplaces: Record<Marketplace, MarketplaceAdapter>;
  /** How sellers connect their accounts; null: the marketplace is simulated. */
  connectors: Record<Marketplace, AccountConnector | null>;
  /** Whether Amazon's application has a page of consent; without one sellers paste a refresh token. */
  amazonConsent: boolean;
  /** The Mercado Livre application whose notifications are taken; null: simulated. */
  mercadoLivreAppId: string | null;
  /** Seals the tokens of the sellers' accounts. */
  tokenCipher: TokenCipher;
  payments: PaymentGateway;
  /** What Mercado Pago signs its notifications with; null: payments are simulated. */
  paymentNotificationSecret: string | null;
  /** Background work; refuses while every marketplace is simulated. */
  jobs: JobQueue;
  /** How e-mails leave; null: SMTP_URL is not set, and none are sent. */
  mail: MailTransport | null;
  /** OTEL_EXPORTER_OTLP_ENDPOINT; absent: nothing is traced. */
  tracer?: Tracer | undefined;
  /** ADMIN_EMAIL: whoever has this address is an admin after the next start; null: not set. */
  adminEmail: string | null;
  /** EXIGIR_ASSINATURA: whether selling features need an active plan. */
  requireSubscription: boolean;
  /** RETER_DADOS_COMPRADOR_DIAS: for how many days a buyer is kept after the end of the order, at most. */
  buyerRetentionDays: number;
  /** EXIGIR_2FA_ADMIN: whether admins administer only with a second step at sign-in. */
  requireAdminTwoStep: boolean;
  /** SEGURANCA=exigir: policies of passwords, second steps and idle sessions refuse people; else they only tell them. */
  enforcePolicies: boolean;
  /** SESSAO_INATIVA_HORAS: after how long without use sessions end, where policies are enforced. */
  sessionIdleHours: number;
  installation: Installation;
}

/** What only the environment tells, for the admins' list of what is in order. */
export interface Installation {
  /** Where commands leave their results; null: nowhere. */
  dataDir: string | null;
  /** JWT_SECRET is set; else it was made once and lies in `dataDir`. */
  isSecretGiven: boolean;
  /** No database in another network is reached without encryption. */
  isDatabaseEncrypted: boolean;
  /** SEGURANCA_CONTATO; null: weaknesses can be reported nowhere. */
  securityContact: string | null;
}

/** For files, imports and work in the background: on connections of their own, so that no page waits for one of them. */
export function forHeavyWork(deps: Deps): Deps {
  return { ...deps, db: deps.heavyDb };
}

/** For signing in, which waits for no list: on the reserved connections. */
export function forSigningIn(deps: Deps): Deps {
  return { ...deps, db: deps.reservedDb };
}

const BEARER = /^Bearer ([\w.~+/=-]{1,4096})$/i;

export function bearerToken(header: string | undefined): string | null {
  return BEARER.exec(header ?? '')?.[1] ?? null;
}
