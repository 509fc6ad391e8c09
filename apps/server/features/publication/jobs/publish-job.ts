import type { Database } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/products/listings';
import { type ListingWarning, withUnsent } from '@esteira/domain/products/listing-warnings';
import type { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { PublishResult } from '@esteira/marketplaces/port';
import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '../../../core/errors';
import {
  changeListing,
  lockProduct,
  markListingLive,
  markListingOffline,
  pushUnlessSent,
  sendListingJob,
  unlessSuperseded,
  whileDesired,
} from '../listing/listing';
import { type LeasedListing, type ListingOperation, listingJob } from '../listing/operation';
import {
  type ListingKey,
  type ListingTarget,
  loadTarget,
  NO_STOCK_LEFT,
  publishablePrice,
  publishTarget,
  SKU_EXISTS,
  stockFor,
} from '../listing/target';
import { nextCheck, nextDescriptionTry } from './check-plan';

const PUBLISHABLE: readonly LeasedListing['status'][] = ['na_fila', 'processando', 'publicado'];

/**
 * Puts a product up for sale on a real marketplace, or brings its listing up to date. The adapter's `publish` makes
 * no second listing for the same product, so a killed job is simply done again.
 */
export const publishListing = listingJob({
  run: async (operation) => {
    const { deps, key, listing } = operation;
    if (listing.desejado !== 'publicado' || !PUBLISHABLE.includes(listing.status)) return;
    const target = await loadTarget(deps.db, key);
    if (target.product.excluido_em !== null) return;
    const refused = whyUnpublishable(target, key);
    if (refused !== null) return refuse(operation, refused);
    // Written before the call: where the response is not stored, it is known that a listing may exist.
    const since = listing.tentado_em ?? deps.clock().toISOString();
    await operation.write((tx) => changeListing(tx, key, { tentado_em: since }));
    const { id_externo, tentado_em, imagem_enviada } = listing;
    const descricao_pendente = listing.descricao_pendente_desde !== null;
    const known = { id_externo, tentado_em, imagem_enviada, descricao_pendente };
    const result = await publishTarget(operation, { ...target, ...known });
    await recordResult(operation, result, stockFor(target));
  },
  onRefused: async (operation, error: AdapterError) => {
    await refuse(operation, error.message);
    if (error.kind === 'forbidden') await operation.write((tx) => stopPublishing(tx, operation.key, error));
  },
});

async function recordResult(operation: ListingOperation, result: PublishResult, sent: number): Promise<void> {
  if (result.status === 'already_exists') return refuse(operation, SKU_EXISTS);
  if (result.status === 'rejected') {
    const motivo = result.motivos.join(' ');
    if (operation.listing.descricao_pendente_desde !== null) await sendDescriptionLater(operation);
    return result.id_externo === undefined
      ? refuse(operation, motivo)
      : recordBlocked(operation, { motivo, id_externo: result.id_externo, sent });
  }
  const { id_externo, avisos, imagem_enviada } = result;
  const descricao_pendente_desde = await retryDescription(operation, avisos);
  // Drizzle leaves a column alone that is undefined: what is remembered stays.
  const taken = { id_externo, avisos, imagem_enviada, descricao_pendente_desde };
  if (result.status === 'processing') return recordAccepted(operation, taken, sent);
  await markListingLive(operation, { change: { ...taken, url: result.url }, sent });
}

interface Taken {
  id_externo: string;
  avisos: ListingWarning[];
  imagem_enviada: string | undefined;
  descricao_pendente_desde: string | null;
}

/** A description that is missing there is sent again by the plan. Answers since when it is missing; null: it is not. */
async function retryDescription(
  operation: ListingOperation,
  avisos: readonly ListingWarning[],
): Promise<string | null> {
  if (!avisos.some(({ codigo }) => codigo === 'descricao_pendente')) return null;
  return sendDescriptionLater(operation);
}

/** Answers since when it is missing. */
async function sendDescriptionLater({ deps, key, listing, write }: ListingOperation): Promise<string> {
  const now = deps.clock();
  const since = new Date(listing.descricao_pendente_desde ?? now);
  const runAt = nextDescriptionTry(since, now);
  if (runAt !== null)
    await write((tx) => sendListingJob(deps.jobs, tx, { kind: 'listing-publish', key, runAt }));
  return since.toISOString();
}

/** Accepted and not for sale yet. A listing that was for sale stays so while its new values are processed. */
async function recordAccepted(
  { deps, key, listing, write }: ListingOperation,
  taken: Taken,
  sent: number,
): Promise<void> {
  const now = deps.clock();
  const at = now.toISOString();
  const accepted = { tentado_em: null, processando_desde: at, sincronizado_em: at, motivo: null };
  await write(async (tx) => {
    await lockProduct(tx, key);
    const status = whileDesired(listing.status === 'publicado' ? 'publicado' : 'processando');
    await changeListing(tx, key, { ...accepted, ...taken, status });
    await pushUnlessSent(tx, key, sent);
    const runAt = nextCheck(now, now);
    if (runAt !== null) await sendListingJob(deps.jobs, tx, { kind: 'listing-check', key, runAt });
  });
}

/**
 * The listing exists there and may not be sold as it is: it is known from now on, and looked at by the plan. One that was
 * there before may have taken nothing of what is new.
 */
async function recordBlocked(
  operation: ListingOperation,
  blocked: { motivo: string; id_externo: string; sent: number },
): Promise<void> {
  const { deps, listing } = operation;
  const now = deps.clock();
  await markListingOffline(operation, {
    ...blocked,
    ...(listing.id_externo !== null && {
      avisos: withUnsent(listing.avisos),
    }),
    tentado_em: null,
    processando_desde: now.toISOString(),
    nextLook: nextCheck(now, now),
    status: 'erro',
  });
}

/**
 * Not taken. A listing that was for sale still is, with its old values: it must go on getting its stock. What was
 * begun by an earlier try and never answered may have made a listing, and stays marked so.
 */
async function refuse(operation: ListingOperation, motivo: string): Promise<void> {
  const { key, listing } = operation;
  const { tentado_em, processando_desde } = listing;
  if (listing.status !== 'publicado')
    return markListingOffline(operation, { tentado_em, processando_desde, status: 'erro', motivo });
  const kept = unlessSuperseded(listing, listings.motivo, `As alterações não foram aceitas: ${motivo}`);
  await operation.write((tx) => changeListing(tx, key, { tentado_em, motivo: kept }));
}

/**
 * The account as a whole may not publish: everything of this seller that waits for it stops with the reason, instead
 * of being refused one by one. Publishing again retries.
 */
async function stopPublishing(
  tx: Database,
  { usuarioId, marketplace, contaId }: ListingKey,
  { message: motivo }: AdapterError,
): Promise<void> {
  const ofAccount = and(
    eq(listings.usuario_id, usuarioId),
    eq(listings.marketplace, marketplace),
    eq(listings.conta_id, contaId),
  );
  const waiting = tx
    .select({ produto_id: listings.produto_id })
    .from(listings)
    .where(
      and(
        ofAccount,
        eq(listings.modo, 'real'),
        eq(listings.status, 'na_fila'),
        eq(listings.desejado, 'publicado'),
      ),
    )
    // Two of the seller's jobs may be refused at once: in one order they do not lock each other out.
    .orderBy(listings.produto_id)
    .for('update');
  await tx
    .update(listings)
    .set({ status: 'erro', motivo })
    .where(and(ofAccount, inArray(listings.produto_id, waiting)));
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
