import { MARKETPLACE_IN } from '@esteira/domain/marketplaces';
import { withoutUnsent } from '@esteira/domain/products/listing-warnings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingState } from '@esteira/marketplaces/port';
import {
  changeListing,
  lockListing,
  markListingLive,
  markListingOffline,
  sendListingJob,
} from '../listing/listing';
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

/** How the listing stands there. */
export async function readListing(
  { deps, key, adapter, call }: ListingOperation,
  idExterno: string,
): Promise<Seen> {
  const { product } = await loadTarget(deps.db, key);
  try {
    return await adapter.getListing(call(), toRef(product, idExterno));
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'not_found') throw error;
    return { status: 'gone', motivos: [error.message], url: null };
  }
}

/** One that is for sale there was brought back by a late push, or could not be paused before. */
async function stayPaused(operation: ListingOperation, state: Seen): Promise<void> {
  const { deps, key, listing, write } = operation;
  if (state.status === 'live')
    return write((tx) => sendListingJob(deps.jobs, tx, { kind: 'listing-pause', key }));
  if (isHeld(state)) return waitToPause(operation, state);
  if (listing.processando_desde === null) return;
  await write((tx) => changeListing(tx, key, { processando_desde: null, motivo: null }));
}

/** It is not for sale and may come to be: it is under review, or has to be mended. */
export const isHeld = ({ status }: Seen): boolean => status === 'processing' || status === 'rejected';

/** Not for sale, as the seller wants it; it is looked at by the plan, and paused once it is for sale. */
export async function waitToPause(operation: ListingOperation, { motivos }: Seen): Promise<void> {
  const { since, nextLook } = planNextLook(operation);
  const motivo = [...motivos, 'Se voltar à venda, o anúncio será pausado.'].join(' ');
  const processando_desde = since.toISOString();
  await markListingOffline(operation, { status: 'pausado', motivo, processando_desde, nextLook });
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
      if (isAwaited(operation)) return lookAgain(operation, motivo);
      return markListingOffline(operation, { status: 'encerrado', motivo });
    case 'rejected':
      return recordBlocked(operation, motivo);
    case 'paused':
      // Not wanted here: it is followed when it is back on sale over there.
      return markListingOffline(operation, { status: 'pausado', motivo });
    case 'closed':
      return markListingOffline(operation, { status: 'encerrado', motivo });
  }
}

/** A new one is shown late; one that was for sale is waited for no longer than the plan. */
function isAwaited(operation: ListingOperation): boolean {
  const { status, processando_desde } = operation.listing;
  if (processando_desde === null) return false;
  return status !== 'publicado' || planNextLook(operation).nextLook !== null;
}

const toReason = ({ motivos }: Seen) => (motivos.length > 0 ? motivos.join(' ') : null);

async function recordOnSale(operation: ListingOperation, { url }: Seen): Promise<void> {
  const { deps, key, listing, write } = operation;
  const seen = { id_externo: listing.id_externo ?? '', ...(url === null ? {} : { url }) };
  const wasWaiting = listing.status !== 'publicado' || listing.processando_desde !== null;
  // Nothing new: a push here would cause a notification, whose check would push again, without end.
  const sincronizado_em = deps.clock().toISOString();
  if (wasWaiting) await markListingLive(operation, { change: seen, sent: null });
  else await write((tx) => changeListing(tx, key, { ...seen, sincronizado_em }));
  await sendUnsent(operation);
}

/** Once: whatever is answered to it, only another change makes it worth sending again. */
async function sendUnsent({ deps, key, write }: ListingOperation): Promise<void> {
  await write(async (tx) => {
    const listing = await lockListing(tx, key);
    if (listing === null) return;
    const avisos = withoutUnsent(listing.avisos);
    if (avisos.length === listing.avisos.length) return;
    await changeListing(tx, key, { avisos });
    // What has no stock is not published, but must not come back at its old price.
    for (const kind of ['listing-price', 'listing-publish'] as const)
      await sendListingJob(deps.jobs, tx, { kind, key });
  });
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
  // Only its new values are stuck: it is for sale with the old ones. When that is seen it is told its stock.
  await write((tx) => changeListing(tx, key, { motivo }));
}
