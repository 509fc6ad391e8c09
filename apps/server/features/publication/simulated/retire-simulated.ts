import { listings } from '@esteira/db/schema/products/listings';
import { products } from '@esteira/db/schema/products/products';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';

/**
 * Takes back what the simulation published on marketplaces that are real now, so that nothing pretends to be on
 * sale. Run once at start, before requests are answered; harmless on several servers at once. Answers how many
 * listings it retired.
 */
export async function retireSimulatedListings({
  db,
  marketplaces,
}: Pick<Deps, 'db' | 'marketplaces'>): Promise<number> {
  let retired = 0;
  for (const marketplace of MARKETPLACES) {
    if (marketplaces[marketplace].modo !== 'real') continue;
    const flag = PUBLISHED_FIELD[marketplace];
    const isSimulated = and(eq(listings.marketplace, marketplace), eq(listings.modo, 'simulado'));
    const isListed = and(
      eq(products.usuario_id, listings.usuario_id),
      eq(products.id, listings.produto_id),
      products[flag],
    );
    retired += await db.transaction(async (tx) => {
      // Products first, as everywhere.
      await tx
        .update(products)
        .set({ [flag]: false })
        .from(listings)
        .where(and(isSimulated, isListed));
      const gone = await tx.delete(listings).where(isSimulated).returning({ id: listings.produto_id });
      return gone.length;
    });
  }
  return retired;
}
