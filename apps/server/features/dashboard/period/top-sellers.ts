import { NO_ID } from '@esteira/db/schema/orders/order-summaries';
import type { DaySpan } from '@esteira/domain/days';
import type { PeriodSharer } from '@esteira/validators/dashboards/dashboard-period';
import { type SQL, sql } from 'drizzle-orm';
import { parseSums, type SumsRow, toFigures } from './day-sums';
import { SUMS } from './sum-span';

const MAX_SHOWN = 10;

/** What stands for a product and a supplier that are not known here, as on the orders. */
const KINDS = {
  produto: { id: sql`produto_id`, names: sql`produtos`, unknown: 'Produto' },
  fornecedor: { id: sql`fornecedor_id`, names: sql`fornecedores`, unknown: 'Desconhecido' },
} as const;

type Kind = keyof typeof KINDS;

/** The products or suppliers with the most revenue of a span; a value of a statement, for `parseTopSellers`. */
export function topSellersOf(owner: SQL, { de, ate }: DaySpan, kind: Kind): SQL {
  const { id, names } = KINDS[kind];
  return sql`(SELECT json_agg(json_build_array(
      mais.id, (SELECT nome FROM ${names} WHERE ${owner} AND id = mais.id), mais.unidades, mais.somas))::text
    FROM (
      SELECT ${id} AS id, sum(unidades) AS unidades, json_build_array(${SUMS}) AS somas
      FROM (SELECT 0 AS cobrados, * FROM resumo_diario_produtos) dias
      WHERE ${owner} AND dia BETWEEN ${de}::date AND ${ate}::date
      GROUP BY ${id} HAVING sum(pedidos) <> 0
      ORDER BY sum(receita) DESC, ${id} LIMIT ${sql.raw(String(MAX_SHOWN))}
    ) mais)`;
}

type SellerRow = [id: string, nome: string | null, unidades: number, sums: SumsRow];

/** As the dashboard shows them. */
export function parseTopSellers(json: string | null, kind: Kind): PeriodSharer[] {
  const rows: SellerRow[] = JSON.parse(json ?? '[]');
  return rows.map(([id, nome, unidades, sums]) => {
    const { cobrados: _notSummed, ...figures } = toFigures(parseSums(sums));
    return { ...figures, id: id === NO_ID ? null : id, nome: nome ?? KINDS[kind].unknown, unidades };
  });
}
