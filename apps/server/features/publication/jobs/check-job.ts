import { MARKETPLACE_IN } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingState } from '@esteira/marketplaces/port';
import { changeListing, markListingLive, markListingOffline, sendListingJob } from '../listing/listing';
import { type ListingOperation, listingJob } from '../listing/operation';
import { loadTarget, toRef } from '../listing/target';
import { nextCheck } from './check-plan';

/** Reads a listing at the marketplace and follows what became of it there. */
export const checkListing = listingJob({
  run: async (operation) => {
    const { id_externo, status, desejado } = operation.listing;
    // What waits in line for another operation is left to that one.
    if (id_externo === null || status === 'na_fila' || desejado === 'encerrado') return;
    const state = await readListing(operation, id_externo);
    if (desejado === 'pausado') await stayPaused(operation, state);
    else await follow(operation, state);
  },
});

/** `gone`: the account has no such listing (yet: a marketplace takes its time to show a new one). */
type Seen = Pick<ListingState, 'motivos' | 'url'> & { status: ListingState['status'] | 'gone' };

async function readListing({ deps, key, adapter, call }: ListingOperation, idExterno: string): Promise<Seen> {
  const { product } = await loadTarget(deps.db, key);
  try {
    return await adapter.getListing(call(), toRef(product, idExterno));
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'not_found') throw error;
    return { status: 'gone', motivos: [error.message], url: null };
  }
}

/** A listing that was paused here and is for sale there: a late push brought it back. */
async function stayPaused({ deps, key, write }: ListingOperation, state: Seen): Promise<void> {
  if (state.status !== 'live' && state.status !== 'processing') return;
  await write((tx) => sendListingJob(deps.jobs, tx, { kind: 'listing-pause', key }));
}

async function follow(operation: ListingOperation, state: Seen): Promise<void> {
  const motivo = toReason(state);
  switch (state.status) {
    case 'live':
    case 'out_of_stock':
      return recordOnSale(operation, state);
    case 'processing':
      return lookAgain(operation, motivo);
    case 'gone':
      if (operation.listing.processando_desde !== null) return lookAgain(operation, motivo);
      return markListingOffline(operation, { status: 'encerrado', motivo });
    case 'rejected':
      return recordBlocked(operation, motivo);
    case 'paused':
      return markListingOffline(operation, { status: 'pausado', desejado: 'pausado', motivo });
    case 'closed':
      return markListingOffline(operation, { status: 'encerrado', motivo });
  }
}

const toReason = ({ motivos }: Seen) => (motivos.length > 0 ? motivos.join(' ') : null);

async function recordOnSale(operation: ListingOperation, { url }: Seen): Promise<void> {
  const { deps, key, listing, write } = operation;
  const seen = { id_externo: listing.id_externo ?? '', ...(url === null ? {} : { url }) };
  const wasWaiting = listing.status !== 'publicado' || listing.processando_desde !== null;
  if (wasWaiting) return markListingLive(operation, { change: seen, sent: null });
  // Nothing new: a push here would cause a notification, whose check would push again, without end.
  const sincronizado_em = deps.clock().toISOString();
  await write((tx) => changeListing(tx, key, { ...seen, sincronizado_em }));
}

/** It exists and may not be sold as it is. Some reasons clear by themselves, so the looks go on. */
async function recordBlocked(operation: ListingOperation, motivo: string | null): Promise<void> {
  const { since, nextLook } = planNextLook(operation);
  const processando_desde = since.toISOString();
  await markListingOffline(operation, { status: 'erro', motivo, processando_desde, nextLook });
}

/** Since when it is waited for, and when it is looked at next; null: the plan is at its end. */
function planNextLook({ deps, listing }: ListingOperation): { since: Date; nextLook: Date | null } {
  const now = deps.clock();
  const since = listing.processando_desde === null ? now : new Date(listing.processando_desde);
  return { since, nextLook: nextCheck(since, now) };
}

/** Still not for sale: looks again by the plan, and after its end says so. */
async function lookAgain(operation: ListingOperation, motivo: string | null): Promise<void> {
  const { deps, key, write } = operation;
  const { since, nextLook } = planNextLook(operation);
  if (nextLook === null) return recordStuck(operation, motivo);
  const sincronizado_em = deps.clock().toISOString();
  await write(async (tx) => {
    await changeListing(tx, key, { processando_desde: since.toISOString(), motivo, sincronizado_em });
    await sendListingJob(deps.jobs, tx, { kind: 'listing-check', key, runAt: nextLook });
  });
}

async function recordStuck(operation: ListingOperation, reason: string | null): Promise<void> {
  const { key, listing, write } = operation;
  const late = `Depois de 24 horas o anúncio ainda não está à venda ${MARKETPLACE_IN[key.marketplace]}.`;
  const motivo = reason === null ? late : `${late} ${reason}`;
  const { processando_desde } = listing;
  if (listing.status !== 'publicado')
    return markListingOffline(operation, { status: 'erro', motivo, processando_desde });
  // Only its new values are stuck: it is for sale with the old ones.
  await write((tx) => changeListing(tx, key, { processando_desde: null, motivo }));
}
