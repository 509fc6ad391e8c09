import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/connections';
import { listings } from '@esteira/db/schema/listings';
import { MARKETPLACE_IN, MARKETPLACE_NAMES, MARKETPLACE_OF } from '@esteira/domain/marketplaces';
import type { Product } from '@esteira/validators/product';
import type { MessageResponse, PublicationResponse } from '@esteira/validators/publication';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { productNotFound } from '../products/owned';
import { findSheet } from '../products/sheet';
import { NO_STOCK_LEFT } from './jobs/publish-job';
import { asked, changeListing, forgetListing, lockProduct, sendListingJob } from './listing/real-listing';
import { flagProduct, type ListingKey, listingOf } from './listing/store';
import { publishablePrice, stockFor } from './listing/target';

/**
 * Puts the publication of a product on a real marketplace in line: the listing and its job are written together, so
 * that neither exists without the other. Repeating it is harmless.
 */
export async function queuePublication(
  deps: Deps,
  product: Product,
  key: ListingKey,
): Promise<PublicationResponse> {
  publishablePrice(product, key.marketplace);
  const sheet = await findSheet(deps.db, key.usuarioId, key.produtoId);
  if (stockFor({ product, sheet }) < 1) throw new AppError('conflict', NO_STOCK_LEFT);
  await requireConnection(deps.db, key);
  return deps.db.transaction(async (tx) => {
    const locked = await lockProduct(tx, key);
    if (locked === null || locked.excluido_em !== null) throw productNotFound();
    const listing = await lockListing(tx, key);
    if (listing?.desejado === 'publicado') {
      if (listing.status === 'publicado')
        return { message: `Produto publicado ${MARKETPLACE_IN[key.marketplace]}!` };
      if (listing.status === 'processando')
        return { message: `Publicação em análise ${MARKETPLACE_IN[key.marketplace]}`, na_fila: true };
    }
    await enqueue(tx, key);
    await sendListingJob(deps.jobs, tx, { kind: 'listing-publish', key });
    return { message: `Produto na fila de publicação ${MARKETPLACE_IN[key.marketplace]}.`, na_fila: true };
  });
}

/** The queued listing. One of the simulation has nothing in common with a real one but its place. */
async function enqueue(tx: Database, { usuarioId, produtoId, marketplace }: ListingKey): Promise<void> {
  const first = { modo: 'real', status: 'na_fila', desejado: 'publicado' } as const;
  await tx
    .insert(listings)
    .values({ usuario_id: usuarioId, produto_id: produtoId, marketplace, ...first })
    .onConflictDoUpdate({
      target: [listings.usuario_id, listings.produto_id, listings.marketplace],
      set: { modo: 'real', ...asked('publicado') },
    });
}

/** Puts taking the product off sale there in line; there is nothing to do where it is not for sale. */
export async function queuePause(deps: Deps, key: ListingKey): Promise<PublicationResponse> {
  const done: MessageResponse = { message: `Produto despublicado ${MARKETPLACE_OF[key.marketplace]}` };
  return deps.db.transaction(async (tx) => {
    await lockProduct(tx, key);
    const listing = await lockListing(tx, key);
    await flagProduct(tx, key, false);
    if (listing === null || listing.desejado === 'encerrado') return done;
    if (listing.status === 'pausado' || listing.status === 'encerrado') return done;
    if (isUntouched(listing)) {
      await forgetListing(tx, key);
      return done;
    }
    await changeListing(tx, key, asked('pausado'));
    await sendListingJob(deps.jobs, tx, { kind: 'listing-pause', key });
    return { message: `Produto na fila para sair ${MARKETPLACE_OF[key.marketplace]}.`, na_fila: true };
  });
}

/** Puts ending the listing of a product that is being deleted in line, within `tx`. */
export async function queueClose(deps: Deps, tx: Database, key: ListingKey): Promise<void> {
  const listing = await lockListing(tx, key);
  await flagProduct(tx, key, false);
  if (listing === null || listing.status === 'encerrado') return;
  if (isUntouched(listing)) return forgetListing(tx, key);
  await changeListing(tx, key, asked('encerrado'));
  await sendListingJob(deps.jobs, tx, { kind: 'listing-close', key });
}

/** Nothing was ever asked of the marketplace, so nothing can be there. */
function isUntouched(listing: { id_externo: string | null; tentado_em: string | null }): boolean {
  return listing.id_externo === null && listing.tentado_em === null;
}

async function lockListing(tx: Database, key: ListingKey) {
  const [listing] = await tx
    .select({
      status: listings.status,
      desejado: listings.desejado,
      id_externo: listings.id_externo,
      tentado_em: listings.tentado_em,
    })
    .from(listings)
    .where(and(listingOf(key), eq(listings.modo, 'real')))
    .for('update');
  return listing ?? null;
}

/** A seller without an account there is told so at once, instead of by a job that waits for one. */
async function requireConnection(db: Database, { usuarioId, marketplace }: ListingKey): Promise<void> {
  const [connection] = await db
    .select({ status: connections.status })
    .from(connections)
    .where(and(eq(connections.usuario_id, usuarioId), eq(connections.marketplace, marketplace)));
  if (connection?.status === 'conectado') return;
  const verb = connection === undefined ? 'Conecte' : 'Reconecte';
  const name = MARKETPLACE_NAMES[marketplace];
  throw new AppError('conflict', `${verb} sua conta ${name} na página Integrações antes de publicar`);
}
