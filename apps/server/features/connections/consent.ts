import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { authorizations } from '@esteira/db/schema/platform/connections';
import { CONSENT_SECONDS } from '@esteira/domain/accounts/consent';
import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import type { AccountConnector } from '@esteira/marketplaces/account';
import { and, eq, gt, lte } from 'drizzle-orm';
import { type Caller, noteActivity } from '../../core/activity/record-activity';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { CONSENT_ENDED, holdAccount } from './held-accounts';
import { type Asking, OTHER_ACCOUNT, storeConnection } from './store-connection';

/** The longest that a marketplace may take over exchanging what it gave. */
const EXCHANGE_TIMEOUT_MS = 15_000;

/** Why a consent ends without a connection: a reason of AppErrors. */
export const CONSENT_LOST = 'consent_lost';

/** Where the marketplace sends the seller back to. It is registered with the application, so it never changes. */
export function returnAddress({ publicUrl }: Deps, marketplace: Marketplace): string {
  return `${publicUrl()}/oauth/${marketplace}`;
}

/**
 * Begins a consent and answers where to send the seller. The browser is given `estado` in a cookie: what comes back with
 * it must come back to the browser that began, or a stranger's link could connect an account to their shop.
 */
export async function beginConsent(deps: Deps, key: Asking): Promise<{ url: string; estado: string }> {
  const connector = getConnector(deps, key.marketplace);
  const estado = randomBytes(32).toString('base64url');
  const verificador = randomBytes(32).toString('base64url');
  const url = connector.authorizationUrl({
    state: estado,
    codeChallenge: createHash('sha256').update(verificador).digest('base64url'),
    redirectUri: returnAddress(deps, key.marketplace),
  });
  const now = deps.clock();
  await deps.db.delete(authorizations).where(lte(authorizations.expira_em, now.toISOString()));
  const digest = deps.digest(estado);
  await deps.db.insert(authorizations).values({
    estado: digest,
    usuario_id: key.usuarioId,
    marketplace: key.marketplace,
    conta_id: key.contaId,
    verificador: deps.tokenCipher.seal(verificador, verifierIdentity(digest)),
    expira_em: new Date(now.getTime() + CONSENT_SECONDS * 1000).toISOString(),
  });
  return { url, estado };
}

/** What the marketplace sent back, and the cookie that the same browser bears. */
export interface ConsentResponse {
  parametros: Readonly<Record<string, string>>;
  cookie: string | null;
  caller: Caller;
}

/**
 * Ends a consent, once: redeems it and stores the connection. Where another account came than the one asked for, returns
 * by which name it can be added within minutes; else null. Rejects with AppError or AdapterError.
 */
export async function endConsent(
  deps: Deps,
  marketplace: Marketplace,
  answer: ConsentResponse,
): Promise<string | null> {
  const begun = await consumeConsent(deps, marketplace, answer);
  const connector = getConnector(deps, marketplace);
  const granted = await connector.exchange(
    {
      params: answer.parametros,
      codeVerifier: begun.verificador,
      redirectUri: returnAddress(deps, marketplace),
    },
    AbortSignal.timeout(EXCHANGE_TIMEOUT_MS),
  );
  const { usuarioId, contaId } = begun;
  try {
    await storeConnection(deps, { usuarioId, marketplace, contaId }, granted);
    const act = { ato: 'conta_conectada', usuarioId, autorId: usuarioId, alvo: marketplace } as const;
    await noteActivity(deps, answer.caller, act);
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== OTHER_ACCOUNT) throw error;
    return holdAccount(deps, { usuarioId, marketplace, contaId }, granted);
  }
}

async function consumeConsent(deps: Deps, marketplace: Marketplace, answer: ConsentResponse) {
  const estado = answer.parametros['state'] ?? '';
  if (answer.cookie === null || !isSame(answer.cookie, estado)) throw lostConsent();
  const digest = deps.digest(estado);
  const [begun] = await deps.db
    .delete(authorizations)
    .where(
      and(
        eq(authorizations.estado, digest),
        eq(authorizations.marketplace, marketplace),
        gt(authorizations.expira_em, deps.clock().toISOString()),
      ),
    )
    .returning({
      usuarioId: authorizations.usuario_id,
      contaId: authorizations.conta_id,
      verificador: authorizations.verificador,
    });
  if (begun === undefined) throw lostConsent();
  return {
    usuarioId: begun.usuarioId,
    contaId: begun.contaId,
    verificador: deps.tokenCipher.open(begun.verificador, verifierIdentity(digest)),
  };
}

function lostConsent(): AppError {
  return new AppError('forbidden', CONSENT_ENDED, { reason: CONSENT_LOST });
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function verifierIdentity(digest: string): string {
  return `autorizacoes:${digest}:verificador`;
}

/** Connects by a refresh token that the seller pasted (Amazon's private applications). */
export async function adoptConnection(
  deps: Deps,
  key: Asking,
  pasted: { refresh_token: string; vendedor_id: string },
): Promise<void> {
  const connector = getConnector(deps, key.marketplace);
  await storeConnection(
    deps,
    key,
    await connector.connectWithRefreshToken(pasted, AbortSignal.timeout(EXCHANGE_TIMEOUT_MS)),
  );
}

/** @throws AppError where the marketplace is simulated. */
export function getConnector({ connectors }: Deps, marketplace: Marketplace): AccountConnector {
  const connector = connectors[marketplace];
  if (connector !== null) return connector;
  const name = MARKETPLACE_NAMES[marketplace];
  throw new AppError('conflict', `${name} está em modo simulado: não há conta para conectar`);
}
