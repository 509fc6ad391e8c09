import { listings } from '@esteira/db/schema/listings';
import type { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { changeListing } from '../listing/listing';
import type { ListingKey } from '../listing/target';

/** Whether the job itself comes again: the seller is told why it waits, and the listing stays in line. */
export function isTriedAgain(error: AdapterError): boolean {
  return error.transient || error.kind === 'reconnect_required';
}

/** Shows the seller why the listing still waits. */
export async function noteWaiting(deps: Deps, key: ListingKey, error: AdapterError): Promise<void> {
  await changeListing(deps.db, key, { motivo: error.message });
}

/**
 * The account as a whole may not publish: everything of this seller that waits for it stops with the
 * reason, instead of being refused one by one. Publishing again tries anew.
 */
export async function stopPublishing({ db }: Deps, key: ListingKey, motivo: string): Promise<void> {
  const waiting = db
    .select({ produto_id: listings.produto_id })
    .from(listings)
    .where(
      and(
        eq(listings.usuario_id, key.usuarioId),
        eq(listings.marketplace, key.marketplace),
        eq(listings.modo, 'real'),
        eq(listings.status, 'na_fila'),
        eq(listings.desejado, 'publicado'),
      ),
    )
    // Two of the seller's jobs may be refused at once: in one order they do not lock each other out.
    .orderBy(listings.produto_id)
    .for('update');
  await db
    .update(listings)
    .set({ status: 'erro', motivo })
    .where(
      and(
        eq(listings.usuario_id, key.usuarioId),
        eq(listings.marketplace, key.marketplace),
        inArray(listings.produto_id, waiting),
      ),
    );
}
