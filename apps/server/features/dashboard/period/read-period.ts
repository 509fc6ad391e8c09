import { type Database, queryRows } from '@esteira/db/database';
import type { DaySpan } from '@esteira/domain/days';
import { getGrain, type PeriodGrain } from '@esteira/domain/report-period';
import type { PeriodSharer } from '@esteira/validators/dashboards/dashboard-period';
import { type SQL, sql } from 'drizzle-orm';
import type { DaySums } from './day-sums';
import { type PartFigures, type PartRow, toPartFigures } from './part-figures';
import { type CostsTaken, costsOfSpan, parseCosts } from './period-costs';
import { parseSpanSums, type SpanUntil, SUMS, sumsOfSpan } from './sum-span';
import { parseTopSellers, topSellersOf } from './top-sellers';

interface PeriodRequest {
  usuarioId: string;
  span: DaySpan;
  /** What it is compared with. */
  before: SpanUntil;
}

export interface PeriodSums {
  figures: PartFigures;
  past: DaySums;
  costs: CostsTaken;
  produtos: PeriodSharer[];
  fornecedores: PeriodSharer[];
}

interface RawPeriod extends Record<string, string | null> {
  partes: string | null;
  anterior: string;
  custos: string | null;
  produtos: string | null;
  fornecedores: string | null;
}

/** Reads a period, and what it is compared with, by one statement: what it answers was there at one moment. */
export async function readPeriod(
  db: Database,
  { usuarioId, span, before }: PeriodRequest,
): Promise<PeriodSums> {
  const owner = sql`usuario_id = ${usuarioId}::uuid`;
  const [row] = await queryRows<RawPeriod>(
    db,
    sql`SELECT ${partsOf(owner, span)} AS partes, ${sumsOfSpan(usuarioId, before)} AS anterior,
      ${costsOfSpan(owner, span)} AS custos, ${topSellersOf(owner, span, 'produto')} AS produtos,
      ${topSellersOf(owner, span, 'fornecedor')} AS fornecedores`,
  );
  const { partes, anterior, custos, produtos, fornecedores } = row as RawPeriod;
  return {
    figures: toPartFigures(span, JSON.parse(partes ?? '[]') as PartRow[]),
    past: parseSpanSums(anterior),
    costs: parseCosts(custos),
    produtos: parseTopSellers(produtos, 'produto'),
    fornecedores: parseTopSellers(fornecedores, 'fornecedor'),
  };
}

const TRUNCATED_TO = {
  dia: sql`dia`,
  semana: sql`date_trunc('week', dia::timestamp)::date`,
  mes: sql`date_trunc('month', dia::timestamp)::date`,
} as const satisfies Record<PeriodGrain, SQL>;

/** The days of each part of the period, which weeks from Monday and months begin in PostgreSQL too. */
const partsOf = (owner: SQL, span: DaySpan): SQL =>
  sql`(SELECT json_agg(linha)::text FROM (
    SELECT json_build_array(inicio, marketplace, ${SUMS}) AS linha FROM (
      SELECT greatest(${TRUNCATED_TO[getGrain(span)]}, ${span.de}::date) AS inicio, * FROM resumo_diario
      WHERE ${owner} AND dia BETWEEN ${span.de}::date AND ${span.ate}::date AND status <> 'cancelado') dias
    GROUP BY inicio, marketplace) linhas)`;
