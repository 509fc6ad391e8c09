import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingRef } from '@esteira/marketplaces/port';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import type { HeldListing } from '../listing/lease';
import { type ListingKey, type ListingTarget, loadTarget, publishTarget, refOf } from '../listing/target';

/**
 * The listing that may have to be taken off sale; null when there is none. After a publication whose answer was lost
 * the marketplace has to be asked, and publishing again is the one call that finds a listing by its product.
 */
export async function knownListing(
  deps: Deps,
  key: ListingKey,
  listing: HeldListing,
): Promise<ListingRef | null> {
  const target = await loadTarget(deps.db, key);
  const id =
    listing.id_externo ?? (listing.tentado_em === null ? null : await findByPublishing(deps, key, target));
  return id === null ? null : refOf(target.product, id);
}

async function findByPublishing(deps: Deps, key: ListingKey, target: ListingTarget): Promise<string | null> {
  try {
    const result = await publishTarget(deps, key, target);
    return result.id_externo ?? null;
  } catch (error) {
    // What cannot be published now could not be found either; a listing of before would have been brought up to date.
    if (error instanceof AppError || (error instanceof AdapterError && error.kind === 'validation'))
      return null;
    throw error;
  }
}
