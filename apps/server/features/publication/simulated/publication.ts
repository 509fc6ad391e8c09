import type { Database } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/products/listings';
import {
  MARKETPLACE_IN,
  MARKETPLACE_NAMES,
  MARKETPLACE_OF,
  type Marketplace,
} from '@esteira/domain/marketplaces';
import { PUBLISHED_FIELD } from '@esteira/domain/products/channels';
import type { MarketplaceAdapter } from '@esteira/marketplaces/port';
import type { MessageResponse } from '@esteira/validators/marketplaces/publication';
import type { Product } from '@esteira/validators/products/product';
import { sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { adapterContext } from '../../connections/calls/adapter-context';
import { findListingAttributes, getProduct } from '../../products/service';
import { findListing, flagProduct, toListingRow } from '../listing/listing';
import { type ListingKey, publishablePrice, SKU_EXISTS, toListingProduct, toRef } from '../listing/target';

/** Puts the product on sale on a simulated marketplace, which answers at once. */
export async function publishSimulated(
  deps: Deps,
  product: Product,
  key: ListingKey,
): Promise<MessageResponse> {
  const { marketplace, usuarioId } = key;
  const adapter = deps.marketplaces[marketplace];
  const pending = await findListing(deps.db, key);
  if (pending?.status === 'publicado' && product[PUBLISHED_FIELD[marketplace]]) return published(adapter);
  const preco = publishablePrice(product, marketplace);
  const ctx = adapterContext(key);
  if (pending?.status === 'processando' && pending.id_externo !== null) {
    const state = await adapter.getListing(ctx, toRef(product, pending.id_externo));
    if (state.status === 'live') return goLive({ deps, adapter, key, product, idExterno: state.id_externo });
    if (state.status === 'processing') return processing(adapter);
  }
  const attributes = await findListingAttributes(deps.db, usuarioId, product.id);
  const result = await adapter.publish(ctx, toListingProduct({ product, attributes }, preco));
  if (result.status === 'live') return goLive({ deps, adapter, key, product, idExterno: result.id_externo });
  if (result.status === 'already_exists') throw new AppError('conflict', SKU_EXISTS);
  if (result.status === 'rejected') throw rejected(marketplace, result.motivos);
  await saveListing(deps.db, key, { id_externo: result.id_externo, status: 'processando', motivo: null });
  return processing(adapter);
}

/** Takes the product off sale on a simulated marketplace. Harmless when it is not published. */
export async function unpublishSimulated(
  deps: Deps,
  product: Product,
  key: ListingKey,
): Promise<MessageResponse> {
  const adapter = deps.marketplaces[key.marketplace];
  const listing = await simulatedListing(deps, key);
  if (listing !== null && listing.id_externo !== null && product[PUBLISHED_FIELD[key.marketplace]]) {
    await adapter.pause(adapterContext(key), toRef(product, listing.id_externo));
    await recordListing(deps.db, key, {
      publicado: false,
      id_externo: listing.id_externo,
      status: 'pausado',
      motivo: null,
    });
  }
  return { message: inMode(adapter, `Produto despublicado ${MARKETPLACE_OF[key.marketplace]}`) };
}

/** Ends the listing of a product that is about to be deleted. */
export async function closeSimulated(deps: Deps, product: Product, key: ListingKey): Promise<void> {
  const listing = await simulatedListing(deps, key);
  if (listing === null || listing.id_externo === null || listing.status === 'encerrado') return;
  const { id_externo } = listing;
  await deps.marketplaces[key.marketplace].close(adapterContext(key), toRef(product, id_externo));
  await recordListing(deps.db, key, { publicado: false, id_externo, status: 'encerrado', motivo: null });
}

/**
 * The listing that the simulation made. A real one of earlier days cannot be reached without credentials, and is for
 * sale there whatever the simulation does.
 */
async function simulatedListing(deps: Deps, key: ListingKey) {
  const listing = await findListing(deps.db, key);
  if (listing?.modo !== 'real' || listing.status === 'encerrado') return listing;
  throw new AppError(
    'conflict',
    `Este anúncio é da conta real: sem as credenciais dela, altere-o no site ${MARKETPLACE_OF[key.marketplace]}`,
  );
}

interface Publication {
  deps: Deps;
  adapter: MarketplaceAdapter;
  key: ListingKey;
  product: Product;
  idExterno: string;
}

async function goLive({ deps, adapter, key, product, idExterno }: Publication): Promise<MessageResponse> {
  const live = { publicado: true, id_externo: idExterno, status: 'publicado', motivo: null } as const;
  if (await recordListing(deps.db, key, live)) return published(adapter);
  // Deleted or stripped of its price meanwhile: nothing may stay for sale that we do not know of.
  await adapter.close(adapterContext(key), toRef(product, idExterno));
  await getProduct(deps.db, key.usuarioId, key.produtoId);
  throw new AppError('conflict', 'O produto mudou enquanto era publicado. Tente novamente.');
}

type ListingFields = Pick<typeof listings.$inferInsert, 'id_externo' | 'status' | 'motivo'>;

/**
 * Records what became of a listing together with the product's flag.
 * False when the product cannot be flagged: it was deleted, or lost the price that a listing needs.
 */
async function recordListing(
  db: Database,
  key: ListingKey,
  { publicado, ...fields }: ListingFields & { publicado: boolean },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await flagProduct(tx, key, publicado))) return false;
    await saveListing(tx, key, fields);
    return true;
  });
}

async function saveListing(db: Database, key: ListingKey, fields: ListingFields): Promise<void> {
  await db
    .insert(listings)
    .values({ ...toListingRow(key), ...fields })
    .onConflictDoUpdate({
      target: [listings.usuario_id, listings.produto_id, listings.marketplace, listings.conta_id],
      set: { ...fields, sincronizado_em: sql`now()` },
    });
}

function published(adapter: MarketplaceAdapter): MessageResponse {
  return { message: inMode(adapter, `Produto publicado ${MARKETPLACE_IN[adapter.kind]}!`) };
}

function processing(adapter: MarketplaceAdapter): MessageResponse {
  const where = MARKETPLACE_IN[adapter.kind];
  return { message: inMode(adapter, `Publicação em análise ${where}. Publique de novo para conferir`) };
}

/** Simulated answers say so. */
export function inMode(adapter: MarketplaceAdapter, message: string): string {
  return adapter.modo === 'simulado' ? `${message} (modo simulado)` : message;
}

function rejected(marketplace: Marketplace, motivos: string[]): AppError {
  return new AppError(
    'conflict',
    `${MARKETPLACE_NAMES[marketplace]} recusou o produto: ${motivos.join(' ')}`,
  );
}
