import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import {
  accountName,
  isAccountOf,
  marketplaceAccounts,
} from '@esteira/db/schema/platform/marketplace-accounts';
import { listings } from '@esteira/db/schema/products/listings';
import { type AccountState, parseAccountCode, toAccountCode } from '@esteira/domain/marketplace-accounts';
import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import type { MarketplaceAccounts } from '@esteira/validators/marketplaces/accounts';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { selectDelays } from './delays';
import { insertAccount, isAccount, lockAccounts, type SellerOn, takeDefault } from './seller-accounts';
import type { ConnectionKey } from './tokens';

type Code = Parameters<typeof parseAccountCode>[0];

/** The key of the seller's account with this code. */
export const toAccountKey = (usuarioId: string, code: Code): ConnectionKey => ({
  usuarioId,
  ...parseAccountCode(code),
});

/** The seller's accounts and how each stands. */
export async function listAccounts(
  { db, marketplaces }: Pick<Deps, 'db' | 'marketplaces'>,
  usuarioId: string,
): Promise<MarketplaceAccounts> {
  const { usuario_id, marketplace, id } = marketplaceAccounts;
  const counted = db.$count(listings, and(isAccountOf(listings), ne(listings.status, 'encerrado')));
  const { apelido, vendedor_id, padrao, desconectada_em } = marketplaceAccounts;
  const { status, motivo, pedidos_lidos_ate } = connections;
  const rows = await db
    .select({
      ...{ marketplace, contaId: id, nome: accountName, apelido, vendedor_id, padrao, desconectada_em },
      ...{ status, motivo, lida_em: pedidos_lidos_ate, anuncios: counted },
      ...selectDelays(db),
    })
    .from(marketplaceAccounts)
    .leftJoin(connections, isAccountOf(connections))
    .where(eq(usuario_id, usuarioId))
    .orderBy(asc(marketplace), asc(id));
  return {
    itens: rows.map(({ marketplace, contaId, vendedor_id, ...row }) => ({
      ...{ id: toAccountCode({ marketplace, contaId }), marketplace },
      ...{ nome: row.nome, apelido: row.apelido, padrao: row.padrao, anuncios: row.anuncios },
      ...{ motivo: row.motivo, lida_em: row.lida_em },
      ...{ atraso_pedidos: row.atraso_pedidos, atraso_estoque: row.atraso_estoque },
      vendedor_final: vendedor_id?.slice(-4) ?? null,
      estado: toState({ ...row, vendedor_id, isReal: marketplaces[marketplace].modo === 'real' }),
    })),
  };
}

interface Standing {
  isReal: boolean;
  vendedor_id: string | null;
  desconectada_em: string | null;
  status: 'conectado' | 'reconectar' | null;
}

function toState({ isReal, vendedor_id, desconectada_em, status }: Standing): AccountState {
  if (!isReal) return desconectada_em === null ? 'simulada' : 'desconectada';
  if (status !== null) return status === 'conectado' ? 'conectada' : 'reconectar';
  return vendedor_id === null ? 'nao_conectada' : 'desconectada';
}

/** Gives an account the seller's name for it. */
export async function renameAccount(db: Database, key: ConnectionKey, nome: string): Promise<void> {
  const renamed = await db
    .update(marketplaceAccounts)
    .set({ nome })
    .where(isAccount(key))
    .returning({ id: marketplaceAccounts.id });
  if (renamed.length === 0) throw accountNotFound();
}

/** Makes an account the one where products are published unless the seller chooses. */
export function setDefaultAccount(db: Database, key: ConnectionKey): Promise<void> {
  return db.transaction(async (tx) => {
    const account = (await lockAccounts(tx, key)).find(({ id }) => id === key.contaId);
    if (account === undefined) throw accountNotFound();
    if (account.desconectada_em !== null)
      throw new AppError('conflict', 'Reconecte esta conta antes de torná-la padrão');
    await takeDefault(tx, key);
  });
}

export const accountNotFound = () => new AppError('not_found', 'Conta não encontrada');

/** Adds an account to a simulated marketplace, where there is none to connect. */
export async function addSimulatedAccount(
  { db, marketplaces }: Pick<Deps, 'db' | 'marketplaces'>,
  seller: SellerOn,
): Promise<void> {
  requireSimulated(marketplaces, seller.marketplace);
  await db.transaction(async (tx) => {
    await insertAccount(tx, seller, (await lockAccounts(tx, seller)).length);
  });
}

/** Brings a disconnected account of a simulated marketplace back. */
export async function reviveSimulatedAccount(
  { db, marketplaces }: Pick<Deps, 'db' | 'marketplaces'>,
  key: ConnectionKey,
): Promise<void> {
  requireSimulated(marketplaces, key.marketplace);
  await db.transaction(async (tx) => {
    const accounts = await lockAccounts(tx, key);
    const revived = await tx
      .update(marketplaceAccounts)
      .set({ desconectada_em: null })
      .where(isAccount(key))
      .returning({ id: marketplaceAccounts.id });
    if (revived.length === 0) throw accountNotFound();
    if (accounts.some(({ padrao, desconectada_em }) => padrao && desconectada_em !== null))
      await takeDefault(tx, key);
  });
}

function requireSimulated(marketplaces: Deps['marketplaces'], marketplace: Marketplace): void {
  if (marketplaces[marketplace].modo === 'simulado') return;
  throw new AppError(
    'conflict',
    `${MARKETPLACE_NAMES[marketplace]} não está em modo simulado: conecte a conta`,
  );
}
