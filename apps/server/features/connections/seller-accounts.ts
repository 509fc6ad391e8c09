import type { Database } from '@esteira/db/database';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { FIRST_ACCOUNT, MAX_ACCOUNTS } from '@esteira/domain/marketplace-accounts';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { and, eq, gt } from 'drizzle-orm';
import { AppError } from '../../core/errors';
import type { ConnectionKey } from './tokens';

/** The condition that a row is that account. */
export const isAccount = ({ usuarioId, marketplace, contaId }: ConnectionKey) =>
  and(
    eq(marketplaceAccounts.usuario_id, usuarioId),
    eq(marketplaceAccounts.marketplace, marketplace),
    eq(marketplaceAccounts.id, contaId),
  );

/** The account that is meant where only the marketplace is told: where products are published. */
export async function findDefaultAccount(
  db: Database,
  usuarioId: string,
  marketplace: Marketplace,
): Promise<number> {
  const { usuario_id, marketplace: where, id, padrao } = marketplaceAccounts;
  const [found] = await db
    .select({ id })
    .from(marketplaceAccounts)
    .where(and(eq(usuario_id, usuarioId), eq(where, marketplace), eq(padrao, true)));
  if (found === undefined) throw new Error('a seller without a default account');
  return found.id;
}

/** Whether the seller has a further account on some marketplace, which lists are then to tell. */
export async function hasSeveralAccounts(db: Database, usuarioId: string): Promise<boolean> {
  const { usuario_id, id } = marketplaceAccounts;
  return (await db.$count(marketplaceAccounts, and(eq(usuario_id, usuarioId), gt(id, FIRST_ACCOUNT)))) > 0;
}

/** A seller on a marketplace, in whichever account. */
export type SellerOn = Omit<ConnectionKey, 'contaId'>;

/**
 * The seller's accounts on a marketplace by number, locked: who adds or changes one waits for the others. The first one is
 * locked before they are read, as a statement that waited does not see the rows that came meanwhile.
 */
export async function lockAccounts(tx: Database, { usuarioId, marketplace }: SellerOn) {
  await tx
    .select({ id: marketplaceAccounts.id })
    .from(marketplaceAccounts)
    .where(isAccount({ usuarioId, marketplace, contaId: FIRST_ACCOUNT }))
    .for('no key update');
  return tx
    .select()
    .from(marketplaceAccounts)
    .where(
      and(eq(marketplaceAccounts.usuario_id, usuarioId), eq(marketplaceAccounts.marketplace, marketplace)),
    )
    .orderBy(marketplaceAccounts.id);
}

/** Makes an account the default one, in place of another. The accounts must be locked. */
export async function takeDefault(tx: Database, key: ConnectionKey): Promise<void> {
  const { usuario_id, marketplace, padrao } = marketplaceAccounts;
  const isDefault = and(eq(usuario_id, key.usuarioId), eq(marketplace, key.marketplace), padrao);
  await tx.update(marketplaceAccounts).set({ padrao: false }).where(isDefault);
  await tx.update(marketplaceAccounts).set({ padrao: true }).where(isAccount(key));
}

/** A further account behind those that are locked; returns its number. */
export async function insertAccount(
  tx: Database,
  { usuarioId, marketplace }: SellerOn,
  known: number,
): Promise<number> {
  const id = known + 1;
  if (id > MAX_ACCOUNTS)
    throw new AppError('conflict', `São no máximo ${MAX_ACCOUNTS} contas por marketplace`);
  await tx.insert(marketplaceAccounts).values({ usuario_id: usuarioId, marketplace, id });
  return id;
}
