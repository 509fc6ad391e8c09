import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '@esteira/db/database';
import { violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { authorizations, connections } from '@esteira/db/schema/platform/connections';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { CONSENT_SECONDS } from '@esteira/domain/accounts/consent';
import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import type { AccountConnector, ConnectedAccount, Grant } from '@esteira/marketplaces/account';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { releaseHeldJobs } from '../../jobs/enqueue';
import { findDefaultAccount, isAccount } from './seller-accounts';
import { type ConnectionKey, sealToken } from './tokens';

/** The longest that a marketplace may take over exchanging what it gave. */
const EXCHANGE_TIMEOUT_MS = 15_000;

/** A seller on a marketplace, in whichever account. */
type SellerOn = Omit<ConnectionKey, 'contaId'>;

/** Why a consent ends without a connection: reasons of the AppErrors of this file. */
export const CONSENT_LOST = 'consent_lost';
export const ACCOUNT_IN_USE = 'account_in_use';
export const OTHER_ACCOUNT = 'other_account';

/** Where the marketplace sends the seller back to. It is registered with the application, so it never changes. */
export function returnAddress({ publicUrl }: Deps, marketplace: Marketplace): string {
  return `${publicUrl()}/oauth/${marketplace}`;
}

/**
 * Begins a consent and answers where to send the seller. The page keeps `estado` in a cookie: what comes back with
 * it must come back to the browser that began, or a stranger's link could connect an account to their shop.
 */
export async function beginConsent(deps: Deps, key: SellerOn): Promise<{ url: string; estado: string }> {
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
    verificador: deps.tokenCipher.seal(verificador, verifierIdentity(digest)),
    expira_em: new Date(now.getTime() + CONSENT_SECONDS * 1000).toISOString(),
  });
  return { url, estado };
}

/** What the marketplace sent back, and the cookie that the same browser bears. */
export interface ConsentResponse {
  parametros: Readonly<Record<string, string>>;
  cookie: string | null;
}

/** Ends a consent, once: redeems it and stores the connection. Rejects with AppError or AdapterError. */
export async function endConsent(
  deps: Deps,
  marketplace: Marketplace,
  answer: ConsentResponse,
): Promise<void> {
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
  await storeConnection(deps, { usuarioId: begun.usuarioId, marketplace }, granted);
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
    .returning({ usuarioId: authorizations.usuario_id, verificador: authorizations.verificador });
  if (begun === undefined) throw lostConsent();
  return {
    usuarioId: begun.usuarioId,
    verificador: deps.tokenCipher.open(begun.verificador, verifierIdentity(digest)),
  };
}

function lostConsent(): AppError {
  return new AppError(
    'forbidden',
    'A autorização expirou ou foi iniciada em outro navegador. Tente de novo.',
    { reason: CONSENT_LOST },
  );
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
  key: SellerOn,
  pasted: { refresh_token: string; vendedor_id: string },
): Promise<void> {
  const connector = getConnector(deps, key.marketplace);
  await storeConnection(
    deps,
    key,
    await connector.connectWithRefreshToken(pasted, AbortSignal.timeout(EXCHANGE_TIMEOUT_MS)),
  );
}

function getConnector({ connectors }: Deps, marketplace: Marketplace): AccountConnector {
  const connector = connectors[marketplace];
  if (connector !== null) return connector;
  const name = MARKETPLACE_NAMES[marketplace];
  throw new AppError('conflict', `${name} está em modo simulado: não há conta para conectar`);
}

/**
 * Stores the connection; in the same transaction what waited for it goes on and orders are looked for. An account
 * belongs to one seller here, and a seller who changes accounts disconnects the old one first: its listings and
 * orders are nothing to the new one.
 */
async function storeConnection(
  deps: Deps,
  seller: SellerOn,
  { grant, conta }: { grant: Grant; conta: ConnectedAccount },
): Promise<void> {
  const { usuarioId, marketplace } = seller;
  try {
    await deps.db.transaction(async (tx) => {
      const key = { ...seller, contaId: await findDefaultAccount(tx, usuarioId, marketplace) };
      if (!(await upsertConnection(tx, deps, { key, grant, conta }))) throw otherAccount(marketplace);
      await releaseHeldJobs(tx, key);
      await deps.jobs.send(tx, 'orders-poll', { usuario_id: usuarioId, marketplace, conta_id: key.contaId });
    });
  } catch (error) {
    if (!violatesUnique(error, 'conexoes_conta_unica')) throw error;
    throw new AppError('conflict', 'Esta conta já está conectada por outro usuário da Esteira', {
      reason: ACCOUNT_IN_USE,
      cause: error,
    });
  }
}

/** False when another account is connected. */
async function upsertConnection(
  tx: Database,
  deps: Pick<Deps, 'clock' | 'tokenCipher'>,
  { key, grant, conta }: { key: ConnectionKey; grant: Grant; conta: ConnectedAccount },
): Promise<boolean> {
  const values = {
    ...sealToken(deps.tokenCipher, key, { acesso: grant.access_token, renovacao: grant.refresh_token }),
    token_renovacao_anterior: null,
    expira_em: grant.expira_em.toISOString(),
    conta_nome: conta.nome,
    modelo_anuncio: conta.modelo_anuncio,
    // The new consent may have brought the role that was missing.
    sem_dados_pessoais_ate: null,
    status: 'conectado',
    motivo: null,
    conectado_em: deps.clock().toISOString(),
    leituras_falhas: 0,
  } as const;
  const stored = await tx
    .insert(connections)
    .values({
      usuario_id: key.usuarioId,
      marketplace: key.marketplace,
      conta_id: key.contaId,
      vendedor_id: conta.vendedor_id,
      ...values,
    })
    .onConflictDoUpdate({
      target: [connections.usuario_id, connections.marketplace, connections.conta_id],
      set: values,
      setWhere: sql`${connections.vendedor_id} = excluded.vendedor_id`,
    })
    .returning({ marketplace: connections.marketplace });
  if (stored.length === 0) return false;
  const known = { vendedor_id: conta.vendedor_id, apelido: conta.nome, desconectada_em: null };
  await tx.update(marketplaceAccounts).set(known).where(isAccount(key));
  return true;
}

function otherAccount(marketplace: Marketplace): AppError {
  const name = MARKETPLACE_NAMES[marketplace];
  return new AppError('conflict', `Desconecte a conta ${name} atual antes de conectar outra`, {
    reason: OTHER_ACCOUNT,
  });
}
