import type { JobHandler } from '../../../jobs/job-handler';
import { JOB_PATIENCE, marketplaceCall } from '../../connections/calls/adapter-context';
import { holdListing } from '../listing/lease';
import { forgetListing, keyOf, settleOff } from '../listing/listing';
import { knownListing } from './known-listing';

/**
 * Ends the listing of a deleted product for good. Its seller sees it no more, so a refusal is left to the job: an
 * admin reads why and tries again.
 */
export const closeListing: JobHandler<'listing-close'> = async (deps, dados) => {
  const key = keyOf(dados);
  await holdListing(deps, key, async (listing) => {
    if (listing.desejado !== 'encerrado' || listing.status === 'encerrado') return;
    const anuncio = await knownListing(deps, key, listing);
    if (anuncio === null) return forgetListing(deps.db, key);
    await deps.marketplaces[key.marketplace].close(marketplaceCall(key.usuarioId, JOB_PATIENCE), anuncio);
    const { id_externo } = anuncio;
    await settleOff(deps, key, {
      begun: listing,
      id_externo,
      tentado_em: null,
      status: 'encerrado',
      motivo: null,
    });
  });
};
