import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Database, queryRows } from '@esteira/db/database';
import type { DaySpan } from '@esteira/domain/days';
import { sql } from 'drizzle-orm';
import { type Numbering, toNumber } from './numbering';

/** What is summed up of each product and supplier, in this order; money in cents. */
export const SUMMED = [
  'unidades',
  'pedidos',
  'receita',
  'lucro',
  'calculados',
  'receita_calculada',
  'custos',
] as const;

/** The products that were sold on a day, one after the other; never changed. */
export interface DayRows {
  /** Of the day, from the same snapshot as its rows. */
  version: number;
  /** Numbers that stand for ids. */
  products: Uint32Array;
  suppliers: Uint32Array;
  /** As many as `SUMMED` has for each product. */
  sums: Float64Array;
}

/** Lists of PostgreSQL, as text; null where nothing was sold. */
type RawRows = Record<'produtos' | 'fornecedores' | (typeof SUMMED)[number], string | null>;

interface KnownDays {
  usuarioId: string;
  span: DaySpan;
  /** Days of the span that were read before. */
  known: ReadonlyMap<string, DayRows>;
  numbering: Numbering;
}

/**
 * The days of a span as they are now: those known whose version is still the same, and the others read again. Versions
 * and rows are of one statement, so what is answered is what one snapshot had.
 */
export async function readDays(
  db: Database,
  { usuarioId, span, known, numbering }: KnownDays,
): Promise<Map<string, DayRows>> {
  const owner = sql`usuario_id = ${usuarioId}::uuid`;
  const versions = [...known.values()].map(({ version }) => version);
  const changed = await queryRows<RawRows & { dia: string; versao: string | null }>(
    db,
    sql`WITH agora AS (
          SELECT dia, sum(versao) AS versao FROM resumo_diario
          WHERE ${owner} AND dia BETWEEN ${span.de}::date AND ${span.ate}::date AND status <> 'cancelado' GROUP BY 1
        ), mudados AS MATERIALIZED (
          SELECT dia, agora.versao FROM agora
            FULL JOIN unnest(${toList([...known.keys()])}::date[], ${toList(versions)}::bigint[]) AS antes (dia, versao)
              USING (dia)
          WHERE agora.versao IS DISTINCT FROM antes.versao
        )
        SELECT m.dia::text, m.versao::text, l.* FROM mudados m CROSS JOIN LATERAL (
          SELECT array_agg(produto_id)::text AS produtos, array_agg(fornecedor_id)::text AS fornecedores, ${LISTS}
          FROM resumo_diario_produtos p WHERE ${owner} AND p.dia = m.dia AND pedidos <> 0
        ) l`,
  );
  const days = new Map(known);
  let read = 0;
  for (const { dia, versao, ...raw } of changed) {
    if (versao === null) days.delete(dia);
    else days.set(dia, toRows(raw, Number(versao), numbering));
    // A year of them takes long: others have their turns in between.
    read += 1;
    if (read % DAYS_PER_SLICE === 0) await yieldToEventLoop();
  }
  return days;
}

const DAYS_PER_SLICE = 30;

const LISTS = sql.join(
  SUMMED.map((field) => sql`array_agg(${sql.identifier(field)})::text AS ${sql.identifier(field)}`),
  sql`, `,
);

const toList = (values: readonly (string | number)[]) => `{${values.join(',')}}`;

function toRows(raw: RawRows, version: number, numbering: Numbering): DayRows {
  const toNumbers = (list: string | null) =>
    Uint32Array.from((list?.slice(1, -1).split(',') ?? []).map((id) => toNumber(numbering, id)));
  const products = toNumbers(raw.produtos);
  const sums = new Float64Array(products.length * SUMMED.length);
  for (const [at, field] of SUMMED.entries()) {
    const values: number[] = JSON.parse(`[${raw[field]?.slice(1, -1) ?? ''}]`);
    for (let row = 0; row < values.length; row += 1) {
      sums[row * SUMMED.length + at] = values[row] as number;
    }
  }
  return { version, products, suppliers: toNumbers(raw.fornecedores), sums };
}
