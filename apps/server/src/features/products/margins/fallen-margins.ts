import { setImmediate as letOthersIn } from 'node:timers/promises';
import { type Database, queryRows } from '@esteira/db/database';
import { endOfDay, toDay } from '@esteira/domain/calendar';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import { findFall, isBelowMargin, listChangeDays } from '@esteira/domain/profit/fallen-margin';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { toBps } from '@esteira/domain/profit/to-sale';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../../../core/context';
import { getFeeRules } from '../../costs/rules/fee-table';
import { readCostSettings } from '../../costs/settings';
import { listNewestSold, quoteProduct, type SoldRow } from '../net-values';

/** For how long a change of fees is news. */
const NEWS_DAYS = 30;
const DAY_MS = 86_400_000;
/** How many products of a seller are looked at, the newest first; a bulk change takes as many. */
const MAX_PRODUCTS = 5_000;
/** After so many, other requests get their turn. */
const TURN = 100;

/** A change of fees that brought products below their margin. */
export interface MarginFall {
  /** The first day of the new rules, `YYYY-MM-DD` in America/Sao_Paulo. */
  dia: string;
  /** Since when one can know it: the beginning of that day, or when an admin added the rule later than that. */
  em: string;
  ids: string[];
}

type FallDeps = Pick<Deps, 'db' | 'clock'>;

/** The days of the last month on which fees changed, and since when that is known; mostly none. */
export async function listFeeChanges({ db, clock }: FallDeps) {
  const now = clock();
  const { table, addedAt } = await getFeeRules(db);
  const days = listChangeDays(table, {
    from: toDay(new Date(now.getTime() - NEWS_DAYS * DAY_MS)),
    to: toDay(now),
  });
  return days.map((dia) => ({ dia, em: findMoment(table, addedAt, dia) }));
}

function findMoment(table: FeeTable, addedAt: ReadonlyMap<string, string>, day: string): string {
  const begins = new Date(endOfDay(dayBefore(day)).getTime() + 1).toISOString();
  // Of several rules the first that came says that fees changed; one that was known before says so on its day.
  const moments = [...table.byId.values()]
    .filter(({ validFrom }) => validFrom === day)
    .map(({ id }) => addedAt.get(id) ?? begins);
  const [first = begins] = moments.sort();
  return [first, begins].sort().at(-1) ?? begins;
}

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);

/**
 * The seller's products that a change of fees of the last month brought below the margin that the seller accepts, and
 * that are below it still; by the change, the newest first. Without a margin in the settings it is zero: those that
 * lose. A change that brought down none is left out.
 */
export async function listMarginFalls(deps: FallDeps, usuarioId: string): Promise<MarginFall[]> {
  const changes = await listFeeChanges(deps);
  if (changes.length === 0) return [];
  const fallen = await findFallen(
    deps.db,
    usuarioId,
    changes.map(({ dia }) => dia),
  );
  return changes
    .map(({ dia, em }) => ({ dia, em, ids: fallen.get(dia) ?? [] }))
    .filter(({ ids }) => ids.length > 0)
    .reverse();
}

/** By seller: what was found, and of which state of their products, settings and rules. */
const known = new WeakMap<FeeTable, LRUCache<string, { state: string; fallen: Map<string, string[]> }>>();

/** By the day on which they fell, the ids of products. Computed again only when something that it is made of changed. */
async function findFallen(
  db: Database,
  usuarioId: string,
  days: readonly string[],
): Promise<Map<string, string[]>> {
  const [{ table }, state] = await Promise.all([getFeeRules(db), readState(db, usuarioId)]);
  const cache = known.get(table) ?? new LRUCache({ max: 500 });
  known.set(table, cache);
  const key = `${days.join()} ${state}`;
  const found = cache.get(usuarioId);
  if (found?.state === key) return found.fallen;
  const [settings, rows] = await Promise.all([
    readCostSettings(db, usuarioId),
    listNewestSold(db, usuarioId, MAX_PRODUCTS),
  ]);
  const fallen = new Map<string, string[]>();
  for (const [index, row] of rows.entries()) {
    if (index % TURN === TURN - 1) await letOthersIn();
    const day = findDay(row, { table, settings, days });
    if (day !== null) fallen.set(day, [...(fallen.get(day) ?? []), row.id]);
  }
  cache.set(usuarioId, { state: key, fallen });
  return fallen;
}

/** Changes whenever a product or the settings do, in whatever order transactions end: sums, not the latest moment. */
async function readState(db: Database, usuarioId: string): Promise<string> {
  const [row] = await queryRows<{ estado: string }>(
    db,
    sql`SELECT concat_ws(' ', count(*), sum(extract(epoch FROM p.atualizado_em)),
          (SELECT atualizado_em FROM custos_vendedor c WHERE c.usuario_id = ${usuarioId}::uuid)) AS estado
        FROM produtos p WHERE p.usuario_id = ${usuarioId}::uuid AND p.excluido_em IS NULL`,
  );
  return row?.estado ?? '';
}

interface FallCase {
  table: FeeTable;
  settings: CostSettings;
  days: readonly string[];
}

/** The last day on which the product fell on one of the marketplaces. */
function findDay(row: SoldRow, { table, settings, days }: FallCase): string | null {
  const [first] = days;
  if (first === undefined) return null;
  const bps = toBps(settings.margem_minima ?? 0);
  const falls = MARKETPLACES.flatMap((marketplace) => {
    const wasBelow = [dayBefore(first), ...days].map((day) => {
      const quote = quoteProduct(marketplace, { table, settings, row, day });
      return quote === null ? null : isBelowMargin(quote, bps);
    });
    return findFall(days, wasBelow) ?? [];
  });
  return falls.sort().at(-1) ?? null;
}
