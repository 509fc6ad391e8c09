import { type Database, queryRows } from '@esteira/db/database';
import { NO_ID } from '@esteira/db/schema/order-summaries';
import type { DaySpan } from '@esteira/domain/report-period';
import type { DashboardPeriod, PeriodSharer } from '@esteira/validators/dashboard-period';
import { type SQL, sql } from 'drizzle-orm';
import { parseSums, type RawSums, toFigures } from './day-sums';

const MAX_SHARERS = 10;

type SharerRow = Omit<RawSums, 'cobrados'> & {
  tipo: 'produto' | 'fornecedor';
  id: string;
  nome: string | null;
  unidades: string;
};

/** The products and suppliers with the most revenue of a period: one read of their sums by day. */
export async function listSharers(
  db: Database,
  owner: SQL,
  { de, ate }: DaySpan,
): Promise<Pick<DashboardPeriod, 'produtos' | 'fornecedores'>> {
  const rows = await queryRows<SharerRow>(
    db,
    sql`WITH soma AS MATERIALIZED (
          SELECT produto_id, fornecedor_id, sum(unidades) AS unidades, sum(pedidos) AS vendas, sum(receita) AS receita,
            sum(lucro) AS lucro, sum(calculados) AS calculados, sum(receita_calculada) AS receita_calculada,
            sum(custos) AS custos
          FROM resumo_diario_produtos WHERE ${owner} AND dia BETWEEN ${de}::date AND ${ate}::date GROUP BY 1, 2
        ), maiores AS (
          (SELECT 'produto' AS tipo, produto_id AS id, ${SUMS} FROM soma GROUP BY produto_id
            HAVING sum(vendas) > 0 ORDER BY sum(receita) DESC, produto_id LIMIT ${MAX_SHARERS})
          UNION ALL
          (SELECT 'fornecedor', fornecedor_id, ${SUMS} FROM soma GROUP BY fornecedor_id
            HAVING sum(vendas) > 0 ORDER BY sum(receita) DESC, fornecedor_id LIMIT ${MAX_SHARERS})
        )
        SELECT m.tipo, m.id::text, CASE m.tipo
            WHEN 'produto' THEN (SELECT nome FROM produtos p WHERE p.${owner} AND p.id = m.id)
            ELSE (SELECT nome FROM fornecedores f WHERE f.${owner} AND f.id = m.id) END AS nome,
          m.unidades::text, m.vendas::text, m.receita::text, m.lucro::text, m.calculados::text,
          m.receita_calculada::text, m.custos::text
        FROM maiores m ORDER BY m.receita DESC, m.id`,
  );
  const of = (tipo: SharerRow['tipo']) => rows.filter((row) => row.tipo === tipo).map(toSharer);
  return { produtos: of('produto'), fornecedores: of('fornecedor') };
}

const SUMS = sql`sum(unidades) AS unidades, sum(vendas) AS vendas, sum(receita) AS receita, sum(lucro) AS lucro,
  sum(calculados) AS calculados, sum(receita_calculada) AS receita_calculada, sum(custos) AS custos`;

/** What stands for a product and a supplier that are not known here, as on the orders. */
const UNKNOWN = { produto: 'Produto', fornecedor: 'Desconhecido' } as const;

function toSharer(row: SharerRow): PeriodSharer {
  const { cobrados: _notKept, ...figures } = toFigures(parseSums({ ...row, cobrados: '0' }));
  return {
    ...figures,
    id: row.id === NO_ID ? null : row.id,
    nome: row.nome ?? UNKNOWN[row.tipo],
    unidades: Number(row.unidades),
  };
}
