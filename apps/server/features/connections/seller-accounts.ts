import type { Database } from '@esteira/db/database';
import { marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { and, eq } from 'drizzle-orm';
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
