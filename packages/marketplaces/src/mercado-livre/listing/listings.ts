import type { ListingWarning } from '@esteira/domain/products/listing-warnings';
import { AdapterError } from '../../adapter-error';
import { requirePrice, requireStock } from '../../checks';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext, ListingRef, ListingState, PriceResult } from '../../port';
import type { MercadoLivreClient } from '../client';
import { isChangeable, toListingState, toListingStatus } from './item-state';
import { changeError, changeItem, closedError, mustChangeItem, readItem, setItemPrice } from './items';
import { changeStock } from './stock';

type Ref = Pick<ListingRef, 'id_externo'>;

/** Reads a listing; `not_found` when the account has none with this id. */
export async function readListing(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id_externo, sku }: Ref & Pick<ListingRef, 'sku'>,
): Promise<ListingState> {
  const item = await readItem(client, ctx, id_externo);
  const state = toListingState(item, sku);
  if (state.status !== 'processing' || textAt(item, 'status') !== 'paused') return state;
  const motivo = await readPictureError(client, ctx, item);
  return motivo ? { ...state, status: 'rejected', motivos: [motivo] } : state;
}

/** Takes the listing off sale, as the seller's own pause. */
export async function pauseListing(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id_externo }: Ref,
): Promise<void> {
  const status = await readOpenStatus(client, ctx, id_externo);
  if (status === 'paused') return;
  const change = await changeItem(client, ctx, { id: id_externo, fields: { status: 'paused' } });
  // Without stock it is off sale as it is, and may not be paused once more.
  if ('refusal' in change && status !== 'out_of_stock') throw changeError(change.refusal);
}

/** Ends the listing; that it is closed or gone already is the same to the caller. */
export async function closeListing(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id_externo }: Ref,
): Promise<void> {
  try {
    await readOpenStatus(client, ctx, id_externo);
    await mustChangeItem(client, ctx, { id: id_externo, fields: { status: 'closed' } });
  } catch (error) {
    const isGone = error instanceof AdapterError && error.kind === 'not_found';
    if (isGone || (await isClosed(client, ctx, { id_externo, error }))) return;
    throw error;
  }
}

/**
 * Sets the stock, absolute; zero takes the item off sale until stock returns. Answers why it is not Esteira's to tell,
 * or null.
 */
export async function updateStock(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id_externo, sku, estoque }: Pick<ListingRef, 'id_externo' | 'sku'> & { estoque: number },
): Promise<ListingWarning | null> {
  requireStock(estoque);
  const item = await readItem(client, ctx, id_externo);
  if (toListingStatus(item).status === 'closed') throw closedError();
  const change = await changeStock(client, ctx, { item, sku, estoque });
  if ('refusal' in change) throw changeError(change.refusal);
  return 'kept' in change ? change.kept : null;
}

/** Sets the price of one unit, in cents. */
export async function updatePrice(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id_externo, preco_centavos }: Ref & { preco_centavos: number },
): Promise<PriceResult> {
  requirePrice(preco_centavos);
  const item = await readItem(client, ctx, id_externo);
  if (listAt(item, 'variations').length > 0) return 'one_for_all_variations';
  if (toListingStatus(item).status === 'closed') throw closedError();
  if (!isChangeable(item)) return 'unsent';
  const change = { id: id_externo, preco_centavos };
  return orConflict(client, ctx, { id_externo, run: () => setItemPrice(client, ctx, change) });
}

/** One call in the ordinary case; after a refusal it is looked whether the listing is closed. */
async function orConflict<T>(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id_externo, run }: Ref & { run: () => Promise<T> },
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'validation') {
      await readOpenStatus(client, ctx, id_externo);
    }
    throw error;
  }
}

/** Where the listing stands. @throws AdapterError `conflict` once it is closed. */
async function readOpenStatus(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  id: string,
): Promise<ListingState['status']> {
  const { status } = toListingState(await readItem(client, ctx, id));
  if (status === 'closed') throw closedError();
  return status;
}

async function isClosed(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id_externo, error }: Ref & { error: unknown },
): Promise<boolean> {
  if (!(error instanceof AdapterError) || error.kind !== 'conflict') return false;
  return toListingState(await readItem(client, ctx, id_externo)).status === 'closed';
}

/** A picture that could not be downloaded keeps the item paused for ever. */
async function readPictureError(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  item: unknown,
): Promise<string | null> {
  const id = textAt(listAt(item, 'pictures')[0], 'id');
  if (!id || !/^[\w-]+$/.test(id)) return null;
  const path = `/pictures/${id}/errors`;
  const response = await client.ask(ctx, { operation: 'ml.pictures.read', method: 'GET', path });
  if (response.status >= 300) return null;
  const errors = response.jsonOrNull();
  const hasFailed = Array.isArray(errors)
    ? errors.length > 0
    : textAt(errors, 'error') || textAt(errors, 'message');
  if (!hasFailed) return null;
  return 'O Mercado Livre não conseguiu baixar a imagem. Use um endereço público de uma imagem JPG ou PNG.';
}
