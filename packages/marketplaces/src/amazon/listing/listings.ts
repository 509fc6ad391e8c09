import { type ListingWarning, managedStockWarning } from '@esteira/domain/products/listing-warnings';
import { AdapterError } from '../../adapter-error';
import { requirePrice, requireStock } from '../../checks';
import { centsAt, listAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext, ListingRef, ListingState, PriceResult } from '../../port';
import type { AmazonClient } from '../client';
import { requiredText, toIssues } from '../errors';
import {
  findSentPrice,
  isFulfilledByAmazon,
  type Patch,
  toPatchBody,
  toPricePatch,
  toStockPatch,
} from './patch';

type Ref = Pick<ListingRef, 'id_externo'>;

/** Reads the listing; `not_found` when the account has no such SKU. */
export async function readListing(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo }: Ref,
): Promise<ListingState> {
  const { marketplaceId } = client;
  return toListingState(await readRaw(client, ctx, id_externo), { sku: id_externo, marketplaceId });
}

/** The same as Amazon tells it; null when the account has no such SKU. */
export async function findListing(
  client: AmazonClient,
  ctx: AdapterContext,
  sku: string,
): Promise<unknown | null> {
  try {
    return await readRaw(client, ctx, sku);
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'not_found') return null;
    throw error;
  }
}

async function readRaw(client: AmazonClient, ctx: AdapterContext, sku: string): Promise<unknown> {
  const response = await client.call(ctx, {
    operation: 'getListingsItem',
    path: { sku },
    query: {
      marketplaceIds: client.marketplaceId,
      issueLocale: 'pt_BR',
      includedData: 'summaries,attributes,issues,offers,fulfillmentAvailability',
    },
  });
  return response.json();
}

/** Takes the listing off sale: on Amazon pausing is stock zero. */
export async function pauseListing(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo }: Ref,
): Promise<void> {
  const kept = await updateStock(client, ctx, { id_externo, estoque: 0 });
  if (kept) throw new AdapterError('validation', `${kept.mensagem} Pause-o no Seller Central.`);
}

/**
 * Sets the stock of the SKU; zero takes it off sale. What is in Amazon's warehouses is Amazon's: a quantity of our own
 * would move the SKU out of them. A PATCH on a SKU that is gone could begin a new, broken listing. So it is read first.
 */
export async function updateStock(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo, estoque }: Ref & { estoque: number },
): Promise<ListingWarning | null> {
  requireStock(estoque);
  if (isFulfilledByAmazon(await readRaw(client, ctx, id_externo))) return managedStockWarning('amazon');
  await patchListing(client, ctx, { id_externo, patches: [toStockPatch(estoque)] });
  return null;
}

/** Sets the price; Amazon's own pricing rules answer no differently, so it always counts as taken. */
export async function updatePrice(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo, preco_centavos }: Ref & { preco_centavos: number },
): Promise<PriceResult> {
  requirePrice(preco_centavos);
  const { marketplaceId } = client;
  const listing = await readRaw(client, ctx, id_externo);
  const patches = [toPricePatch(listing, { preco_centavos, marketplaceId })];
  await patchListing(client, ctx, { id_externo, patches });
  return 'done';
}

/** Removes the SKU; that it is gone already is the same to the caller. */
export async function closeListing(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo }: Ref,
): Promise<void> {
  try {
    const response = await client.call(ctx, {
      operation: 'deleteListingsItem',
      path: { sku: id_externo },
      query: { marketplaceIds: client.marketplaceId, issueLocale: 'pt_BR' },
    });
    requireValid(response.json(), client.marketplaceId);
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'not_found') throw error;
  }
}

async function patchListing(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo, patches }: Ref & { patches: readonly Patch[] },
): Promise<void> {
  const { marketplaceId } = client;
  const response = await client.call(ctx, {
    operation: 'patchListingsItem',
    path: { sku: id_externo },
    query: { marketplaceIds: marketplaceId, issueLocale: 'pt_BR', includedData: 'issues' },
    body: toPatchBody(patches),
  });
  requireValid(response.json(), marketplaceId);
}

/** @throws AdapterError `validation` when Amazon refused the change. */
function requireValid(body: unknown, marketplaceId: string): void {
  if (requiredText(body, 'status', 'the change of a listing') !== 'INVALID') return;
  const { erros } = toIssues(body, marketplaceId);
  throw new AdapterError('validation', erros.join(' ') || 'A Amazon recusou a alteração do anúncio.');
}

/** Where a product page is found; only Brazil's is known. */
const PRODUCT_PAGES: Readonly<Record<string, string>> = { A2Q3Y263D00KWC: 'https://www.amazon.com.br/dp/' };

/**
 * Reads a listing as getListingsItem tells it. On Amazon pausing is stock zero, so a listing without stock is
 * `out_of_stock`: it comes back with the next unit. An ERROR of an old submission does not matter while it sells.
 */
export function toListingState(body: unknown, { sku, marketplaceId }: ListingKey): ListingState {
  requiredText(body, 'sku', 'getListingsItem');
  const mine = (item: unknown) => textAt(item, 'marketplaceId') === marketplaceId;
  const summary = listAt(body, 'summaries').find(mine);
  const { erros } = toIssues(body, marketplaceId);
  const estoque = findStock(body);
  const buyable = listAt(summary, 'status').includes('BUYABLE');
  const asin = textAt(summary, 'asin');
  const page = PRODUCT_PAGES[marketplaceId];
  const base = {
    id_externo: sku,
    preco_centavos: findPrice(body, marketplaceId),
    estoque,
    url: asin && page ? page + asin : null,
  };
  if (estoque === 0)
    return { ...base, status: 'out_of_stock', motivos: ['O anúncio está sem estoque na Amazon.'] };
  if (buyable) return { ...base, status: 'live', motivos: [] };
  if (erros.length > 0) return { ...base, status: 'rejected', motivos: erros };
  return { ...base, status: 'processing', motivos: ['A Amazon ainda está processando o anúncio.'] };
}

type ListingKey = { sku: string; marketplaceId: string };

/** The seller's own stock; of what is in Amazon's warehouses there is none. */
function findStock(body: unknown): number | null {
  if (isFulfilledByAmazon(body)) return null;
  const own = listAt(body, 'fulfillmentAvailability').find(
    (entry) => textAt(entry, 'fulfillmentChannelCode') === 'DEFAULT',
  );
  return numberAt(own, 'quantity');
}

/** What buyers see; before the offer is live, the price that was sent. */
function findPrice(body: unknown, marketplaceId: string): number | null {
  const offer = listAt(body, 'offers').find(
    (entry) => textAt(entry, 'marketplaceId') === marketplaceId && textAt(entry, 'offerType') === 'B2C',
  );
  return centsAt(offer, 'price', 'amount') ?? findSentPrice(body, marketplaceId);
}
