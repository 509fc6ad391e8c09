import type { Task } from './connections';

const DAY_FIGURES = `
  count(*)::int AS pedidos, sum(preco_venda)::bigint AS receita, sum(lucro)::bigint AS lucro,
  count(custos)::int AS calculados, coalesce(sum(preco_venda) FILTER (WHERE custos IS NOT NULL), 0)::bigint AS receita_calculada,
  coalesce(sum(custos), 0)::bigint AS custos`;

const DAYS = `
  SELECT usuario_id, (criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, marketplace, status, ${DAY_FIGURES},
    (count(*) FILTER (WHERE custos IS NOT NULL AND custos_cobrados))::int AS cobrados
  FROM pedidos GROUP BY 1, 2, 3, 4`;

const PRODUCT_DAYS = `
  SELECT usuario_id, (criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, produto_id, fornecedor_id,
    sum(quantidade)::int AS unidades, ${DAY_FIGURES}
  FROM pedidos WHERE status <> 'cancelado' GROUP BY 1, 2, 3, 4`;

/** What each summary is of the loaded orders, months and products as the sums of their days; and the first stocks. */
export const SUMMARY_TASKS: readonly Task[] = [
  async (sql) => {
    // Day after day, as the rows came.
    await sql.unsafe(`INSERT INTO resumo_diario_produtos ${PRODUCT_DAYS} ORDER BY dia`);
    await sql`
      INSERT INTO vendas_produtos (usuario_id, produto_id, unidades)
      SELECT usuario_id, produto_id, sum(unidades) FROM resumo_diario_produtos GROUP BY 1, 2`;
    // What the shelves began with.
    await sql`
      INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, criado_em)
      SELECT p.usuario_id, p.id, p.id, p.estoque + coalesce(v.unidades, 0), 'inicial', p.criado_em
      FROM produtos p LEFT JOIN vendas_produtos v ON v.usuario_id = p.usuario_id AND v.produto_id = p.id
      WHERE p.estoque + coalesce(v.unidades, 0) <> 0`;
  },
  async (sql) => {
    await sql.unsafe(`INSERT INTO resumo_diario ${DAYS} ORDER BY dia`);
    await sql`
      INSERT INTO resumo_pedidos (usuario_id, mes, marketplace, status, pedidos, receita, lucro)
      SELECT usuario_id, to_char(dia, 'YYYY-MM'), marketplace, status, sum(pedidos), sum(receita), sum(lucro)
      FROM resumo_diario GROUP BY 1, 2, 3, 4`;
  },
];
