import { AdapterError } from '../../adapter-error';
import { requirePrice, requireStock } from '../../checks';
import { at, centsAt, listAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext, ListingRef, ListingState, PriceResult } from '../../port';
import type { AmazonClient } from '../client';
import { requiredText, toIssues } from '../errors';
import { toPricePatch, toStockPatch } from './draft';

type Ref = Pick<ListingRef, 'id_externo'>;

/** Reads the listing; `not_found` when the account has no such SKU. */
export async function readListing(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo }: Ref,
): Promise<ListingState> {
  const { marketplaceId } = client;
  const response = await client.call(ctx, {
    operation: 'getListingsItem',
    path: { sku: id_externo },
    query: {
      marketplaceIds: marketplaceId,
      issueLocale: 'pt_BR',
      includedData: 'summaries,attributes,issues,offers,fulfillmentAvailability',
    },
  });
  return toListingState(response.json(), { sku: id_externo, marketplaceId });
}

/** Takes the listing off sale: on Amazon pausing is stock zero. */
export async function pauseListing(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo }: Ref,
): Promise<void> {
  // A PATCH on a SKU that is gone could begin a new, broken listing: so the listing is read first.
  await readListing(client, ctx, { id_externo });
  await updateStock(client, ctx, { id_externo, estoque: 0 });
}

/** Sets the stock of the SKU; zero takes it off sale. */
export async function updateStock(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo, estoque }: Ref & { estoque: number },
): Promise<void> {
  requireStock(estoque);
  await patchListing(client, ctx, { id_externo, body: toStockPatch(estoque) });
}

/** Sets the price; Amazon's own pricing rules answer no differently, so it always counts as taken. */
export async function updatePrice(
  client: AmazonClient,
  ctx: AdapterContext,
  { id_externo, preco_centavos }: Ref & { preco_centavos: number },
): Promise<PriceResult> {
  requirePrice(preco_centavos);
  await patchListing(client, ctx, { id_externo, body: toPricePatch(preco_centavos, client.marketplaceId) });
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
  { id_externo, body }: Ref & { body: unknown },
): Promise<void> {
  const { marketplaceId } = client;
  const response = await client.call(ctx, {
    operation: 'patchListingsItem',
    path: { sku: id_externo },
    query: { marketplaceIds: marketplaceId, issueLocale: 'pt_BR', includedData: 'issues' },
    body,
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

/** The seller's own stock; Amazon's warehouses have other channel codes. */
function findStock(body: unknown): number | null {
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
  const sent = listAt(body, 'attributes', 'purchasable_offer').find((entry) => {
    const audience = textAt(entry, 'audience');
    return textAt(entry, 'marketplace_id') === marketplaceId && (audience === null || audience === 'ALL');
  });
  return (
    centsAt(offer, 'price', 'amount') ?? centsAt(at(sent, 'our_price', 0, 'schedule', 0), 'value_with_tax')
  );
}
