import { type Database, queryRows } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/products/listings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import type { JobData } from '../../core/job-kinds';
import { JOB_CALL_TIMEOUT_MS, JOB_DEADLINE_MS } from '../../core/time/deadline';
import type { JobHandler } from '../../jobs/job-handler';
import { adapterContext } from '../connections/calls/adapter-context';
import { sendListingJob } from '../publication/listing/listing';
import { enqueueStockPush } from '../publication/listing/stock-outbox';
import { type ListingKey, loadTarget, stockFor, toRef } from '../publication/listing/target';
import { compareListing, type Difference, forgetUnpublished, GONE, saveDifferences } from './differences';

/** Listings of one job, as long as there is time for them. */
const PAGE = 10;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Sales without a notification are taken in within this time, by a search for them. */
const SALES_ARRIVE_WITHIN_SECONDS = 120;

type Account = Omit<ListingKey, 'produtoId'>;

/**
 * Compares a seller's listings with what the marketplace shows, a page at a time: each job leaves the rest to the
 * next and begins nothing that its deadline could cut, so being killed, slow or out of calls costs one page at most.
 */
export const reconcile: JobHandler<'reconcile'> = async (deps, data, signal) => {
  const account = { usuarioId: data.usuario_id, marketplace: data.marketplace, contaId: data.conta_id };
  if (deps.marketplaces[account.marketplace].modo !== 'real') return;
  const began = performance.now();
  const page = await nextListings(deps.db, account, data.depois_de ?? FIRST);
  let last = data.depois_de;
  for (const { produto_id, id_externo, status, processando_desde } of page) {
    if (performance.now() - began > JOB_DEADLINE_MS - JOB_CALL_TIMEOUT_MS) break;
    const key = { ...account, produtoId: produto_id };
    try {
      if (status === 'publicado') await reconcileListing(deps, key, { id_externo, signal });
      if (status !== 'publicado' || processando_desde !== null)
        await sendListingJob(deps.jobs, deps.db, { kind: 'listing-check', key });
    } catch (error) {
      const isOthers = error instanceof AdapterError && error.transient && last !== data.depois_de;
      if (!isOthers) throw error;
      return enqueueNextPage(deps, { ...data, depois_de: last }, error.retryAt);
    }
    last = produto_id;
  }
  if (page.length === PAGE || last !== page.at(-1)?.produto_id)
    return enqueueNextPage(deps, { ...data, depois_de: last }, null);
  await forgetUnpublished(deps.db, account);
};

function enqueueNextPage({ jobs, db }: Deps, rest: JobData<'reconcile'>, runAt: Date | null): Promise<void> {
  return jobs.send(db, 'reconcile', rest, runAt === null ? {} : { runAt });
}

/**
 * What is for sale; and what the marketplace has and does not show for sale yet, as it is wanted or to be paused then: that
 * is looked at again.
 */
async function nextListings(db: Database, { usuarioId, marketplace, contaId }: Account, after: string) {
  const rows = await db
    .select({
      produto_id: listings.produto_id,
      id_externo: listings.id_externo,
      status: listings.status,
      processando_desde: listings.processando_desde,
    })
    .from(listings)
    .where(
      and(
        eq(listings.usuario_id, usuarioId),
        gt(listings.produto_id, after),
        eq(listings.marketplace, marketplace),
        eq(listings.conta_id, contaId),
        or(
          sql`recebe_estoque(anuncios)`,
          and(eq(listings.desejado, 'pausado'), isNotNull(listings.processando_desde)),
        ),
      ),
    )
    .orderBy(asc(listings.produto_id))
    .limit(PAGE);
  return rows.map(({ id_externo, ...row }) => ({ ...row, id_externo: id_externo ?? '' }));
}

async function reconcileListing(
  deps: Deps,
  key: ListingKey,
  listing: { id_externo: string; signal: AbortSignal },
): Promise<void> {
  const { found, hasMoreThere } = await readDifferences(deps, key, listing);
  await deps.db.transaction(async (tx) => {
    const lasting = (await isStockMoving(tx, key, deps.clock()))
      ? found.filter(({ campo }) => campo !== 'estoque')
      : found;
    await saveDifferences(tx, key, lasting);
    if (lasting.some(({ campo }) => campo === 'estoque')) await correctStock(deps, tx, { key, hasMoreThere });
  });
}

interface Comparison {
  found: Difference[];
  /** Units are for sale there that are not here: each may be sold twice. */
  hasMoreThere: boolean;
}

async function readDifferences(
  deps: Deps,
  key: ListingKey,
  { id_externo, signal }: { id_externo: string; signal: AbortSignal },
): Promise<Comparison> {
  const before = await loadTarget(deps.db, key);
  const call = adapterContext(key, signal);
  try {
    const state = await deps.marketplaces[key.marketplace].getListing(
      call,
      toRef(before.product, id_externo),
    );
    const target = await loadTarget(deps.db, key);
    return {
      found: compareListing(target, key, state),
      hasMoreThere: state.estoque !== null && state.estoque > stockFor(target),
    };
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'not_found')
      return { found: [GONE], hasMoreThere: false };
    throw error;
  }
}

/**
 * Has the stock pushed: at once where too much is for sale. Should the marketplace have less because it sold, its
 * order is looked for first, because telling it our old figure would sell that unit twice.
 */
async function correctStock(
  { jobs }: Deps,
  tx: Database,
  { key, hasMoreThere }: { key: ListingKey; hasMoreThere: boolean },
): Promise<void> {
  if (hasMoreThere) return enqueueStockPush(tx, key);
  const { usuarioId: usuario_id, marketplace, contaId: conta_id } = key;
  await jobs.send(tx, 'orders-poll', { usuario_id, marketplace, conta_id });
  await enqueueStockPush(tx, { ...key, delaySeconds: SALES_ARRIVE_WITHIN_SECONDS });
}

const STABLE_WITHIN_MS = 2 * 60_000;

/** A stock that is being told, or that changed just now, differs for a moment and rightly so. */
async function isStockMoving(
  tx: Database,
  { usuarioId, produtoId, marketplace, contaId }: ListingKey,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - STABLE_WITHIN_MS).toISOString();
  const moving = await queryRows(
    tx,
    sql`SELECT 1 AS um FROM envios_estoque WHERE usuario_id = ${usuarioId}::uuid
          AND produto_id = ${produtoId}::uuid AND marketplace = ${marketplace}::text
          AND conta_id = ${contaId}::smallint
        UNION ALL
        SELECT 1 FROM movimentos_estoque WHERE usuario_id = ${usuarioId}::uuid
          AND produto_id = ${produtoId}::uuid AND criado_em > ${since}::timestamptz
        LIMIT 1`,
  );
  return moving.length > 0;
}
