import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { Deps } from '../../core/context';
import type { JobHandler } from '../../jobs/job-handler';
import { JOB_PATIENCE, marketplaceCall } from '../connections/calls/adapter-context';
import { type HeldListing, holdListing } from '../publication/listing/lease';
import { changeListing, sendListingJob } from '../publication/listing/listing';
import { sendStockPush } from '../publication/listing/stock-outbox';
import { type ListingKey, loadTarget, refOf, stockFor } from '../publication/listing/target';

/** Another operation on a listing is over in a moment (ms), while its lease is long. */
const BUSY = 500;

/**
 * Tells a listing the product's stock as it is at this moment. Holding the listing keeps two pushes from overtaking
 * each other; a change after the stock was read owes a push of its own.
 */
export const pushStock: JobHandler<'stock-push'> = async (deps, dados) => {
  const { usuario_id: usuarioId, produto_id: produtoId, marketplace } = dados;
  const key = { usuarioId, produtoId, marketplace };
  // Its credentials were taken away: the nightly comparison finds what is missing when they are back.
  if (deps.marketplaces[marketplace].modo !== 'real') return;
  let isHeld = false;
  try {
    await holdListing(deps, key, async (listing) => {
      isHeld = true;
      await pushHeld(deps, key, listing);
    });
  } catch (error) {
    if (isHeld || !(error instanceof AdapterError) || error.kind !== 'not_ready') throw error;
    const retryAt = new Date(deps.clock().getTime() + BUSY);
    throw new AdapterError('not_ready', error.message, { retryAt, cause: error });
  }
};

/** Not to a listing that was paused: on Amazon any stock would bring it back. */
async function pushHeld(deps: Deps, key: ListingKey, listing: HeldListing): Promise<void> {
  const { id_externo, recebe_estoque } = listing;
  if (id_externo === null || !recebe_estoque) return;
  const target = await loadTarget(deps.db, key);
  if (target.product.excluido_em !== null) return;
  const call = marketplaceCall(key.usuarioId, JOB_PATIENCE);
  const adapter = deps.marketplaces[key.marketplace];
  try {
    await adapter.updateStock(call, refOf(target.product, id_externo), stockFor(target));
    await changeListing(deps.db, key, { sincronizado_em: deps.clock().toISOString() });
    // A sale of this very marketplace owes it nothing, and may have been overwritten just now.
    const now = await loadTarget(deps.db, key);
    if (stockFor(now) !== stockFor(target)) await sendStockPush(deps.jobs, deps.db, key);
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    // Under review some refuse any change; the look that finds it for sale has its stock pushed.
    if (error.kind === 'validation' && listing.status !== 'publicado') return;
    if (!LISTING_CHANGED.has(error.kind)) throw error;
    // Closed or removed over there: what it is now has to be read before anything else is said about it.
    await sendListingJob(deps.jobs, deps.db, { kind: 'listing-check', key });
  }
}

const LISTING_CHANGED: ReadonlySet<AdapterError['kind']> = new Set(['not_found', 'conflict']);
