import type { Database } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/products/listings';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import { withUnsent } from '@esteira/domain/products/listing-warnings';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import type { Product } from '@esteira/validators/products/product';
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
  forgetPauses,
  isUntouched,
  listAccountsOf,
  lockListing,
  lockProduct,
  sendListingJob,
} from './listing/listing';
import { enqueueStockPush } from './listing/stock-outbox';
import type { ListingKey } from './listing/target';
import { closeSimulated } from './simulated/publication';

/** The seller's listings, as products are told of them: they follow each edit and end with their product. */
export const listingSync: ListingSync = { followEdits, endSimulated, endReal };

/** Ends the listings of a product that is about to be deleted where the marketplace answers at once. */
async function endSimulated(deps: Deps, usuarioId: string, product: Product): Promise<void> {
  const real = realMarketplaces(deps);
  for (const marketplace of MARKETPLACES) {
    if (real.includes(marketplace)) continue;
    const of = { usuarioId, produtoId: product.id, marketplace };
    for (const contaId of await listAccountsOf(deps.db, of))
      await closeSimulated(deps, product, { ...of, contaId });
  }
}

/** Puts ending the others in line, within the transaction that deletes the product; none comes back any more. */
async function endReal(
  deps: Deps,
  tx: Database,
  product: Pick<ListingKey, 'usuarioId' | 'produtoId'>,
): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length > 0) await lockProduct(tx, product);
  for (const marketplace of MARKETPLACES) await forgetPauses(tx, { ...product, marketplace });
  for (const marketplace of real)
    for (const contaId of await listAccountsOf(tx, { ...product, marketplace }))
      await queueClose(deps, tx, { ...product, marketplace, contaId });
}

async function queueClose(deps: Deps, tx: Database, key: ListingKey): Promise<void> {
  const listing = await lockListing(tx, key);
  await flagProduct(tx, key, false);
  if (listing === null || listing.status === 'encerrado') return;
  if (isUntouched(listing)) return forgetListing(tx, key);
  await changeListing(tx, key, desire('encerrado'));
  await sendListingJob(deps.jobs, tx, { kind: 'listing-close', key });
}

/** Which listings get new values at once; one that failed or was paused over there, when it is on sale again. */
const KEPT_CURRENT = ['na_fila', 'processando', 'publicado'];

/**
 * Brings the listings on real marketplaces up to date with edited products of one seller, by jobs that exist if and
 * only if the edits are committed. Simulated ones have nothing to be told.
 */
async function followEdits(deps: Deps, tx: Database, edits: readonly ProductEdit[]): Promise<void> {
  const real = realMarketplaces(deps);
  const [first] = edits;
  if (real.length === 0 || first === undefined) return;
  const byId = new Map(edits.map((edit) => [edit.after.id, edit]));
  for (const listing of await realListings(tx, { usuarioId: first.usuarioId, ids: [...byId.keys()], real })) {
    const edit = byId.get(listing.produto_id);
    if (edit !== undefined) await followEdit(deps, tx, { ...edit, listing });
  }
  for (const { usuarioId, after, attributes } of edits) {
    if (attributes !== null && attributes.before.margem_seguranca !== attributes.after.margem_seguranca)
      await enqueueStockPush(tx, { usuarioId, produtoId: after.id });
  }
}

async function followEdit(
  deps: Deps,
  tx: Database,
  { listing, ...edit }: ProductEdit & { listing: RealListing },
): Promise<void> {
  const { usuarioId, before, after } = edit;
  if (before.sku !== after.sku && (listing.id_externo !== null || listing.tentado_em !== null))
    throw new AppError('conflict', 'O SKU identifica o anúncio no marketplace e não pode mais mudar');
  await rememberPicture(tx, edit, listing);
  if (listing.desejado !== 'publicado') return;
  const key = { usuarioId, produtoId: after.id, marketplace: listing.marketplace, contaId: listing.conta_id };
  const isRepriced = before[PRICE_FIELD[listing.marketplace]] !== after[PRICE_FIELD[listing.marketplace]];
  if (!KEPT_CURRENT.includes(listing.status)) {
    if (isRewritten(edit) || isRepriced) await sendOnReturn(tx, key, listing);
    return;
  }
  const isWaiting = listing.status === 'na_fila';
  if (isRewritten(edit) || (isRepriced && isWaiting)) {
    await changeListing(tx, key, bumpGeneration);
    await sendListingJob(deps.jobs, tx, { kind: 'listing-publish', key });
  }
  if (isRepriced && !isWaiting) await sendListingJob(deps.jobs, tx, { kind: 'listing-price', key });
}

/** What exists there may come back on sale by itself: its new values are sent then (check-job.ts). */
async function sendOnReturn(tx: Database, key: ListingKey, listing: RealListing): Promise<void> {
  if (listing.id_externo === null || listing.status === 'encerrado') return;
  await changeListing(tx, key, { avisos: withUnsent(listing.avisos) });
}

/**
 * A listing with an unknown picture (one that was made elsewhere, or whose publication was never answered)
 * is taken to show the product's: from now on it differs, and the next publication brings the new one.
 */
async function rememberPicture(
  tx: Database,
  { usuarioId, before, after }: ProductEdit,
  listing: Pick<RealListing, 'marketplace' | 'conta_id' | 'id_externo' | 'tentado_em'>,
): Promise<void> {
  const mayExist = listing.id_externo !== null || listing.tentado_em !== null;
  if (before.imagem_url === after.imagem_url || !mayExist) return;
  const key = { usuarioId, produtoId: after.id, marketplace: listing.marketplace, contaId: listing.conta_id };
  const known = sql`coalesce(${listings.imagem_enviada}, ${before.imagem_url ?? ''})`;
  await changeListing(tx, key, { imagem_enviada: known });
}

type RealListing = Awaited<ReturnType<typeof realListings>>[number];

interface ListingsOf {
  usuarioId: string;
  /** Products. */
  ids: string[];
  real: Marketplace[];
}

/** In the order of their keys, in which their jobs are sent. */
function realListings(tx: Database, { usuarioId, ids, real }: ListingsOf) {
  return tx
    .select({
      produto_id: listings.produto_id,
      marketplace: listings.marketplace,
      conta_id: listings.conta_id,
      status: listings.status,
      desejado: listings.desejado,
      id_externo: listings.id_externo,
      tentado_em: listings.tentado_em,
      avisos: listings.avisos,
    })
    .from(listings)
    .where(
      and(
        eq(listings.usuario_id, usuarioId),
        inArray(listings.produto_id, ids),
        inArray(listings.marketplace, real),
        eq(listings.modo, 'real'),
      ),
    )
    .orderBy(listings.produto_id, listings.marketplace, listings.conta_id);
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
