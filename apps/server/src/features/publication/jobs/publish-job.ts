import { listings } from '@esteira/db/schema/listings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { PublishResult } from '@esteira/marketplaces/port';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import type { JobHandler } from '../../../jobs/job-handler';
import { type HeldListing, holdListing } from '../listing/lease';
import {
  changeListing,
  ifStillWanted,
  keyOf,
  sendListingJob,
  settleLive,
  settleOff,
  unlessAskedAnew,
} from '../listing/listing';
import {
  type ListingKey,
  type ListingTarget,
  loadTarget,
  NO_STOCK_LEFT,
  publishablePrice,
  publishTarget,
  stockFor,
} from '../listing/target';
import { nextCheck } from './check-plan';
import { isTriedAgain, noteWaiting, stopPublishing } from './failure';

const WANTED: readonly HeldListing['status'][] = ['na_fila', 'processando', 'publicado'];

/**
 * Puts a product up for sale on a real marketplace, or brings its listing up to date. The adapter's `publish` makes
 * no second listing for the same product, so a killed job is simply done again; two at once are kept apart by the
 * listing's lease.
 */
export const publishListing: JobHandler<'listing-publish'> = async (deps, dados) => {
  const key = keyOf(dados);
  await holdListing(deps, key, async (listing) => {
    if (listing.desejado !== 'publicado' || !WANTED.includes(listing.status)) return;
    const target = await loadTarget(deps.db, key);
    if (target.product.excluido_em !== null) return;
    const refused = whyUnpublishable(target, key);
    if (refused !== null) return refuse(deps, key, { listing, motivo: refused });
    await publishHeld(deps, key, { listing, target });
  });
};

async function publishHeld(
  deps: Deps,
  key: ListingKey,
  { listing, target }: { listing: HeldListing; target: ListingTarget },
): Promise<void> {
  // Written before the call: should nobody live to store the answer, it is known that a listing may exist.
  await changeListing(deps.db, key, { tentado_em: deps.clock().toISOString() });
  try {
    const { id_externo, imagem_enviada } = listing;
    const result = await publishTarget(deps, key, { ...target, id_externo, imagem_enviada });
    await settle(deps, key, { listing, result, sent: stockFor(target) });
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    if (isTriedAgain(error)) {
      await noteWaiting(deps, key, error);
      throw error;
    }
    await refuse(deps, key, { listing, motivo: error.message });
    if (error.kind === 'forbidden') await stopPublishing(deps, key, error.message);
  }
}

async function settle(
  deps: Deps,
  key: ListingKey,
  { listing, result, sent }: { listing: HeldListing; result: PublishResult; sent: number },
): Promise<void> {
  if (result.status === 'rejected') {
    const motivo = result.motivos.join(' ');
    return result.id_externo === undefined
      ? refuse(deps, key, { listing, motivo })
      : showBlocked(deps, key, { listing, motivo, id_externo: result.id_externo });
  }
  const { id_externo, avisos, imagem_enviada } = result;
  // Drizzle leaves a column alone that is undefined: what is remembered stays.
  const taken = { id_externo, avisos: avisos.map(({ mensagem }) => mensagem), imagem_enviada };
  if (result.status === 'live') {
    return settleLive(deps, key, { change: { ...taken, url: result.url }, sent });
  }
  await settleAccepted(deps, key, { listing, taken });
}

type Taken = { id_externo: string; avisos: string[]; imagem_enviada: string | undefined };

/** Accepted and not for sale yet. A listing that was for sale stays so while its new values are processed. */
async function settleAccepted(
  deps: Deps,
  key: ListingKey,
  { listing, taken }: { listing: HeldListing; taken: Taken },
): Promise<void> {
  const now = deps.clock();
  const agora = now.toISOString();
  const accepted = { tentado_em: null, processando_desde: agora, sincronizado_em: agora, motivo: null };
  await deps.db.transaction(async (tx) => {
    const status = ifStillWanted(listing.status === 'publicado' ? 'publicado' : 'processando');
    await changeListing(tx, key, { ...accepted, ...taken, status });
    const em = nextCheck(now, now);
    if (em !== null) await sendListingJob(deps.jobs, tx, { kind: 'listing-check', key, em });
  });
}

/**
 * Not taken. A listing that was for sale still is, with its old values: it must go on getting its stock. What was
 * begun by an earlier try and never answered may have made a listing, and stays marked so.
 */
async function refuse(
  deps: Deps,
  key: ListingKey,
  { listing, motivo }: { listing: HeldListing; motivo: string },
): Promise<void> {
  const { tentado_em } = listing;
  if (listing.status === 'publicado') {
    const told = unlessAskedAnew(listing, listings.motivo, `As alterações não foram aceitas: ${motivo}`);
    await changeListing(deps.db, key, { tentado_em, motivo: told });
  } else {
    const { processando_desde } = listing;
    await settleOff(deps, key, { begun: listing, tentado_em, processando_desde, status: 'erro', motivo });
  }
}

/** The listing exists there and may not be sold as it is: it is known from now on, and looked at by the plan. */
async function showBlocked(
  deps: Deps,
  key: ListingKey,
  { listing, motivo, id_externo }: { listing: HeldListing; motivo: string; id_externo: string },
): Promise<void> {
  const now = deps.clock();
  await settleOff(deps, key, {
    begun: listing,
    id_externo,
    tentado_em: null,
    processando_desde: now.toISOString(),
    nextLook: nextCheck(now, now),
    status: 'erro',
    motivo,
  });
}

/** What the marketplace would refuse anyway; null when nothing stands in the way. */
function whyUnpublishable(target: ListingTarget, { marketplace }: ListingKey): string | null {
  try {
    publishablePrice(target.product, marketplace);
  } catch (error) {
    if (error instanceof AppError) return `${error.message}.`;
    throw error;
  }
  return stockFor(target) < 1 ? NO_STOCK_LEFT : null;
}
