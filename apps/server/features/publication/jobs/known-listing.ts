import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingRef } from '@esteira/marketplaces/port';
import { AppError } from '../../../core/errors';
import type { ListingOperation } from '../listing/operation';
import { type ListingTarget, loadTarget, publishTarget, toRef } from '../listing/target';

/**
 * The listing that may have to be taken off sale; null when there is none. After a publication whose answer was lost
 * the marketplace has to be asked, and publishing again is the one call that finds a listing by its product.
 */
export async function findKnownListing(operation: ListingOperation): Promise<ListingRef | null> {
  const { deps, key, listing } = operation;
  const { id_externo, tentado_em } = listing;
  const target = await loadTarget(deps.db, key);
  const known = id_externo === null ? null : toRef(target.product, id_externo);
  if (tentado_em === null || (known !== null && (await isOpen(operation, known)))) return known;
  const found = await findByPublishing(operation, { ...target, tentado_em });
  return found === null ? known : toRef(target.product, found);
}

/** Whether it is still there: what was closed or is gone may have been followed by another one. */
async function isOpen({ adapter, call }: ListingOperation, known: ListingRef): Promise<boolean> {
  try {
    return (await adapter.getListing(call(), known)).status !== 'closed';
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'not_found') return false;
    throw error;
  }
}

async function findByPublishing(operation: ListingOperation, target: ListingTarget): Promise<string | null> {
  try {
    const result = await publishTarget(operation, target);
    return result.status === 'already_exists' ? null : (result.id_externo ?? null);
  } catch (error) {
    // What cannot be published now could not be found either; a listing of before would have been brought up to date.
    if (error instanceof AppError || (error instanceof AdapterError && error.kind === 'validation'))
      return null;
    throw error;
  }
}
