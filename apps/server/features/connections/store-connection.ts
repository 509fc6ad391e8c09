import type { Database } from '@esteira/db/database';
import { violatesUnique } from '@esteira/db/postgres/postgres-errors';
import { connections } from '@esteira/db/schema/platform/connections';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { DAY_MS } from '@esteira/domain/durations';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { ConnectedAccount, Grant } from '@esteira/marketplaces/account';
import { and, eq, lte } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import type { TokenCipher } from '../../core/security/token-cipher';
import { releaseHeldJobs } from '../../jobs/enqueue';
import { findDisconnection, forgetDisconnection } from './disconnections';
import { insertAccount, isAccount, lockAccounts, type SellerOn, takeDefault } from './seller-accounts';
import { type ConnectionKey, isConnection, sealToken, toKey } from './tokens';

/** Who connects, and the account that is to be connected again; null: whichever comes. */
export interface Asking extends SellerOn {
  contaId: number | null;
}

/** What a marketplace granted, and whose account it is. */
export interface Granted {
  grant: Grant;
  conta: ConnectedAccount;
}

/** Why an account is not stored: reasons of AppErrors. */
export const ACCOUNT_IN_USE = 'account_in_use';
export const OTHER_ACCOUNT = 'other_account';

/**
 * Stores the connection; in the same transaction what waited for it goes on, orders are looked for, and what was paused
 * before it was disconnected comes back. The account that comes back decides: one that is known is connected again, another
 * one is added. An account belongs to one seller here.
 */
export async function storeConnection(deps: Deps, asking: Asking, { grant, conta }: Granted): Promise<void> {
  const { usuarioId, marketplace } = asking;
  try {
    await deps.db.transaction(async (tx) => {
      const { known, ...key } = await takeAccount(tx, asking, conta);
      const isBack = known?.vendedor_id === conta.vendedor_id;
      const stopped = isBack ? [known.desconectada_em, await findDisconnection(tx, key)] : [];
      const pedidos_lidos_ate = toPlaceInOrders(stopped, deps.clock());
      await upsertConnection(tx, deps, { key, grant, conta, pedidos_lidos_ate });
      await forgetDisconnection(tx, key, deps.clock());
      await releaseHeldJobs(tx, key);
      const account = { usuario_id: usuarioId, marketplace, conta_id: key.contaId };
      if (typeof known?.desconectada_em === 'string') await deps.jobs.send(tx, 'account-resume', account);
      await deps.jobs.send(tx, 'orders-poll', account);
    });
  } catch (error) {
    const isInUse = violatesUnique(error, 'conexoes_conta_unica');
    if (!isInUse && !(error instanceof AppError)) throw error;
    await handOver(deps, marketplace, { grant, conta });
    if (!isInUse) throw error;
    throw new AppError('conflict', 'Esta conta já está conectada a outro usuário da Esteira.', {
      reason: ACCOUNT_IN_USE,
      cause: error,
    });
  }
}

/**
 * Gives a grant that is not stored as asked to the connection of that account, whosever it is: at Mercado Livre it ended the
 * one that is kept there. One that has to be connected again is left to its own seller.
 */
async function handOver(
  { db, tokenCipher }: Pick<Deps, 'db' | 'tokenCipher'>,
  marketplace: Marketplace,
  { grant, conta }: Granted,
): Promise<void> {
  if (marketplace !== 'mercadolivre') return;
  const { vendedor_id, status, usuario_id, conta_id } = connections;
  const isKept = and(
    eq(connections.marketplace, marketplace),
    eq(vendedor_id, conta.vendedor_id),
    eq(status, 'conectado'),
    // Of two grants the later one works.
    lte(connections.expira_em, grant.expira_em.toISOString()),
  );
  const [kept] = await db
    .select({ usuario_id, marketplace: connections.marketplace, conta_id })
    .from(connections)
    .where(isKept);
  if (kept === undefined) return;
  const key = toKey(kept);
  await db
    .update(connections)
    .set(toTokens(tokenCipher, key, grant))
    .where(and(isConnection(key), isKept));
}

/** The account that was granted: known by its id, else one that was never connected, the one asked for before others, else a new one. */
async function takeAccount(tx: Database, asking: Asking, conta: ConnectedAccount) {
  const accounts = await lockAccounts(tx, asking);
  const asked = accounts.find(({ id }) => id === asking.contaId);
  if (asked && asked.vendedor_id !== null && asked.vendedor_id !== conta.vendedor_id)
    throw new AppError(
      'conflict',
      `Você entrou com ${conta.nome}, e não com ${asked.nome ?? asked.apelido}.`,
      { reason: OTHER_ACCOUNT },
    );
  const known =
    accounts.find(({ vendedor_id }) => vendedor_id === conta.vendedor_id) ??
    [asked, ...accounts].find((account) => account?.vendedor_id === null);
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
  return { ...key, known };
}

/** An account fails for a while before it is noticed. */
const NOTICED_WITHIN_MS = 2 * DAY_MS;
/** Mercado Livre lets the orders of twelve months be searched. */
const MAX_BACK_MS = 360 * DAY_MS;

/** Up to when the orders count as read of an account that stopped to work at the first of these moments; null: there is none. */
function toPlaceInOrders(stopped: readonly (string | null)[], now: Date): string | null {
  const moments = stopped.flatMap((at) => (at === null ? [] : Date.parse(at)));
  if (moments.length === 0) return null;
  const from = Math.max(Math.min(...moments) - NOTICED_WITHIN_MS, now.getTime() - MAX_BACK_MS);
  return new Date(from).toISOString();
}

const toTokens = (cipher: TokenCipher, key: ConnectionKey, grant: Grant) => ({
  ...sealToken(cipher, key, { acesso: grant.access_token, renovacao: grant.refresh_token }),
  token_renovacao_anterior: null,
  expira_em: grant.expira_em.toISOString(),
});

interface Connecting extends Granted {
  key: ConnectionKey;
  /** Of an account that has no place in its orders yet. */
  pedidos_lidos_ate: string | null;
}

async function upsertConnection(
  tx: Database,
  deps: Pick<Deps, 'clock' | 'tokenCipher'>,
  { key, grant, conta, pedidos_lidos_ate }: Connecting,
): Promise<void> {
  const values = {
    ...toTokens(deps.tokenCipher, key, grant),
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
      pedidos_lidos_ate,
      ...values,
    })
    .onConflictDoUpdate({
      target: [connections.usuario_id, connections.marketplace, connections.conta_id],
      set: values,
    });
}
