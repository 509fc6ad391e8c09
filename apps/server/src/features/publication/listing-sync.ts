import type { Database } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/listings';
import { PRICE_FIELD } from '@esteira/domain/channels';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import type { ListingAttributes } from '@esteira/validators/listing-attributes';
import type { Product } from '@esteira/validators/product';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { realMarketplaces } from '../connections/calls/real-marketplaces';
import type { ListingSync, ProductEdit } from '../products/service';
import {
  bumpGeneration,
  changeListing,
  desire,
  flagProduct,
  forgetListing,
  isUntouched,
  lockListing,
  lockProduct,
  sendListingJob,
} from './listing/listing';
import { enqueueStockPush } from './listing/stock-outbox';
import type { ListingKey } from './listing/target';
import { closeSimulated } from './simulated/publication';

/** The seller's listings, as products are told of them: they follow each edit and end with their product. */
export const listingSync: ListingSync = { followEdit, endSimulated, endReal };

/** Ends the listings of a product that is about to be deleted where the marketplace answers at once. */
async function endSimulated(deps: Deps, usuarioId: string, product: Product): Promise<void> {
  const real = realMarketplaces(deps);
  for (const marketplace of MARKETPLACES) {
    if (real.includes(marketplace)) continue;
    await closeSimulated(deps, product, { usuarioId, produtoId: product.id, marketplace });
  }
}

/** Puts ending the others in line, within the transaction that deletes the product. */
async function endReal(
  deps: Deps,
  tx: Database,
  product: Pick<ListingKey, 'usuarioId' | 'produtoId'>,
): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length > 0) await lockProduct(tx, product);
  for (const marketplace of real) await queueClose(deps, tx, { ...product, marketplace });
}

async function queueClose(deps: Deps, tx: Database, key: ListingKey): Promise<void> {
  const listing = await lockListing(tx, key);
  await flagProduct(tx, key, false);
  if (listing === null || listing.status === 'encerrado') return;
  if (isUntouched(listing)) return forgetListing(tx, key);
  await changeListing(tx, key, desire('encerrado'));
  await sendListingJob(deps.jobs, tx, { kind: 'listing-close', key });
}

/** Which listings get new values: one that failed waits for the seller, one taken off sale for its return. */
const KEPT_CURRENT = ['na_fila', 'processando', 'publicado'];

/**
 * Brings the listings on real marketplaces up to date with an edited product, by jobs that exist if and only if the
 * edit is committed. Simulated ones have nothing to be told.
 */
async function followEdit(deps: Deps, tx: Database, edit: ProductEdit): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length === 0) return;
  const { usuarioId, before, after, attributes } = edit;
  for (const listing of await realListings(tx, { usuarioId, produtoId: after.id, real })) {
    if (before.sku !== after.sku && (listing.id_externo !== null || listing.tentado_em !== null))
      throw new AppError('conflict', 'O SKU identifica o anúncio no marketplace e não pode mais mudar');
    await rememberPicture(tx, edit, listing);
    if (listing.desejado !== 'publicado' || !KEPT_CURRENT.includes(listing.status)) continue;
    const key = { usuarioId, produtoId: after.id, marketplace: listing.marketplace };
    const isRepriced = before[PRICE_FIELD[listing.marketplace]] !== after[PRICE_FIELD[listing.marketplace]];
    const isWaiting = listing.status === 'na_fila';
    if (isRewritten(edit) || (isRepriced && isWaiting)) {
      await changeListing(tx, key, bumpGeneration);
      await sendListingJob(deps.jobs, tx, { kind: 'listing-publish', key });
    }
    if (isRepriced && !isWaiting) await sendListingJob(deps.jobs, tx, { kind: 'listing-price', key });
  }
  if (attributes !== null && attributes.before.margem_seguranca !== attributes.after.margem_seguranca)
    await enqueueStockPush(tx, { usuarioId, produtoId: after.id });
}

/**
 * A listing of which nobody knows the picture (one that was made elsewhere, or whose publication was never answered)
 * is taken to show the product's: from now on it differs, and the next publication brings the new one.
 */
async function rememberPicture(
  tx: Database,
  { usuarioId, before, after }: ProductEdit,
  listing: { marketplace: Marketplace; id_externo: string | null; tentado_em: string | null },
): Promise<void> {
  const mayExist = listing.id_externo !== null || listing.tentado_em !== null;
  if (before.imagem_url === after.imagem_url || !mayExist) return;
  const key = { usuarioId, produtoId: after.id, marketplace: listing.marketplace };
  const known = sql`coalesce(${listings.imagem_enviada}, ${before.imagem_url ?? ''})`;
  await changeListing(tx, key, { imagem_enviada: known });
}

interface RealListings {
  usuarioId: string;
  produtoId: string;
  real: Marketplace[];
}

function realListings(tx: Database, { usuarioId, produtoId, real }: RealListings) {
  return tx
    .select({
      marketplace: listings.marketplace,
      status: listings.status,
      desejado: listings.desejado,
      id_externo: listings.id_externo,
      tentado_em: listings.tentado_em,
    })
    .from(listings)
    .where(
      and(
        eq(listings.usuario_id, usuarioId),
        eq(listings.produto_id, produtoId),
        inArray(listings.marketplace, real),
        eq(listings.modo, 'real'),
      ),
    );
}

/** Whether something changed that a listing is made of, price and stock aside: those have calls of their own. */
function isRewritten({ before, after, attributes }: ProductEdit): boolean {
  const own = (['nome', 'descricao', 'imagem_url'] as const).some((field) => before[field] !== after[field]);
  if (own || attributes === null) return own;
  const { before: old, after: now } = attributes;
  return (Object.keys(now) as (keyof ListingAttributes)[]).some(
    (field) => field !== 'margem_seguranca' && old[field] !== now[field],
  );
}
