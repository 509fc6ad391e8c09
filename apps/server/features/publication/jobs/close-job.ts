import { forgetListing, markListingOffline } from '../listing/listing';
import { listingJob } from '../listing/operation';
import { findKnownListing } from './known-listing';

/**
 * Ends the listing of a deleted product for good. Its seller sees it no more, so a refusal is left to the job: an
 * admin reads why and tries again.
 */
export const closeListing = listingJob({
  run: async (operation) => {
    const { key, listing, adapter, call, write } = operation;
    if (listing.desejado !== 'encerrado' || listing.status === 'encerrado') return;
    const known = await findKnownListing(operation);
    if (known === null) return write((tx) => forgetListing(tx, key));
    await adapter.close(call(), known);
    const { id_externo } = known;
    await markListingOffline(operation, { id_externo, tentado_em: null, status: 'encerrado', motivo: null });
  },
});
