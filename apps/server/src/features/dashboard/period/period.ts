import { type Database, queryRows } from '@esteira/db/database';
import { toDay } from '@esteira/domain/calendar';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import {
  type DaySpan,
  divideSpan,
  getGrain,
  getSpanBefore,
  type PeriodGrain,
} from '@esteira/domain/report-period';
import type { DashboardPeriod } from '@esteira/validators/dashboard-period';
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { addSums, type DaySums, NO_SUMS, parseSums, type RawSums, toFigures } from './day-sums';
import { readCostsTaken } from './period-costs';
import { readSharers } from './sharers/read-sharers';
import { SUMS, sumSpan } from './sum-span';

/**
 * What was sold in a period, read from the sums that triggers keep by day: exact as of now, however many orders there
 * are. The period before is cut at the same time of day while today belongs to this one.
 */
export async function getDashboardPeriod(
  deps: Pick<Deps, 'db' | 'clock'>,
  usuarioId: string,
  span: DaySpan,
): Promise<DashboardPeriod> {
  const owner = sql`usuario_id = ${usuarioId}::uuid`;
  const { before, momento } = findBefore(span, deps.clock());
  const readParts = listParts(deps.db, owner, span);
  const [parts, past, costs, sharers] = await Promise.all([
    readParts,
    sumSpan(deps.db, usuarioId, { ...before, momento }),
    readCostsTaken(deps.db, owner, span),
    readParts.then((rows) => readSharers(deps.db, { usuarioId, owner, span, version: sumVersions(rows) })),
  ]);
  const sumOf = (rows: readonly PartRow[]) => toFigures(rows.reduce(addSums, NO_SUMS));
  return {
    ...span,
    total: sumOf(parts),
    anterior: { ...before, momento: momento?.toISOString() ?? null, total: toFigures(past) },
    partes: divideSpan(span).map((part) => ({
      ...part,
      total: sumOf(parts.filter(({ de }) => de === part.de)),
    })),
    custos: costs.total,
    marketplaces: MARKETPLACES.map((marketplace) => ({
      marketplace,
      total: sumOf(parts.filter((row) => row.marketplace === marketplace)),
      custos: costs.on[marketplace],
    })),
    ...sharers,
  };
}

/** What is still to come is compared with nothing. */
function findBefore({ de, ate }: DaySpan, now: Date): { before: DaySpan; momento: Date | null } {
  const today = toDay(now);
  const end = ate > today && de <= today ? today : ate;
  const { isWhole, ...before } = getSpanBefore({ de, ate: end }, end < today);
  return { before, momento: isWhole || end > today ? null : sameTimeOn(before.ate, now) };
}

interface PartRow extends DaySums {
  /** The day on which the part of the period begins. */
  de: string;
  marketplace: Marketplace;
  versao: number;
}

/** Tells of every change of the orders that the rows sum up. */
const sumVersions = (rows: readonly PartRow[]) => String(rows.reduce((sum, { versao }) => sum + versao, 0));

const TRUNCATED_TO = { dia: 'day', semana: 'week', mes: 'month' } as const satisfies Record<
  PeriodGrain,
  string
>;

/** The days of each part of the period, which weeks from Monday and months begin in PostgreSQL too. */
async function listParts(db: Database, owner: SQL, { de, ate }: DaySpan): Promise<PartRow[]> {
  const unit = TRUNCATED_TO[getGrain({ de, ate })];
  const rows = await queryRows<RawSums & { de: string; marketplace: Marketplace; versao: string }>(
    db,
    sql`SELECT greatest(date_trunc(${unit}, dia::timestamp)::date, ${de}::date)::text AS de, marketplace,
          sum(versao)::text AS versao, ${SUMS}
        FROM resumo_diario
        WHERE ${owner} AND dia BETWEEN ${de}::date AND ${ate}::date AND status <> 'cancelado'
        GROUP BY 1, 2`,
  );
  return rows.map((row) => ({
    ...parseSums(row),
    de: row.de,
    marketplace: row.marketplace,
    versao: Number(row.versao),
  }));
}

/** The moment of a day at which the clock in America/Sao_Paulo, which stands the same all year, shows what it shows now. */
function sameTimeOn(day: string, now: Date): Date {
  const days = (Date.parse(`${toDay(now)}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS;
  return new Date(now.getTime() - days * DAY_MS);
}

const DAY_MS = 86_400_000;
