import { type Database, queryRows } from '@esteira/db/database';
import { listings } from '@esteira/db/schema/listings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import type { JobData } from '../../core/job-kinds';
import type { JobHandler } from '../../jobs/job-handler';
import { JOB_PATIENCE, marketplaceCall } from '../connections/calls/adapter-context';
import { type ListingKey, loadTarget, refOf } from '../publication/listing/target';
import { compareListing, type Difference, forgetUnpublished, GONE, saveDifferences } from './differences';
import { sendPush } from './push-relay';

/** Listings of one job: it has to end well before it expires, however slow the marketplace is. */
const BATCH = 10;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Compares a seller's listings with what the marketplace shows, a few at a time: each job leaves the rest to the
 * next, so being killed or out of calls costs no more than a few.
 */
export const reconcile: JobHandler<'reconcile'> = async (deps, dados) => {
  const account = { usuarioId: dados.usuario_id, marketplace: dados.marketplace };
  if (deps.marketplaces[account.marketplace].modo !== 'real') return;
  const batch = await nextListings(deps.db, account, dados.depois_de ?? FIRST);
  let last = dados.depois_de;
  for (const { produto_id, id_externo } of batch) {
    try {
      await reconcileListing(deps, { ...account, produtoId: produto_id }, id_externo);
    } catch (error) {
      if (!(error instanceof AdapterError) || error.kind !== 'rate_limited' || last === dados.depois_de) {
        throw error;
      }
      return goOn(deps, dados, { depois_de: last, em: error.retryAt });
    }
    last = produto_id;
  }
  if (batch.length === BATCH) return goOn(deps, dados, { depois_de: last, em: null });
  await forgetUnpublished(deps.db, account);
};

interface Rest {
  depois_de: string | undefined;
  em: Date | null;
}

function goOn({ jobs, db }: Deps, dados: JobData<'reconcile'>, { depois_de, em }: Rest): Promise<void> {
  return jobs.send(db, 'reconcile', { ...dados, depois_de }, em === null ? {} : { runAt: em });
}

async function nextListings(
  db: Database,
  { usuarioId, marketplace }: Pick<ListingKey, 'usuarioId' | 'marketplace'>,
  after: string,
) {
  const rows = await db
    .select({ produto_id: listings.produto_id, id_externo: listings.id_externo })
    .from(listings)
    .where(
      and(
        eq(listings.usuario_id, usuarioId),
        gt(listings.produto_id, after),
        eq(listings.marketplace, marketplace),
        eq(listings.modo, 'real'),
        eq(listings.status, 'publicado'),
        isNotNull(listings.id_externo),
      ),
    )
    .orderBy(asc(listings.produto_id))
    .limit(BATCH);
  return rows.map(({ produto_id, id_externo }) => ({ produto_id, id_externo: id_externo ?? '' }));
}

async function reconcileListing(deps: Deps, key: ListingKey, idExterno: string): Promise<void> {
  const before = await loadTarget(deps.db, key);
  const differences = await readDifferences(deps, key, { before, idExterno });
  await deps.db.transaction(async (tx) => {
    const settled = (await isStockMoving(tx, key, deps.clock()))
      ? differences.filter(({ campo }) => campo !== 'estoque')
      : differences;
    await saveDifferences(tx, key, settled);
    if (settled.some(({ campo }) => campo === 'estoque')) await pushLater(deps, tx, key);
  });
}

async function readDifferences(
  deps: Deps,
  key: ListingKey,
  { before, idExterno }: { before: Awaited<ReturnType<typeof loadTarget>>; idExterno: string },
): Promise<Difference[]> {
  const call = marketplaceCall(key.usuarioId, JOB_PATIENCE);
  try {
    const state = await deps.marketplaces[key.marketplace].getListing(call, refOf(before.product, idExterno));
    return compareListing(await loadTarget(deps.db, key), key, state);
  } catch (error) {
    if (error instanceof AdapterError && error.kind === 'not_found') return [GONE];
    throw error;
  }
}

const SETTLES_WITHIN = 2 * 60_000;

/** A stock that is being told, or that changed just now, differs for a moment and rightly so. */
async function isStockMoving(
  tx: Database,
  { usuarioId, produtoId, marketplace }: ListingKey,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - SETTLES_WITHIN).toISOString();
  const moving = await queryRows(
    tx,
    sql`SELECT 1 AS um FROM envios_estoque WHERE usuario_id = ${usuarioId}::uuid
          AND produto_id = ${produtoId}::uuid AND marketplace = ${marketplace}::text
        UNION ALL
        SELECT 1 FROM movimentos_estoque WHERE usuario_id = ${usuarioId}::uuid
          AND produto_id = ${produtoId}::uuid AND criado_em > ${since}::timestamptz
        LIMIT 1`,
  );
  return moving.length > 0;
}

/**
 * Pushes the stock in some minutes: should the marketplace have less because it sold, its order is here by then, and
 * telling it our old figure would sell that unit twice.
 */
function pushLater({ jobs, clock }: Deps, tx: Database, key: ListingKey): Promise<void> {
  return sendPush(jobs, tx, { key, em: new Date(clock().getTime() + 5 * 60_000) });
}
