import { MARKETPLACE_IN } from '@esteira/domain/marketplaces';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { ListingState } from '@esteira/marketplaces/port';
import type { Deps } from '../../../core/context';
import type { JobHandler } from '../../../jobs/job-handler';
import { JOB_PATIENCE, marketplaceCall } from '../../connections/calls/adapter-context';
import { type HeldListing, holdListing } from '../listing/lease';
import { changeListing, keyOf, sendListingJob, settleLive, settleOff } from '../listing/listing';
import { type ListingKey, loadTarget, refOf } from '../listing/target';
import { nextCheck } from './check-plan';

/** Reads a listing at the marketplace and follows what became of it there. */
export const checkListing: JobHandler<'listing-check'> = async (deps, dados) => {
  const key = keyOf(dados);
  await holdListing(deps, key, async (listing) => {
    const { id_externo } = listing;
    // What waits in line for another operation is left to that one.
    if (id_externo === null || listing.status === 'na_fila' || listing.desejado === 'encerrado') return;
    const state = await readListing(deps, key, id_externo);
    if (listing.desejado === 'pausado') await keepOff(deps, key, { listing, state });
    else await follow(deps, key, { listing, state });
  });
};

/** `gone`: the account has no such listing (yet: a marketplace takes its time to show a new one). */
type Seen = Pick<ListingState, 'motivos' | 'url'> & { status: ListingState['status'] | 'gone' };

async function readListing(deps: Deps, key: ListingKey, idExterno: string): Promise<Seen> {
  const { product } = await loadTarget(deps.db, key);
  const call = marketplaceCall(key.usuarioId, JOB_PATIENCE);
  try {
    return await deps.marketplaces[key.marketplace].getListing(call, refOf(product, idExterno));
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'not_found') throw error;
    return { status: 'gone', motivos: [error.message], url: null };
  }
}

interface Look {
  listing: HeldListing;
  state: Seen;
}

/** A listing that was paused here and is for sale there: a late push brought it back. */
async function keepOff(deps: Deps, key: ListingKey, { state }: Look): Promise<void> {
  if (state.status !== 'live' && state.status !== 'processing') return;
  await sendListingJob(deps.jobs, deps.db, { kind: 'listing-pause', key });
}

async function follow(deps: Deps, key: ListingKey, { listing, state }: Look): Promise<void> {
  const { motivos } = state;
  const motivo = motivos.length > 0 ? motivos.join(' ') : null;
  switch (state.status) {
    case 'live':
    case 'out_of_stock':
      return onSale(deps, key, { listing, state });
    case 'processing':
      return lookAgain(deps, key, { listing, state });
    case 'gone':
      if (listing.processando_desde !== null) return lookAgain(deps, key, { listing, state });
      return settleOff(deps, key, { begun: listing, status: 'encerrado', motivo });
    case 'rejected':
      return showBlocked(deps, key, { listing, motivo });
    case 'paused':
      return settleOff(deps, key, { begun: listing, status: 'pausado', desejado: 'pausado', motivo });
    case 'closed':
      return settleOff(deps, key, { begun: listing, status: 'encerrado', motivo });
  }
}

async function onSale(deps: Deps, key: ListingKey, { listing, state: { url } }: Look): Promise<void> {
  const seen = { id_externo: listing.id_externo ?? '', ...(url === null ? {} : { url }) };
  const wasWaiting = listing.status !== 'publicado' || listing.processando_desde !== null;
  if (wasWaiting) return settleLive(deps, key, { change: seen, sent: null });
  // Nothing new: owing a push here would go round in circles with the notice that the push itself causes.
  await changeListing(deps.db, key, { ...seen, sincronizado_em: deps.clock().toISOString() });
}

/** It exists and may not be sold as it is. Some reasons clear by themselves, so the looks go on. */
async function showBlocked(
  deps: Deps,
  key: ListingKey,
  { listing, motivo }: { listing: HeldListing; motivo: string | null },
): Promise<void> {
  const now = deps.clock();
  const since = listing.processando_desde === null ? now : new Date(listing.processando_desde);
  const processando_desde = since.toISOString();
  const nextLook = nextCheck(since, now);
  await settleOff(deps, key, { begun: listing, status: 'erro', motivo, processando_desde, nextLook });
}

/** Still not for sale: looks again by the plan, and after its end says so. */
async function lookAgain(deps: Deps, key: ListingKey, { listing, state }: Look): Promise<void> {
  const now = deps.clock();
  const since = listing.processando_desde === null ? now : new Date(listing.processando_desde);
  const em = nextCheck(since, now);
  const motivo = state.motivos.length > 0 ? state.motivos.join(' ') : null;
  if (em === null) return settleStuck(deps, key, { listing, motivo });
  const sincronizado_em = now.toISOString();
  await deps.db.transaction(async (tx) => {
    await changeListing(tx, key, { processando_desde: since.toISOString(), motivo, sincronizado_em });
    await sendListingJob(deps.jobs, tx, { kind: 'listing-check', key, em });
  });
}

async function settleStuck(
  deps: Deps,
  key: ListingKey,
  { listing, motivo }: { listing: HeldListing; motivo: string | null },
): Promise<void> {
  const where = MARKETPLACE_IN[key.marketplace];
  const late = `Depois de 24 horas o anúncio ainda não está à venda ${where}.`;
  const told = motivo === null ? late : `${late} ${motivo}`;
  if (listing.status !== 'publicado')
    return settleOff(deps, key, {
      begun: listing,
      status: 'erro',
      motivo: told,
      processando_desde: listing.processando_desde,
    });
  // Only its new values are stuck: it is for sale with the old ones.
  await changeListing(deps.db, key, { processando_desde: null, motivo: told });
}
