import { toCents } from '@esteira/domain/money';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import {
  managedPriceWarning,
  ONE_PRICE_WARNING,
  withUnsent,
} from '@esteira/domain/products/listing-warnings';
import type { PriceResult } from '@esteira/marketplaces/port';
import { changeListing, sendListingJob } from '../listing/listing';
import { type ListingOperation, listingJob } from '../listing/operation';
import { loadTarget, toRef } from '../listing/target';

/** Tells a marketplace the product's price as it is now. */
export const pushPrice = listingJob({
  run: async (operation) => {
    const { deps, key, listing, adapter, call } = operation;
    const { id_externo, desejado, status } = listing;
    if (id_externo === null || desejado !== 'publicado') return;
    if (status !== 'publicado' && status !== 'processando') return;
    const { product } = await loadTarget(deps.db, key);
    const preco = product[PRICE_FIELD[key.marketplace]];
    if (preco === null || preco === 0 || product.excluido_em !== null) return;
    const result = await adapter.updatePrice(call(), toRef(product, id_externo), toCents(preco));
    await (result === 'unsent' ? recordUnsent(operation) : recordResult(operation, result));
  },
  onRefused: ({ key, write }, { message }) =>
    write((tx) => changeListing(tx, key, { motivo: `O preço não foi alterado: ${message}` })),
});

/** Sent when the listing is on sale again; that it is not may be unknown so far. */
async function recordUnsent({ deps, key, listing, write }: ListingOperation): Promise<void> {
  await write(async (tx) => {
    await changeListing(tx, key, { avisos: withUnsent(listing.avisos) });
    await sendListingJob(deps.jobs, tx, { kind: 'listing-check', key });
  });
}

async function recordResult(
  operation: ListingOperation,
  result: Exclude<PriceResult, 'unsent'>,
): Promise<void> {
  const { deps, key, listing, write } = operation;
  const known = {
    managed_by_marketplace: managedPriceWarning(key.marketplace),
    one_for_all_variations: ONE_PRICE_WARNING,
  };
  const codes = Object.values(known).map(({ codigo }) => codigo);
  const others = listing.avisos.filter(({ codigo }) => !codes.includes(codigo));
  await write((tx) =>
    changeListing(tx, key, {
      motivo: null,
      avisos: result === 'done' ? others : [known[result], ...others],
      sincronizado_em: deps.clock().toISOString(),
    }),
  );
}
