import { isAboutStock } from '@esteira/domain/products/listing-warnings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { JobHandler } from '../../jobs/job-handler';
import { changeListing, sendListingJob, toListingRow } from '../publication/listing/listing';
import { type ListingOperation, listingJob } from '../publication/listing/operation';
import { sendStockPush } from '../publication/listing/stock-outbox';
import { loadTarget, stockFor, toRef } from '../publication/listing/target';

/**
 * Tells a listing the product's stock as it is at this moment. The listing's lease keeps two pushes from overtaking
 * each other; a change after the stock was read enqueues a push of its own.
 */
export const pushStock: JobHandler<'stock-push'> = async (deps, data, signal) => {
  // Its credentials were taken away: the nightly comparison finds what is missing when they are back.
  if (deps.marketplaces[data.marketplace].modo === 'real') await pushLeased(deps, data, signal);
};

const pushLeased = listingJob({
  run: async (operation) => {
    const { deps, key, listing, write } = operation;
    try {
      await push(operation);
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      // Under review some refuse any change; the look that finds it for sale has its stock pushed.
      if (error.kind === 'validation' && listing.status !== 'publicado') return;
      if (!LISTING_CHANGED.has(error.kind)) throw error;
      // Closed or removed over there: what it is now has to be read before anything else is said about it.
      await write((tx) => sendListingJob(deps.jobs, tx, { kind: 'listing-check', key }));
    }
  },
});

/** Not to a listing that was paused: on Amazon any stock would bring it back. */
async function push({ deps, key, listing, adapter, call, write }: ListingOperation): Promise<void> {
  const { id_externo, recebe_estoque } = listing;
  if (id_externo === null || !recebe_estoque) return;
  const target = await loadTarget(deps.db, key);
  if (target.product.excluido_em !== null) return;
  const kept = await adapter.updateStock(call(), toRef(target.product, id_externo), stockFor(target));
  const others = listing.avisos.filter(({ codigo }) => !isAboutStock(codigo));
  await write(async (tx) => {
    await changeListing(tx, key, {
      avisos: kept === null ? others : [kept, ...others],
      sincronizado_em: deps.clock().toISOString(),
    });
    // A sale of this marketplace enqueues no push to it, and may have been overwritten just now.
    const now = await loadTarget(tx, key);
    if (stockFor(now) !== stockFor(target)) await sendStockPush(deps.jobs, tx, toListingRow(key));
  });
}

const LISTING_CHANGED: ReadonlySet<AdapterError['kind']> = new Set(['not_found', 'conflict']);
