import { type Database, queryRows } from '@esteira/db/database';
import type { DaySpan } from '@esteira/domain/report-period';
import { type SQL, sql } from 'drizzle-orm';
import type { RawSums } from '../day-sums';

const MAX_SHARERS = 10;

/** A product or supplier with what it took part in. */
export type SharerRow = Omit<RawSums, 'cobrados'> & {
  tipo: 'produto' | 'fornecedor';
  /** `NO_ID` for all that are not known. */
  id: string;
  unidades: string;
};

/** The sharers of a period as they were at a version of its days. */
export interface VersionedSharers {
  version: string;
  rows: SharerRow[];
}

/** The products and suppliers with the most revenue of a period: one read of their sums by day. */
export async function listSharers(db: Database, owner: SQL, { de, ate }: DaySpan): Promise<VersionedSharers> {
  const inSpan = sql`${owner} AND dia BETWEEN ${de}::date AND ${ate}::date`;
  const rows = await queryRows<SharerRow & { version: string }>(
    db,
    sql`WITH soma AS MATERIALIZED (
          SELECT produto_id, fornecedor_id, sum(unidades) AS unidades, sum(pedidos) AS vendas, sum(receita) AS receita,
            sum(lucro) AS lucro, sum(calculados) AS calculados, sum(receita_calculada) AS receita_calculada,
            sum(custos) AS custos
          FROM resumo_diario_produtos WHERE ${inSpan} GROUP BY 1, 2
        ), maiores AS (
          (SELECT 'produto' AS tipo, produto_id AS id, ${SUMS} FROM soma GROUP BY produto_id
            HAVING sum(vendas) > 0 ORDER BY sum(receita) DESC, produto_id LIMIT ${MAX_SHARERS})
          UNION ALL
          (SELECT 'fornecedor', fornecedor_id, ${SUMS} FROM soma GROUP BY fornecedor_id
            HAVING sum(vendas) > 0 ORDER BY sum(receita) DESC, fornecedor_id LIMIT ${MAX_SHARERS})
        )
        SELECT m.tipo, m.id::text, m.unidades::text, m.vendas::text, m.receita::text, m.lucro::text,
          m.calculados::text, m.receita_calculada::text, m.custos::text, v.version
        FROM (SELECT coalesce(sum(versao), 0)::text AS version FROM resumo_diario
          WHERE ${inSpan} AND status <> 'cancelado') v LEFT JOIN maiores m ON true
        ORDER BY m.receita DESC, m.id`,
  );
  return { version: rows[0]?.version ?? '0', rows: rows.filter(({ tipo }) => tipo !== null) };
}

const SUMS = sql`sum(unidades) AS unidades, sum(vendas) AS vendas, sum(receita) AS receita, sum(lucro) AS lucro,
  sum(calculados) AS calculados, sum(receita_calculada) AS receita_calculada, sum(custos) AS custos`;
