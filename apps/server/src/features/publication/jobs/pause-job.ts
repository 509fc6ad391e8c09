import { listings } from '@esteira/db/schema/listings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingRef } from '@esteira/marketplaces/port';
import type { Deps } from '../../../core/context';
import type { JobHandler } from '../../../jobs/job-handler';
import { JOB_PATIENCE, marketplaceCall } from '../../connections/calls/adapter-context';
import { type HeldListing, holdListing } from '../listing/lease';
import {
  changeListing,
  forgetListing,
  keyOf,
  sendListingJob,
  settleLive,
  settleOff,
  unlessAskedAnew,
} from '../listing/listing';
import type { ListingKey } from '../listing/target';
import { nextCheck } from './check-plan';
import { isTriedAgain, noteWaiting } from './failure';
import { knownListing } from './known-listing';

/** Takes a listing off sale, reversibly, as long as the seller still wants that. */
export const pauseListing: JobHandler<'listing-pause'> = async (deps, dados) => {
  const key = keyOf(dados);
  await holdListing(deps, key, async (listing) => {
    if (listing.desejado !== 'pausado') return;
    try {
      const anuncio = await knownListing(deps, key, listing);
      if (anuncio === null) return await forgetListing(deps.db, key);
      await pauseAt(deps, key, { begun: listing, anuncio });
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      if (!isTriedAgain(error)) return stillOnSale(deps, key, { listing, error });
      await noteWaiting(deps, key, error);
      throw error;
    }
  });
};

async function pauseAt(
  deps: Deps,
  key: ListingKey,
  { begun, anuncio }: { begun: HeldListing; anuncio: ListingRef },
): Promise<void> {
  const { id_externo } = anuncio;
  try {
    await deps.marketplaces[key.marketplace].pause(marketplaceCall(key.usuarioId, JOB_PATIENCE), anuncio);
  } catch (error) {
    if (!(error instanceof AdapterError) || !['conflict', 'not_found'].includes(error.kind)) throw error;
    // Closed there, or gone: more than was asked for.
    return settleOff(deps, key, {
      begun,
      id_externo,
      tentado_em: null,
      status: 'encerrado',
      motivo: error.message,
    });
  }
  await settleOff(deps, key, { begun, id_externo, tentado_em: null, status: 'pausado', motivo: null });
  // A push of stock that was under way can bring it back: looked at once more when everything has landed.
  const now = deps.clock();
  const em = nextCheck(now, now);
  if (em !== null) await sendListingJob(deps.jobs, deps.db, { kind: 'listing-check', key, em });
}

/** The marketplace does not let it be paused. It is for sale, and must go on being told its stock. */
async function stillOnSale(
  deps: Deps,
  key: ListingKey,
  { listing, error }: { listing: HeldListing; error: AdapterError },
): Promise<void> {
  const motivo = `O anúncio não foi despublicado: ${error.message}`;
  const { id_externo } = listing;
  if (id_externo === null) return settleOff(deps, key, { begun: listing, status: 'erro', motivo });
  const desejado = unlessAskedAnew(listing, listings.desejado, 'publicado');
  await changeListing(deps.db, key, { desejado });
  await settleLive(deps, key, { change: { id_externo, motivo }, sent: null });
}
