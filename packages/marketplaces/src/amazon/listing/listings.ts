import { AdapterError } from '../../adapter-error';
import type { AdapterContext, ListingRef, ListingState, PriceResult } from '../../port';
import { requiredText } from '../answer';
import { pricePatch, stockPatch } from './draft';
import type { AmazonDeps } from './publish';
import { issueSentences } from './reasons';
import { toListingState } from './state';

type Ref = Pick<ListingRef, 'id_externo'>;

/** Reads the listing; `not_found` when the account has no such SKU. */
export async function getListing(
  deps: AmazonDeps,
  ctx: AdapterContext,
  { id_externo }: Ref,
): Promise<ListingState> {
  const { client, marketplaceId } = deps;
  const answer = await client.call(ctx, {
    operation: 'getListingsItem',
    path: { sku: id_externo },
    query: {
      marketplaceIds: marketplaceId,
      issueLocale: 'pt_BR',
      includedData: 'summaries,attributes,issues,offers,fulfillmentAvailability',
    },
  });
  return toListingState(answer.json(), { sku: id_externo, marketplaceId });
}

/** Sets the stock of the SKU; zero takes it off sale. */
export async function pushStock(
  deps: AmazonDeps,
  ctx: AdapterContext,
  { id_externo, estoque }: Ref & { estoque: number },
): Promise<void> {
  await patchListing(deps, ctx, { id_externo, body: stockPatch(estoque) });
}

/** Sets the price; Amazon's own pricing rules answer no differently, so it always counts as taken. */
export async function pushPrice(
  deps: AmazonDeps,
  ctx: AdapterContext,
  { id_externo, preco_centavos }: Ref & { preco_centavos: number },
): Promise<PriceResult> {
  await patchListing(deps, ctx, { id_externo, body: pricePatch(preco_centavos, deps.marketplaceId) });
  return 'done';
}

/** Removes the SKU; that it is gone already is the same to the caller. */
export async function deleteListing(
  deps: AmazonDeps,
  ctx: AdapterContext,
  { id_externo }: Ref,
): Promise<void> {
  try {
    const answer = await deps.client.call(ctx, {
      operation: 'deleteListingsItem',
      path: { sku: id_externo },
      query: { marketplaceIds: deps.marketplaceId, issueLocale: 'pt_BR' },
    });
    throwIfInvalid(answer.json(), deps.marketplaceId);
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'not_found') throw error;
  }
}

async function patchListing(
  { client, marketplaceId }: AmazonDeps,
  ctx: AdapterContext,
  { id_externo, body }: Ref & { body: unknown },
): Promise<void> {
  const answer = await client.call(ctx, {
    operation: 'patchListingsItem',
    path: { sku: id_externo },
    query: { marketplaceIds: marketplaceId, issueLocale: 'pt_BR', includedData: 'issues' },
    body,
  });
  throwIfInvalid(answer.json(), marketplaceId);
}

function throwIfInvalid(body: unknown, marketplaceId: string): void {
  if (requiredText(body, 'status', 'the change of a listing') !== 'INVALID') return;
  const { erros } = issueSentences(body, marketplaceId);
  throw new AdapterError('validation', erros.join(' ') || 'A Amazon recusou a alteração do anúncio.');
}
