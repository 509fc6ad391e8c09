import type postgres from 'postgres';

const SUMMARY = `
  SELECT usuario_id, (criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, marketplace, conta_id, status,
    count(*)::int AS pedidos, sum(preco_venda)::bigint AS receita, sum(lucro)::bigint AS lucro
  FROM pedidos GROUP BY 1, 2, 3, 4, 5`;

const UNITS_SOLD = `
  SELECT l.usuario_id, l.produto_id, sum(l.quantidade)::int AS unidades
  FROM itens_pedido l JOIN pedidos p ON p.usuario_id = l.usuario_id AND p.id = l.pedido_id
  WHERE p.status <> 'cancelado' GROUP BY 1, 2`;

/** Throws when a stock is not the sum of its movements, or a summary is not what the orders say. */
export async function verifyLedgers(sql: postgres.Sql): Promise<void> {
  const broken = await sql.unsafe<{ rule: string; total: number }[]>(`
    SELECT 'stock = sum of movements' AS rule, count(*)::int AS total
    FROM (SELECT usuario_id, produto_id, sum(quantidade) AS soma FROM movimentos_estoque GROUP BY 1, 2) m
    FULL JOIN produtos p ON p.usuario_id = m.usuario_id AND p.id = m.produto_id
    WHERE coalesce(m.soma, 0) IS DISTINCT FROM p.estoque
    UNION ALL
    SELECT 'summary = orders', count(*)::int
    FROM (${SUMMARY}) o FULL JOIN (SELECT * FROM resumo_diario WHERE pedidos <> 0) r USING (usuario_id, dia, marketplace, conta_id, status)
    WHERE (o.pedidos, o.receita, o.lucro) IS DISTINCT FROM (r.pedidos, r.receita, r.lucro)
    UNION ALL
    SELECT 'units sold = orders', count(*)::int
    FROM (${UNITS_SOLD}) o FULL JOIN (SELECT * FROM vendas_produtos WHERE unidades <> 0) v USING (usuario_id, produto_id)
    WHERE o.unidades IS DISTINCT FROM v.unidades`);
  for (const { rule, total } of broken) {
    if (total > 0) throw new Error(`The data is inconsistent: "${rule}" is broken ${total} times.`);
  }
}
