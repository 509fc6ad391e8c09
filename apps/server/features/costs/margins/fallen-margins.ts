import { type Database, queryRows } from '@esteira/db/database';
import { endOfDay, toDay } from '@esteira/domain/calendar';
import { addDays } from '@esteira/domain/days';
import { DAY_MS } from '@esteira/domain/durations';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import { findFall, isBelowMargin, listChangeDays } from '@esteira/domain/profit/fallen-margin';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { toBps } from '@esteira/domain/profit/to-sale';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../../../core/context';
import { createSingleFlight, type SingleFlight } from '../../../core/sharing/single-flight';
import { oneByOne } from '../../../core/time/in-steps';
import { getFeeRules } from '../rules/fee-table';
import { readCostSettings } from '../settings';
import { listNewestSold, quoteProduct, type SoldRow } from './net-values';

/** For how long a change of fees is news. */
const NEWS_DAYS = 30;
/** How many products of a seller are looked at, the newest first; a bulk change takes as many. */
const MAX_PRODUCTS = 5_000;
/** How many ids of fallen products are kept, of all sellers together: some megabytes. */
const MAX_CACHED_IDS = 100_000;
/** After so many, other requests get their turn. */
const ROWS_PER_SLICE = 100;

/** A change of fees that brought products below their margin. */
export interface MarginFall {
  /** The first day of the new rules, `YYYY-MM-DD` in America/Sao_Paulo. */
  dia: string;
  /** Since when one can know it: the beginning of that day, or when an admin added the rule later than that. */
  em: string;
  ids: readonly string[];
  /** The margin that they are below, in percent; zero: they lose. */
  margem_minima: number;
}

type FallDeps = Pick<Deps, 'db' | 'clock'>;

/** The days of the last month on which fees changed, and since when that is known; mostly none. */
export async function listFeeChanges({ db, clock }: Pick<FallDeps, 'db' | 'clock'>) {
  const now = clock();
  const { table, addedAt } = await getFeeRules(db);
  const days = listChangeDays(table, {
    from: toDay(new Date(now.getTime() - NEWS_DAYS * DAY_MS)),
    to: toDay(now),
  });
  return days.map((dia) => ({ dia, em: findMoment(table, addedAt, dia) }));
}

function findMoment(table: FeeTable, addedAt: ReadonlyMap<string, string>, day: string): string {
  const begins = new Date(endOfDay(addDays(day, -1)).getTime() + 1).toISOString();
  // Of several rules the first that came says that fees changed; one that was known before says so on its day.
  const moments = [...table.byId.values()]
    .filter(({ validFrom }) => validFrom === day)
    .map(({ id }) => addedAt.get(id) ?? begins);
  const [first = begins] = moments.sort();
  return [first, begins].sort().at(-1) ?? begins;
}

/**
 * The seller's products that a change of fees of the last month brought below the margin that the seller accepts, and
 * that are below it still; by the change, the newest first. Without a margin in the settings it is zero: those that
 * lose. A change that brought down none is left out.
 */
export async function listMarginFalls(deps: FallDeps, usuarioId: string): Promise<MarginFall[]> {
  const changes = await listFeeChanges(deps);
  if (changes.length === 0) return [];
  const { margem_minima, byDay } = await findFallen(
    deps,
    usuarioId,
    changes.map(({ dia }) => dia),
  );
  return changes
    .map(({ dia, em }) => ({ dia, em, ids: byDay.get(dia) ?? [], margem_minima }))
    .filter(({ ids }) => ids.length > 0)
    .reverse();
}

/** By the day on which they fell below the seller's margin, the ids of products. */
interface Fallen {
  margem_minima: number;
  byDay: ReadonlyMap<string, readonly string[]>;
}

/** What was found by a table of fees: by seller, with the state that it was found of; and what is being looked for. */
interface Memory {
  found: LRUCache<string, { state: string; fallen: Fallen }>;
  flights: SingleFlight<Fallen>;
}
const memories = new WeakMap<FeeTable, Memory>();

function memoryOf(table: FeeTable): Memory {
  const known = memories.get(table);
  if (known !== undefined) return known;
  const memory: Memory = {
    found: new LRUCache({ maxSize: MAX_CACHED_IDS, sizeCalculation: ({ fallen }) => countIds(fallen) + 1 }),
    flights: createSingleFlight(),
  };
  memories.set(table, memory);
  return memory;
}

const countIds = ({ byDay }: Fallen) => [...byDay.values()].reduce((sum, ids) => sum + ids.length, 0);

/** Computed again only when something that margins are made of changed, and once for all who ask meanwhile. */
async function findFallen({ db }: FallDeps, usuarioId: string, days: readonly string[]): Promise<Fallen> {
  const [{ table }, ofSeller] = await Promise.all([
    getFeeRules(db),
    readMarginState(db, usuarioId, MAX_PRODUCTS),
  ]);
  const { found, flights } = memoryOf(table);
  const state = `${days.join()} ${ofSeller}`;
  const known = found.get(usuarioId);
  if (known?.state === state) return known.fallen;
  return flights(`${usuarioId} ${state}`, async () => {
    const fallen = await computeFallen(db, usuarioId, { table, days });
    found.set(usuarioId, { state, fallen });
    return fallen;
  });
}

async function computeFallen(
  db: Database,
  usuarioId: string,
  { table, days }: Pick<FallCase, 'table' | 'days'>,
): Promise<Fallen> {
  const settings = await readCostSettings(db, usuarioId);
  const rows = await listNewestSold(db, usuarioId, MAX_PRODUCTS);
  const margem_minima = settings.margem_minima ?? 0;
  const byDay = new Map<string, string[]>();
  for await (const row of oneByOne(rows, ROWS_PER_SLICE)) {
    const day = findDay(row, { table, settings, days, bps: toBps(margem_minima) });
    if (day === null) continue;
    const ids = byDay.get(day);
    if (ids) ids.push(row.id);
    else byDay.set(day, [row.id]);
  }
  return { margem_minima, byDay };
}

interface FallCase {
  table: FeeTable;
  settings: CostSettings;
  days: readonly string[];
  /** The seller's margin in hundredths of a percent. */
  bps: number;
}

/** The last day on which the product fell on one of the marketplaces. */
function findDay(row: SoldRow, { table, settings, days, bps }: FallCase): string | null {
  const [first] = days;
  if (first === undefined) return null;
  const falls = MARKETPLACES.flatMap((marketplace) => {
    const wasBelow = [addDays(first, -1), ...days].map((day) => {
      const quote = quoteProduct(marketplace, { table, settings, row, day });
      return quote === null ? null : isBelowMargin(quote, bps);
    });
    return findFall(days, wasBelow) ?? [];
  });
  return falls.sort().at(-1) ?? null;
}

/**
 * Another text whenever something changes that the margins of the seller's newest products are made of: prices, what
 * they cost, parcels, categories, kinds of listing and the settings. A sale changes none of them.
 * Rows are hashed as text: hashes of records add up alike when two products swap their prices.
 */
async function readMarginState(db: Database, usuarioId: string, limit: number): Promise<string> {
  const seller = sql`${usuarioId}::uuid`;
  const [row] = await queryRows<{ estado: string }>(
    db,
    sql`SELECT concat_ws(' ', count(*),
          sum(hashtextextended(ROW(p.id, p.preco_fornecedor, p.preco_venda_ml, p.preco_venda_amazon, p.peso_g,
            p.altura_cm, p.largura_cm, p.comprimento_cm, p.categoria_tarifa_ml, p.categoria_tarifa_amazon)::text, 0)),
          (SELECT sum(hashtextextended(ROW(f.produto_id, f.tipo_anuncio)::text, 0))
            FROM fichas_anuncio f WHERE f.usuario_id = ${seller}),
          (SELECT atualizado_em FROM custos_vendedor c WHERE c.usuario_id = ${seller})) AS estado
        FROM (SELECT * FROM produtos WHERE usuario_id = ${seller} AND excluido_em IS NULL
          ORDER BY id DESC LIMIT ${limit}) p`,
  );
  return row?.estado ?? '';
}
