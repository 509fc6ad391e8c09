import type { Database } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/listings';
import { products } from '@esteira/db/schema/products';
import { PRICE_FIELD, publishedFlag } from '@esteira/domain/channels';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { and, eq, gt, sql } from 'drizzle-orm';
import { owned } from '../../products/owned';

/** One product on one marketplace. */
export interface ListingKey {
  usuarioId: string;
  produtoId: string;
  marketplace: Marketplace;
}

type ListingFields = Pick<typeof listings.$inferInsert, 'id_externo' | 'status' | 'motivo'>;

/** The seller's listing of this product there. */
export const listingOf = (key: ListingKey) =>
  and(
    eq(listings.usuario_id, key.usuarioId),
    eq(listings.produto_id, key.produtoId),
    eq(listings.marketplace, key.marketplace),
  );

export async function findListing(db: Database, key: ListingKey) {
  const [found] = await db
    .select({ id_externo: listings.id_externo, status: listings.status, modo: listings.modo })
    .from(listings)
    .where(listingOf(key));
  return found ?? null;
}

export async function saveListing(db: Database, key: ListingKey, fields: ListingFields): Promise<void> {
  await db
    .insert(listings)
    .values({ usuario_id: key.usuarioId, produto_id: key.produtoId, marketplace: key.marketplace, ...fields })
    .onConflictDoUpdate({
      target: [listings.usuario_id, listings.produto_id, listings.marketplace],
      set: { ...fields, sincronizado_em: sql`now()` },
    });
}

/**
 * Records what became of a listing together with the product's flag.
 * False when the product cannot be flagged: it was deleted, or lost the price that a listing needs.
 */
export async function settleListing(
  db: Database,
  key: ListingKey,
  { publicado, ...fields }: ListingFields & { publicado: boolean },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await flagProduct(tx, key, publicado))) return false;
    await saveListing(tx, key, fields);
    return true;
  });
}

/**
 * Says on the product whether it is for sale there. False when it cannot be: it was deleted, or lost the price that
 * a listing needs.
 */
export async function flagProduct(tx: Database, key: ListingKey, publicado: boolean): Promise<boolean> {
  const flagged = await tx
    .update(products)
    .set(publishedFlag(key.marketplace, publicado))
    .where(
      and(
        owned(key.usuarioId, key.produtoId),
        publicado ? gt(products[PRICE_FIELD[key.marketplace]], 0) : undefined,
      ),
    )
    .returning({ id: products.id });
  return flagged.length > 0;
}
