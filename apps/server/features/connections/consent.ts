import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database } from '@esteira/db/database';
import { violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { authorizations, connections } from '@esteira/db/schema/platform/connections';
import { accountName, marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { CONSENT_SECONDS } from '@esteira/domain/accounts/consent';
import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import type { AccountConnector, ConnectedAccount, Grant } from '@esteira/marketplaces/account';
import type { HeldAccount } from '@esteira/validators/marketplaces/accounts';
import { and, eq, gt, lte } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { releaseHeldJobs } from '../../jobs/enqueue';
import { insertAccount, isAccount, lockAccounts, type SellerOn, takeDefault } from './seller-accounts';
import { type ConnectionKey, sealToken } from './tokens';

/** The longest that a marketplace may take over exchanging what it gave. */
const EXCHANGE_TIMEOUT_MS = 15_000;

/** Who connects, and the account that is to be connected again; null: whichever comes. */
interface Asking extends SellerOn {
  contaId: number | null;
}

interface Granted {
  grant: Grant;
  conta: ConnectedAccount;
}

/** Why a consent ends without a connection: reasons of the AppErrors of this file. */
export const CONSENT_LOST = 'consent_lost';
export const ACCOUNT_IN_USE = 'account_in_use';
const OTHER_ACCOUNT = 'other_account';

/** Where the marketplace sends the seller back to. It is registered with the application, so it never changes. */
export function returnAddress({ publicUrl }: Deps, marketplace: Marketplace): string {
  return `${publicUrl()}/oauth/${marketplace}`;
}

/**
 * Begins a consent and answers where to send the seller. The page keeps `estado` in a cookie: what comes back with
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
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== OTHER_ACCOUNT) throw error;
    return holdAccount(deps, { usuarioId, marketplace, contaId }, granted);
  }
}

const heldIdentity = (digest: string) => `autorizacoes:${digest}:conta`;

/** Keeps what was granted as long as a consent, for the seller to decide. Returns the name of it. */
async function holdAccount(deps: Deps, { usuarioId, marketplace, contaId }: Asking, granted: Granted) {
  const name = randomBytes(32).toString('base64url');
  const estado = deps.digest(name);
  await deps.db.insert(authorizations).values({
    ...{ estado, usuario_id: usuarioId, marketplace, conta_id: contaId },
    verificador: deps.tokenCipher.seal(JSON.stringify(granted), heldIdentity(estado)),
    expira_em: new Date(deps.clock().getTime() + CONSENT_SECONDS * 1000).toISOString(),
  });
  return name;
}

const isHeld = (deps: Deps, usuarioId: string, name: string) =>
  and(
    eq(authorizations.estado, deps.digest(name)),
    eq(authorizations.usuario_id, usuarioId),
    gt(authorizations.expira_em, deps.clock().toISOString()),
  );

/** What was granted, and what was asked for: the marketplace, and the account that was to be connected again. */
function openHeld(deps: Deps, row: typeof authorizations.$inferSelect | undefined) {
  if (row === undefined) throw new AppError('conflict', CONSENT_ENDED);
  const { marketplace, conta_id: contaId } = row;
  const { grant, conta }: Granted = JSON.parse(
    deps.tokenCipher.open(row.verificador, heldIdentity(row.estado)),
  );
  return { grant: { ...grant, expira_em: new Date(grant.expira_em) }, conta, marketplace, contaId };
}

/** The account that came instead of the one asked for, and that one: what the seller calls them. */
export async function readHeldAccount(deps: Deps, usuarioId: string, name: string): Promise<HeldAccount> {
  const [row] = await deps.db
    .select()
    .from(authorizations)
    .where(isHeld(deps, usuarioId, name));
  const { conta, marketplace, contaId } = openHeld(deps, row);
  const [asked] = await deps.db
    .select({ nome: accountName })
    .from(marketplaceAccounts)
    .where(isAccount({ usuarioId, marketplace, contaId: contaId ?? FIRST_ACCOUNT }));
  return { veio: conta.nome, pedida: asked?.nome ?? '' };
}

/** Adds the account that came, once. */
export async function addHeldAccount(deps: Deps, usuarioId: string, name: string): Promise<void> {
  const [row] = await deps.db
    .delete(authorizations)
    .where(isHeld(deps, usuarioId, name))
    .returning();
  const { marketplace, ...granted } = openHeld(deps, row);
  await storeConnection(deps, { usuarioId, marketplace, contaId: null }, granted);
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

const CONSENT_ENDED = 'A autorização expirou ou foi iniciada em outro navegador. Tente de novo.';

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

function getConnector({ connectors }: Deps, marketplace: Marketplace): AccountConnector {
  const connector = connectors[marketplace];
  if (connector !== null) return connector;
  const name = MARKETPLACE_NAMES[marketplace];
  throw new AppError('conflict', `${name} está em modo simulado: não há conta para conectar`);
}

/**
 * Stores the connection; in the same transaction what waited for it goes on and orders are looked for. The account that
 * comes back decides: one that is known is connected again, another one is added. An account belongs to one seller here.
 */
async function storeConnection(deps: Deps, asking: Asking, { grant, conta }: Granted): Promise<void> {
  const { usuarioId, marketplace } = asking;
  try {
    await deps.db.transaction(async (tx) => {
      const key = await takeAccount(tx, asking, conta);
      await upsertConnection(tx, deps, { key, grant, conta });
      await releaseHeldJobs(tx, key);
      await deps.jobs.send(tx, 'orders-poll', { usuario_id: usuarioId, marketplace, conta_id: key.contaId });
    });
  } catch (error) {
    if (!violatesUnique(error, 'conexoes_conta_unica')) throw error;
    throw new AppError('conflict', 'Esta conta já está conectada a outro usuário da Esteira.', {
      reason: ACCOUNT_IN_USE,
      cause: error,
    });
  }
}

/** The account that was granted: known by its id, else one that was never connected, else a new one. */
async function takeAccount(tx: Database, asking: Asking, conta: ConnectedAccount): Promise<ConnectionKey> {
  const accounts = await lockAccounts(tx, asking);
  const asked = accounts.find(({ id }) => id === asking.contaId);
  if (asked && asked.vendedor_id !== null && asked.vendedor_id !== conta.vendedor_id)
    throw new AppError(
      'conflict',
      `Você entrou com ${conta.nome}, e não com ${asked.nome ?? asked.apelido}.`,
      {
        reason: OTHER_ACCOUNT,
      },
    );
  const known =
    accounts.find(({ vendedor_id }) => vendedor_id === conta.vendedor_id) ??
    accounts.find(({ vendedor_id }) => vendedor_id === null);
  const { usuarioId, marketplace } = asking;
  const contaId = known?.id ?? (await insertAccount(tx, asking, accounts.length));
  const key = { usuarioId, marketplace, contaId };
  const { vendedor_id, nome: apelido } = conta;
  await tx
    .update(marketplaceAccounts)
    .set({ vendedor_id, apelido, desconectada_em: null })
    .where(isAccount(key));
  const isReplaced = ({ padrao, ...other }: (typeof accounts)[number]) =>
    padrao && other.id !== contaId && (other.desconectada_em !== null || other.vendedor_id === null);
  if (accounts.some(isReplaced)) await takeDefault(tx, key);
  return key;
}

async function upsertConnection(
  tx: Database,
  deps: Pick<Deps, 'clock' | 'tokenCipher'>,
  { key, grant, conta }: { key: ConnectionKey; grant: Grant; conta: ConnectedAccount },
): Promise<void> {
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
  await tx
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
    });
}
