import { type Database, queryPlanned } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { type DaySpan, getGrain, type PeriodGrain } from '@esteira/domain/report-period';
import { type SQL, sql } from 'drizzle-orm';
import { type DaySums, parseSums, type SumsRow } from './day-sums';
import { type CostsTaken, costsOfSpan, parseCosts } from './period-costs';
import type { SharerRow } from './sharers/largest';
import { type Names, namesOf, parseNames } from './sharers/names';
import { parseSpanSums, type SpanUntil, SUMS, sumsOfSpan } from './sum-span';

interface PeriodRequest {
  usuarioId: string;
  span: DaySpan;
  /** What it is compared with. */
  before: SpanUntil;
  /** Whose names are asked for. */
  named: readonly SharerRow[];
}

/** What a seller sold on a marketplace in a part of a period. */
export interface PeriodPart extends DaySums {
  /** The day on which the part of the period begins. */
  de: string;
  marketplace: Marketplace;
}

export interface PeriodSums {
  /** Tells of every change of the orders that the parts, and the products of their days, sum up. */
  version: string;
  parts: PeriodPart[];
  past: DaySums;
  costs: CostsTaken;
  names: Names;
}

type RawPeriod = { partes: string | null; anterior: string; custos: string | null; nomes: string | null };

/** Reads a period, and what it is compared with, by one statement: what it answers was there at one moment. */
export async function readPeriod(
  db: Database,
  { usuarioId, span, before, named }: PeriodRequest,
): Promise<PeriodSums> {
  const owner = sql`usuario_id = ${usuarioId}::uuid`;
  const [row] = await queryPlanned<RawPeriod>(
    db,
    sql`SELECT ${partsOf(owner, span)} AS partes, ${sumsOfSpan(usuarioId, before)} AS anterior,
      ${costsOfSpan(owner, span)} AS custos, ${namesOf(owner, named)} AS nomes`,
  );
  const { partes, anterior, custos, nomes } = row as RawPeriod;
  const parts: PartRow[] = JSON.parse(partes ?? '[]');
  return {
    version: String(parts.reduce((sum, [, , versao]) => sum + versao, 0)),
    parts: parts.map(([de, marketplace, , ...sums]) => ({ ...parseSums(sums), de, marketplace })),
    past: parseSpanSums(anterior),
    costs: parseCosts(custos),
    names: parseNames(nomes),
  };
}

type PartRow = [de: string, marketplace: Marketplace, versao: number, ...sums: SumsRow];

const TRUNCATED_TO = {
  dia: sql`dia`,
  semana: sql`date_trunc('week', dia::timestamp)::date`,
  mes: sql`date_trunc('month', dia::timestamp)::date`,
} as const satisfies Record<PeriodGrain, SQL>;

/** The days of each part of the period, which weeks from Monday and months begin in PostgreSQL too. */
const partsOf = (owner: SQL, { de, ate }: DaySpan): SQL =>
  sql`(SELECT json_agg(linha)::text FROM (
    SELECT json_build_array(inicio, marketplace, sum(versao), ${SUMS}) AS linha FROM (
      SELECT greatest(${TRUNCATED_TO[getGrain({ de, ate })]}, ${de}::date) AS inicio, * FROM resumo_diario
      WHERE ${owner} AND dia BETWEEN ${de}::date AND ${ate}::date AND status <> 'cancelado') dias
    GROUP BY inicio, marketplace) linhas)`;
