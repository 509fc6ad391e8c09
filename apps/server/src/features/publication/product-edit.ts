import type { Database } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/listings';
import { PRICE_FIELD } from '@esteira/domain/channels';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { ListingSheet } from '@esteira/validators/listing-sheet';
import type { Product } from '@esteira/validators/product';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { realMarketplaces } from '../connections/calls/real-marketplaces';
import { ANEW, changeListing, sendListingJob } from './listing/real-listing';
import { oweStock } from './listing/stock-outbox';

interface ProductEdit {
  usuarioId: string;
  before: Product;
  after: Product;
  /** Null when the edit leaves the sheet alone. */
  sheet: { before: ListingSheet; after: ListingSheet } | null;
}

/** Which listings get new values: one that failed waits for the seller, one taken off sale for its return. */
const KEPT_CURRENT = ['na_fila', 'processando', 'publicado'];

/**
 * Brings the listings on real marketplaces up to date with an edited product, by jobs that exist if and only if the
 * edit is committed. Simulated ones have nothing to be told.
 */
export async function followEdit(deps: Deps, tx: Database, edit: ProductEdit): Promise<void> {
  const real = realMarketplaces(deps);
  if (real.length === 0) return;
  const { usuarioId, before, after, sheet } = edit;
  for (const listing of await realListings(tx, { usuarioId, produtoId: after.id, real })) {
    if (before.sku !== after.sku && (listing.id_externo !== null || listing.tentado_em !== null))
      throw new AppError('conflict', 'O SKU identifica o anúncio no marketplace e não pode mais mudar');
    await rememberPicture(tx, edit, listing);
    if (listing.desejado !== 'publicado' || !KEPT_CURRENT.includes(listing.status)) continue;
    const key = { usuarioId, produtoId: after.id, marketplace: listing.marketplace };
    const isRepriced = before[PRICE_FIELD[listing.marketplace]] !== after[PRICE_FIELD[listing.marketplace]];
    const isWaiting = listing.status === 'na_fila';
    if (isRewritten(edit) || (isRepriced && isWaiting)) {
      await changeListing(tx, key, ANEW);
      await sendListingJob(deps.jobs, tx, { kind: 'listing-publish', key });
    }
    if (isRepriced && !isWaiting) await sendListingJob(deps.jobs, tx, { kind: 'listing-price', key });
  }
  if (sheet !== null && sheet.before.margem_seguranca !== sheet.after.margem_seguranca)
    await oweStock(tx, { usuarioId, produtoId: after.id });
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
function isRewritten({ before, after, sheet }: ProductEdit): boolean {
  const own = (['nome', 'descricao', 'imagem_url'] as const).some((field) => before[field] !== after[field]);
  if (own || sheet === null) return own;
  const { before: old, after: now } = sheet;
  return (Object.keys(now) as (keyof ListingSheet)[]).some(
    (field) => field !== 'margem_seguranca' && old[field] !== now[field],
  );
}
