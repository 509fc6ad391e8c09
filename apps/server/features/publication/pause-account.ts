import { listingPauses } from '@esteira/db/schema/products/listing-pauses';
import { listings } from '@esteira/db/schema/products/listings';
import type { AccountPauseInput, AccountPauseRun } from '@esteira/validators/marketplaces/accounts';
import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { cursorId } from '../../core/paging';
import { CALL_TIMEOUT_MS } from '../../core/time/deadline';
import { toAccountKey } from '../connections/account-list';
import { getProduct } from '../products/service';
import { pauseListing } from './jobs/pause-job';
import { onSaleOrWaiting, toListingRow } from './listing/listing';
import type { ListingKey } from './listing/target';
import { queuePause } from './service';
import { unpublishSimulated } from './simulated/publication';

const isPauseWaiting = sql`(${listings.desejado} = 'pausado' AND ${listings.status} = 'na_fila')`;

/** How many listings one call pauses: each may be a call to the marketplace. */
const LISTINGS_PER_CALL = 10;

/**
 * Pauses some of the listings that an account has for sale, before it is disconnected; they come back with it. The marketplace is asked at once:
 * a job would find no access any more.
 */
export async function pauseAccount(
  deps: Deps,
  usuarioId: string,
  { conta_id, cursor }: AccountPauseInput,
): Promise<AccountPauseRun> {
  const account = toAccountKey(usuarioId, conta_id);
  const after = cursor === undefined ? undefined : gt(listings.produto_id, cursorId(cursor));
  const rows = await deps.db
    .select({ produtoId: listings.produto_id, isWaiting: isPauseWaiting.mapWith(Boolean) })
    .from(listings)
    .where(
      and(
        eq(listings.usuario_id, usuarioId),
        eq(listings.marketplace, account.marketplace),
        eq(listings.conta_id, account.contaId),
        // Also what an earlier call put in line, and could not pause.
        or(onSaleOrWaiting, isPauseWaiting),
        after,
      ),
    )
    .orderBy(asc(listings.produto_id))
    .limit(LISTINGS_PER_CALL);
  for (const { produtoId, isWaiting } of rows)
    await (isWaiting ? pauseThere(deps, { ...account, produtoId }) : pause(deps, { ...account, produtoId }));
  const last = rows.at(-1);
  const isDone = rows.length < LISTINGS_PER_CALL || last === undefined;
  return { pausados: rows.length, proximo_cursor: isDone ? null : last.produtoId };
}

async function pause(deps: Deps, key: ListingKey): Promise<void> {
  await deps.db.insert(listingPauses).values(toListingRow(key)).onConflictDoNothing();
  if (deps.marketplaces[key.marketplace].modo === 'simulado') {
    await unpublishSimulated(deps, await getProduct(deps.db, key.usuarioId, key.produtoId), key);
    return;
  }
  await queuePause(deps, key);
  await pauseThere(deps, key);
}

const pauseThere = (deps: Deps, key: ListingKey) =>
  pauseListing(deps, toListingRow(key), AbortSignal.timeout(CALL_TIMEOUT_MS));
