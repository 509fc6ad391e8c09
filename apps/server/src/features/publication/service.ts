import { products } from '@esteira/db/schema/products';
import { PUBLISHED_FIELD } from '@esteira/domain/channels';
import {
  MARKETPLACE_IN,
  MARKETPLACE_NAMES,
  MARKETPLACE_OF,
  MARKETPLACES,
  type Marketplace,
} from '@esteira/domain/marketplaces';
import type { MarketplaceAdapter } from '@esteira/marketplaces/port';
import type { Product } from '@esteira/validators/product';
import type { MessageResponse, PublicationInput, PublicationResponse } from '@esteira/validators/publication';
import { and, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { marketplaceCall } from '../connections/calls/adapter-context';
import { owned } from '../products/owned';
import { isNowherePublished } from '../products/queries';
import { getProduct } from '../products/service';
import { findSheet } from '../products/sheet';
import { lockProduct } from './listing/real-listing';
import { findListing, type ListingKey, saveListing, settleListing } from './listing/store';
import { publishablePrice, refOf, toListingProduct } from './listing/target';
import { queueClose, queuePause, queuePublication } from './queued-publication';

/**
 * Puts a product up for sale on a marketplace: at once on a simulated one, by a job on a real one. Repeating it is
 * harmless (decisions §6).
 */
export async function publishProduct(
  deps: Deps,
  usuarioId: string,
  { id, marketplace }: PublicationInput,
): Promise<PublicationResponse> {
  const product = await getProduct(deps.db, usuarioId, id);
  const adapter = deps.marketplaces[marketplace];
  const key = { usuarioId, produtoId: product.id, marketplace };
  if (adapter.modo === 'real') return queuePublication(deps, product, key);
  if (product[PUBLISHED_FIELD[marketplace]]) return published(adapter);
  const preco = publishablePrice(product, marketplace);
  const ctx = marketplaceCall(usuarioId);
  const pending = await findListing(deps.db, key);
  if (pending?.status === 'processando' && pending.id_externo !== null) {
    const state = await adapter.getListing(ctx, refOf(product, pending.id_externo));
    if (state.status === 'live') return goLive({ deps, adapter, key, product, idExterno: state.id_externo });
    if (state.status === 'processing') return processing(adapter);
  }
  const sheet = await findSheet(deps.db, usuarioId, product.id);
  const result = await adapter.publish(ctx, toListingProduct({ product, sheet }, preco));
  if (result.status === 'live') return goLive({ deps, adapter, key, product, idExterno: result.id_externo });
  if (result.status === 'rejected') throw rejected(marketplace, result.motivos);
  await saveListing(deps.db, key, { id_externo: result.id_externo, status: 'processando', motivo: null });
  return processing(adapter);
}

/** Takes a product off sale, reversibly. Harmless when it is not published. */
export async function unpublishProduct(
  deps: Deps,
  usuarioId: string,
  { id, marketplace }: PublicationInput,
): Promise<PublicationResponse> {
  const product = await getProduct(deps.db, usuarioId, id);
  const adapter = deps.marketplaces[marketplace];
  const key = { usuarioId, produtoId: product.id, marketplace };
  if (adapter.modo === 'real') return queuePause(deps, key);
  const listing = await simulatedListing(deps, key);
  if (listing !== null && listing.id_externo !== null && product[PUBLISHED_FIELD[marketplace]]) {
    await adapter.pause(marketplaceCall(usuarioId), refOf(product, listing.id_externo));
    await settleListing(deps.db, key, {
      publicado: false,
      id_externo: listing.id_externo,
      status: 'pausado',
      motivo: null,
    });
  }
  return { message: inMode(adapter, `Produto despublicado ${MARKETPLACE_OF[marketplace]}`) };
}

/** Deletes a product and ends its listings, so that none stays behind on a marketplace (decisions §6). */
export async function removeProduct(deps: Deps, usuarioId: string, id: string): Promise<void> {
  const product = await getProduct(deps.db, usuarioId, id);
  const keys = MARKETPLACES.map((marketplace) => ({ usuarioId, produtoId: id, marketplace }));
  const isReal = ({ marketplace }: ListingKey) => deps.marketplaces[marketplace].modo === 'real';
  for (const key of keys) if (!isReal(key)) await closeListing(deps, product, key);
  const deleted = await deps.db.transaction(async (tx) => {
    const real = keys.filter(isReal);
    if (real[0] !== undefined) await lockProduct(tx, real[0]);
    for (const key of real) await queueClose(deps, tx, key);
    return tx
      .update(products)
      .set({ excluido_em: sql`now()` })
      .where(and(owned(usuarioId, id), isNowherePublished))
      .returning({ id: products.id });
  });
  if (deleted.length > 0) return;
  await getProduct(deps.db, usuarioId, id);
  throw new AppError('conflict', 'O produto foi publicado enquanto era excluído. Tente novamente.');
}

async function closeListing(deps: Deps, product: Product, key: ListingKey): Promise<void> {
  const listing = await simulatedListing(deps, key);
  if (listing === null || listing.id_externo === null || listing.status === 'encerrado') return;
  const ref = refOf(product, listing.id_externo);
  await deps.marketplaces[key.marketplace].close(marketplaceCall(key.usuarioId), ref);
  const ended = {
    publicado: false,
    id_externo: listing.id_externo,
    status: 'encerrado',
    motivo: null,
  } as const;
  await settleListing(deps.db, key, ended);
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
  if (await settleListing(deps.db, key, live)) return published(adapter);
  // Deleted or stripped of its price meanwhile: nothing may stay for sale that we do not know of.
  await adapter.close(marketplaceCall(key.usuarioId), refOf(product, idExterno));
  await getProduct(deps.db, key.usuarioId, key.produtoId);
  throw new AppError('conflict', 'O produto mudou enquanto era publicado. Tente novamente.');
}

function published(adapter: MarketplaceAdapter): MessageResponse {
  return { message: inMode(adapter, `Produto publicado ${MARKETPLACE_IN[adapter.kind]}!`) };
}

function processing(adapter: MarketplaceAdapter): MessageResponse {
  const where = MARKETPLACE_IN[adapter.kind];
  return { message: inMode(adapter, `Publicação em análise ${where}. Publique de novo para conferir`) };
}

/** Simulated answers say so (decisions §6). */
export function inMode(adapter: MarketplaceAdapter, message: string): string {
  return adapter.modo === 'simulado' ? `${message} (modo simulado)` : message;
}

function rejected(marketplace: Marketplace, motivos: string[]): AppError {
  return new AppError(
    'conflict',
    `${MARKETPLACE_NAMES[marketplace]} recusou o produto: ${motivos.join(' ')}`,
  );
}
