import { type Database, preparedOnce, queryPlanned } from '@esteira/db/database';
import type { DaySpan } from '@esteira/domain/days';
import { getGrain, type PeriodGrain } from '@esteira/domain/report-period';
import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { opaqueSeller } from '../../../core/ids';
import type { DaySums } from './day-sums';
import { type PartFigures, type PartRow, toPartFigures } from './part-figures';
import { type CostsTaken, costsOfSpan, parseCosts } from './period-costs';
import type { SharerRow } from './sharers/largest';
import { type Names, namesOf, parseNames } from './sharers/names';
import { toPeriodKey } from './sharers/read-sharers';
import { opaqueDay, parseSpanSums, type SpanUntil, SUMS, sumsOfSpan } from './sum-span';

interface PeriodRequest {
  usuarioId: string;
  span: DaySpan;
  /** What it is compared with. */
  before: SpanUntil;
  /** Whose names are asked for. */
  named: readonly SharerRow[];
}

export interface PeriodSums {
  /** Tells of every change of the orders that the figures, and the products of their days, sum up. */
  version: string;
  figures: PartFigures;
  past: DaySums;
  costs: CostsTaken;
  names: Names;
}

/** The figures of a period at a version of its days, as a process of PostgreSQL counted it. */
interface KeptFigures {
  version: string;
  process: string;
  figures: PartFigures;
}

/** So many periods of sellers are kept, each up to ten kilobytes. */
const MAX_KEPT = 1000;

interface RawPeriod extends Record<string, string | null> {
  versao: string;
  processo: string;
  partes: string | null;
  anterior: string;
  custos: string | null;
  nomes: string | null;
}

/**
 * Reads a period, and what it is compared with, by one statement: what it answers was there at one moment. The parts are
 * left out where the versions of their days, which it reads first, are those that they were kept with.
 */
export async function readPeriod(
  db: Database,
  { usuarioId, span, before, named }: PeriodRequest,
): Promise<PeriodSums> {
  const kept = preparedOnce(db, 'period_figures', createFiguresCache);
  const key = toPeriodKey(usuarioId, span);
  const known = kept.get(key);
  const owner = sql`usuario_id = ${opaqueSeller(usuarioId)}`;
  const [row] = await queryPlanned<RawPeriod>(
    db,
    sql`WITH agora AS MATERIALIZED (
        SELECT coalesce(sum(versao), 0)::text AS versao, ${PROCESS} AS processo FROM ${countedDays(owner, span)}
      )
      SELECT versao, processo,
        CASE WHEN (versao, processo) <> (${known?.version ?? ''}, ${known?.process ?? ''})
          THEN ${partsOf(owner, span)} END AS partes,
        ${sumsOfSpan(usuarioId, before)} AS anterior, ${costsOfSpan(owner, span)} AS custos,
        ${namesOf(owner, named)} AS nomes
      FROM agora`,
  );
  const { versao, processo, partes, anterior, custos, nomes } = row as RawPeriod;
  const isKnown = known?.version === versao && known.process === processo;
  const figures = isKnown ? known.figures : toPartFigures(span, JSON.parse(partes ?? '[]') as PartRow[]);
  if (!isKnown) kept.set(key, { version: versao, process: processo, figures });
  return {
    version: versao,
    figures,
    past: parseSpanSums(anterior),
    costs: parseCosts(custos),
    names: parseNames(nomes),
  };
}

const createFiguresCache = () => new LRUCache<string, KeptFigures>({ max: MAX_KEPT });

/** One that took over without the last commits could count other ones up to the same version. */
const PROCESS = sql`pg_postmaster_start_time()::text`;

const countedDays = (owner: SQL, { de, ate }: DaySpan): SQL =>
  sql`resumo_diario WHERE ${owner} AND dia BETWEEN ${opaqueDay(de)} AND ${opaqueDay(ate)} AND status <> 'cancelado'`;

const TRUNCATED_TO = {
  dia: sql`dia`,
  semana: sql`date_trunc('week', dia::timestamp)::date`,
  mes: sql`date_trunc('month', dia::timestamp)::date`,
} as const satisfies Record<PeriodGrain, SQL>;

/** The days of each part of the period, which weeks from Monday and months begin in PostgreSQL too. */
const partsOf = (owner: SQL, span: DaySpan): SQL =>
  sql`(SELECT json_agg(linha)::text FROM (
    SELECT json_build_array(inicio, marketplace, ${SUMS}) AS linha FROM (
      SELECT greatest(${TRUNCATED_TO[getGrain(span)]}, ${span.de}::date) AS inicio, * FROM ${countedDays(owner, span)}) dias
    GROUP BY inicio, marketplace) linhas)`;
