import type { Database } from '@esteira/db/database';
import { accountNameOf } from '@esteira/db/schema/platform/marketplace-accounts';
import { listings } from '@esteira/db/schema/products/listings';
import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { and, eq, inArray, ne } from 'drizzle-orm';

/** Adds the names of the accounts that products are listed in, of marketplaces where the seller has several. */
export async function addAccounts<P extends { id: string }>(
  db: Database,
  usuarioId: string,
  products: readonly P[],
): Promise<(P & { contas: string })[]> {
  const { usuario_id, produto_id, marketplace, conta_id, status } = listings;
  const ids = products.map(({ id }) => id);
  const rows = await db
    .select({ id: produto_id, marketplace, conta: accountNameOf(listings) })
    .from(listings)
    .where(and(eq(usuario_id, usuarioId), inArray(produto_id, ids), ne(status, 'encerrado')))
    .orderBy(marketplace, conta_id);
  const names = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { id, marketplace, conta } of rows)
    if (conta !== null) names.get(id)?.push(`${conta} (${MARKETPLACE_NAMES[marketplace]})`);
  return products.map((product) => ({ ...product, contas: names.get(product.id)?.join(', ') ?? '' }));
}
