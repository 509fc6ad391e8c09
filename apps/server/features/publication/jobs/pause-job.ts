import { listings } from '@esteira/db/schema/products/listings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingRef } from '@esteira/marketplaces/port';
import {
  changeListing,
  forgetListing,
  markListingLive,
  markListingOffline,
  unlessSuperseded,
} from '../listing/listing';
import { type ListingOperation, listingJob } from '../listing/operation';
import { isHeld, readListing, waitToPause } from './check-job';
import { nextCheck } from './check-plan';
import { findKnownListing } from './known-listing';

/** Takes a listing off sale, reversibly, as long as the seller still wants that. */
export const pauseListing = listingJob({
  run: async (operation) => {
    const { key, listing, write } = operation;
    if (listing.desejado !== 'pausado') return;
    const known = await findKnownListing(operation);
    if (known === null) return write((tx) => forgetListing(tx, key));
    await pauseThere(operation, known);
  },
  onRefused: stayUnpaused,
});

async function pauseThere(operation: ListingOperation, known: ListingRef): Promise<void> {
  const { deps, listing, adapter, call } = operation;
  const paused = { id_externo: known.id_externo, tentado_em: null };
  try {
    await adapter.pause(call(), known);
  } catch (error) {
    if (!(error instanceof AdapterError) || !['conflict', 'not_found'].includes(error.kind)) throw error;
    // Closed there, or gone: more than was asked for.
    return markListingOffline(operation, { ...paused, status: 'encerrado', motivo: error.message });
  }
  // A push of stock that was under way can bring it back: looked at once more when everything has landed.
  const now = deps.clock();
  const nextLook = nextCheck(now, now);
  const { processando_desde } = listing;
  await markListingOffline(operation, {
    ...paused,
    status: 'pausado',
    motivo: null,
    processando_desde,
    nextLook,
  });
}

/** The marketplace does not let it be paused. If it is for sale, it must go on being told its stock. */
async function stayUnpaused(operation: ListingOperation, { message }: AdapterError): Promise<void> {
  const { key, listing, write } = operation;
  const motivo = `O anúncio não foi despublicado: ${message}`;
  const { id_externo } = listing;
  if (id_externo === null) return markListingOffline(operation, { status: 'erro', motivo });
  const state = await readListing(operation, id_externo);
  if (isHeld(state)) return waitToPause(operation, state);
  const desejado = unlessSuperseded(listing, listings.desejado, 'publicado');
  await write((tx) => changeListing(tx, key, { desejado }));
  await markListingLive(operation, { change: { id_externo, motivo }, sent: null });
}
