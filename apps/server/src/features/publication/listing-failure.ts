import { listings } from '@esteira/db/schema/listings';
import type { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import type { ListingKey } from './listing-store';
import { changeListing } from './real-listing';

/** Whether the job itself comes again: the seller is told why it waits, and the listing stays in line. */
export function isTriedAgain(error: AdapterError): boolean {
  return error.transient || error.kind === 'reconnect_required';
}

/** Shows the seller why the listing still waits. */
export async function noteWaiting(deps: Deps, key: ListingKey, error: AdapterError): Promise<void> {
  await changeListing(deps.db, key, { motivo: error.message });
}

/**
 * The account as a whole may not publish (complaint 27): everything of this seller that waits for it stops with the
 * reason, instead of being refused one by one. Publishing again tries anew.
 */
export async function stopPublishing(deps: Deps, key: ListingKey, motivo: string): Promise<void> {
  await deps.db
    .update(listings)
    .set({ status: 'erro', motivo })
    .where(
      and(
        eq(listings.usuario_id, key.usuarioId),
        eq(listings.marketplace, key.marketplace),
        eq(listings.modo, 'real'),
        eq(listings.status, 'na_fila'),
        eq(listings.desejado, 'publicado'),
      ),
    );
}
