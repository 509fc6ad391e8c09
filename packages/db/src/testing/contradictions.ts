import { COST_CODES } from '@esteira/domain/profit/costs/cost-term';
import { FACT_ORIGINS, MISSING_FACTS } from '@esteira/domain/profit/facts/cost-fact';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, preparing, queryRows } from '../database';
import { NO_ID } from '../schema/orders/order-summaries';

/** The order says so. */
const hasReason = (
  code: string,
) => sql`EXISTS (SELECT FROM atencoes_pedido a WHERE a.usuario_id = p.usuario_id
  AND a.pedido_id = p.id AND a.codigo = ${code})`;

/** Its marketplace altered it, so that it may have some of its units. */
const IS_ALTERED = sql`EXISTS (SELECT FROM movimentos_estoque x WHERE x.usuario_id = p.usuario_id
  AND x.pedido_id = p.id AND x.motivo = 'alteracao')`;

/** Joins an order's products to it: how many units its lines are of, and how many it took and has. */
const PRODUCTS = sql`LATERAL (
  SELECT coalesce(sum(u.pedidas), 0) AS pedidas, coalesce(sum(u.tomadas), 0) AS tomadas, coalesce(sum(u.tem), 0) AS tem
  FROM (
    SELECT l.produto_id, l.quantidade AS pedidas, 0 AS tomadas, 0 AS tem FROM itens_pedido l
    WHERE l.usuario_id = p.usuario_id AND l.pedido_id = p.id AND l.produto_id IS NOT NULL
    UNION ALL
    SELECT m.produto_id, 0, CASE m.motivo WHEN 'venda' THEN -m.quantidade ELSE 0 END, -m.quantidade FROM movimentos_estoque m
    WHERE m.usuario_id = p.usuario_id AND m.pedido_id = p.id
  ) u GROUP BY u.produto_id
) u`;

/** Joins the facts of what an order cost to it. */
const FACTS = sql`LATERAL fatos_custos_pedido(p.usuario_id, p.id) c`;
const REVERSAL = sql`custos_pedido e ON e.usuario_id = p.usuario_id AND e.pedido_id = p.id AND e.estorna_id = c.id`;

const listTexts = (values: readonly string[]) => sql`${`{${values.join(',')}}`}::text[]`;

/** What both summaries by day sum up. */
const DAY_FIGURES = sql`count(*) AS pedidos, sum(preco_venda) AS receita, sum(lucro) AS lucro, count(custos) AS calculados,
  coalesce(sum(preco_venda) FILTER (WHERE custos IS NOT NULL), 0) AS receita_calculada, coalesce(sum(custos), 0) AS custos`;

/** What must hold at any moment and no constraint ensures, each as a query for the rows that contradict it. */
const CONTRADICTIONS: Record<string, (usuarioId: SQL) => SQL> = {
  'stock differs from its ledger': (usuarioId) => sql`
    SELECT p.id FROM produtos p
    LEFT JOIN movimentos_estoque m ON m.usuario_id = p.usuario_id AND m.produto_id = p.id
    WHERE p.usuario_id = ${usuarioId}
    GROUP BY p.id, p.estoque HAVING p.estoque <> coalesce(sum(m.quantidade), 0)`,
  'an order is not the sum of its lines, or of another product': (usuarioId) => sql`
    SELECT p.id FROM pedidos p LEFT JOIN itens_pedido l ON l.usuario_id = p.usuario_id AND l.pedido_id = p.id
    WHERE p.usuario_id = ${usuarioId}
    GROUP BY p.usuario_id, p.id
    HAVING (p.quantidade, p.preco_venda, p.preco_fornecedor, p.produto_id) IS DISTINCT FROM
      (sum(l.quantidade), sum(l.preco_venda), sum(l.preco_fornecedor),
        (array_agg(l.produto_id ORDER BY l.numero) FILTER (WHERE l.produto_id IS NOT NULL))[1])`,
  // A cancelled order needs none and no listing either.
  'an order took no stock and does not say so, or says so and took it': (usuarioId) => sql`
    SELECT p.id FROM pedidos p JOIN ${PRODUCTS} ON true
    WHERE p.usuario_id = ${usuarioId} AND NOT ${IS_ALTERED} AND NOT p.enviado_pelo_marketplace
    GROUP BY p.usuario_id, p.id, p.status
    HAVING ${hasReason('sem_estoque')} <> (p.status <> 'cancelado' AND bool_or(u.tomadas < u.pedidas))`,
  'an altered order lacks units and does not say so, or says so and has them': (usuarioId) => sql`
    SELECT p.id FROM pedidos p JOIN ${PRODUCTS} ON true
    WHERE p.usuario_id = ${usuarioId} AND p.status <> 'cancelado' AND ${IS_ALTERED} AND NOT p.enviado_pelo_marketplace
    GROUP BY p.usuario_id, p.id
    HAVING ${hasReason('sem_estoque')} <> bool_or(u.tem < u.pedidas) OR bool_or(u.tem NOT BETWEEN 0 AND u.pedidas)`,
  'an order of an unknown item does not say so, or says so and knows them': (usuarioId) => sql`
    SELECT p.id FROM pedidos p JOIN itens_pedido l ON l.usuario_id = p.usuario_id AND l.pedido_id = p.id
    WHERE p.usuario_id = ${usuarioId}
    GROUP BY p.usuario_id, p.id
    HAVING ${hasReason('sem_anuncio')} <> (p.status <> 'cancelado' AND bool_or(l.produto_id IS NULL))`,
  'the stock that was taken for a line is not what it is of': (usuarioId) => sql`
    SELECT p.id FROM pedidos p
    JOIN movimentos_estoque m ON m.usuario_id = p.usuario_id AND m.pedido_id = p.id AND m.motivo = 'venda'
    WHERE p.usuario_id = ${usuarioId} AND m.numero_item IS NOT NULL AND NOT ${IS_ALTERED} AND NOT EXISTS (
      SELECT FROM itens_pedido l WHERE l.usuario_id = p.usuario_id AND l.pedido_id = p.id
        AND (l.numero, l.produto_id, l.quantidade) = (m.numero_item, m.produto_id, -m.quantidade))`,
  'a part was paid before it was sent, or all parts took a step that the order has not taken': (
    usuarioId,
  ) => sql`
    SELECT p.id FROM pedidos p
    JOIN itens_pedido l ON l.usuario_id = p.usuario_id AND l.pedido_id = p.id AND l.fornecedor_id IS NOT NULL
    LEFT JOIN passos_fornecedor e ON e.usuario_id = p.usuario_id AND e.pedido_id = p.id AND e.fornecedor_id = l.fornecedor_id AND e.passo = 'enviado'
    LEFT JOIN passos_fornecedor g ON g.usuario_id = p.usuario_id AND g.pedido_id = p.id AND g.fornecedor_id = l.fornecedor_id AND g.passo = 'pago'
    WHERE p.usuario_id = ${usuarioId} AND p.status IN ('pendente', 'aprovado', 'enviado_fornecedor')
    GROUP BY p.usuario_id, p.id, p.status
    HAVING CASE p.status WHEN 'enviado_fornecedor' THEN bool_and(g.passo IS NOT NULL)
      WHEN 'aprovado' THEN bool_or(g.passo IS NOT NULL AND e.passo IS NULL) OR bool_and(e.passo IS NOT NULL)
      ELSE bool_or(coalesce(e.passo, g.passo) IS NOT NULL) END`,
  'attention without a reason, or a reason without attention': (usuarioId) => sql`
    SELECT p.id FROM pedidos p
    WHERE p.usuario_id = ${usuarioId} AND p.requer_atencao <> EXISTS (
      SELECT FROM atencoes_pedido a WHERE a.usuario_id = p.usuario_id AND a.pedido_id = p.id)`,
  'a cancelled order kept its stock, or another gave it back': (usuarioId) => sql`
    SELECT p.id FROM pedidos p JOIN ${PRODUCTS} ON true
    WHERE p.usuario_id = ${usuarioId} AND CASE WHEN p.status = 'cancelado' OR p.enviado_pelo_marketplace THEN u.tem <> 0
      WHEN ${IS_ALTERED} THEN false ELSE u.tem <> u.tomadas OR u.tomadas NOT IN (0, u.pedidas) END`,
  'an order that its marketplace sends waits for its seller': (usuarioId) => sql`
    SELECT p.id FROM pedidos p WHERE p.usuario_id = ${usuarioId} AND p.enviado_pelo_marketplace
      AND (p.despachar_ate IS NOT NULL OR p.status NOT IN ('enviado_cliente', 'entregue', 'cancelado'))`,
  // Every status that was left was entered as often, but for the present one.
  'the history does not lead to the status': (usuarioId) => sql`
    SELECT p.id FROM pedidos p
    JOIN eventos_pedido e ON e.usuario_id = p.usuario_id AND e.pedido_id = p.id
    CROSS JOIN LATERAL (VALUES (e.para, 1), (e.de, -1)) AS lado (status, sinal)
    WHERE p.usuario_id = ${usuarioId} AND lado.status IS NOT NULL
    GROUP BY p.id, p.status, lado.status
    HAVING sum(lado.sinal) <> CASE WHEN lado.status = p.status THEN 1 ELSE 0 END`,
  'an order without a history': (usuarioId) => sql`
    SELECT p.id FROM pedidos p WHERE p.usuario_id = ${usuarioId} AND NOT EXISTS (
      SELECT FROM eventos_pedido e WHERE e.usuario_id = p.usuario_id AND e.pedido_id = p.id)`,
  'a label without its step, or a step without its label': (usuarioId) => sql`
    SELECT p.id FROM pedidos p
    LEFT JOIN etiquetas e ON e.usuario_id = p.usuario_id AND e.pedido_id = p.id
    LEFT JOIN eventos_pedido v ON v.usuario_id = p.usuario_id AND v.pedido_id = p.id
    WHERE p.usuario_id = ${usuarioId} AND p.comprador_apagado_em IS NULL
    GROUP BY p.id, p.tem_etiqueta, p.enviado_pelo_marketplace, e.pedido_id
    HAVING p.tem_etiqueta <> (e.pedido_id IS NOT NULL)
      OR (e.pedido_id IS NULL) <> (p.enviado_pelo_marketplace OR coalesce(sum(CASE
      WHEN v.de = 'aprovado' AND v.para = 'enviado_fornecedor' THEN 1
      WHEN v.de = 'enviado_fornecedor' AND v.para = 'aprovado' THEN -1
      ELSE 0 END), 0) = 0)`,
  'a label that is not there was printed': (usuarioId) => sql`
    SELECT id FROM pedidos
    WHERE usuario_id = ${usuarioId} AND etiqueta_impressa_em IS NOT NULL AND NOT tem_etiqueta`,
  'the costs of an order are not the sum of its facts': (usuarioId) => sql`
    SELECT p.id FROM pedidos p LEFT JOIN ${FACTS} ON true LEFT JOIN ${REVERSAL}
    WHERE p.usuario_id = ${usuarioId}
    GROUP BY p.id, p.custos
    HAVING p.custos IS DISTINCT FROM CASE
      WHEN count(c.id) > 0 AND count(*) FILTER (WHERE c.valor IS NULL AND c.estorna_id IS NULL AND e.id IS NULL) = 0
      THEN sum(c.valor) END`,
  'a cost that holds twice, or is taken back by another amount': (usuarioId) => sql`
    SELECT p.id FROM pedidos p CROSS JOIN ${FACTS} LEFT JOIN ${REVERSAL}
    WHERE p.usuario_id = ${usuarioId} AND c.estorna_id IS NULL
    GROUP BY p.id, c.codigo
    HAVING count(*) FILTER (WHERE e.id IS NULL) > 1 OR sum(c.valor + e.valor) <> 0`,
  'a cost that is not there is taken back': (usuarioId) => sql`
    SELECT p.id FROM pedidos p JOIN custos_pedido e ON e.usuario_id = p.usuario_id AND e.pedido_id = p.id
    WHERE p.usuario_id = ${usuarioId} AND e.estorna_id IS NOT NULL AND NOT EXISTS (
      SELECT FROM ${FACTS} WHERE c.id = e.estorna_id AND c.codigo = e.codigo AND c.estorna_id IS NULL)`,
  'a cost of no known kind or origin, or without an amount or the reason why there is none': (
    usuarioId,
  ) => sql`
    SELECT p.id FROM pedidos p CROSS JOIN ${FACTS}
    WHERE p.usuario_id = ${usuarioId} AND (c.codigo <> ALL (${listTexts(COST_CODES)}) OR c.origem <> ALL (${listTexts(FACT_ORIGINS)})
      OR c.falta <> ALL (${listTexts(MISSING_FACTS)}) OR (c.valor IS NULL) <> (c.falta IS NOT NULL))`,
  'the summary by day differs from the orders': (usuarioId) => sql`
    SELECT coalesce(r.dia, o.dia) FROM (
      SELECT (criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, marketplace, conta_id, status,
             ${DAY_FIGURES}, count(*) FILTER (WHERE custos IS NOT NULL AND custos_cobrados) AS cobrados
      FROM pedidos WHERE usuario_id = ${usuarioId} GROUP BY 1, 2, 3, 4
    ) o FULL JOIN (
      SELECT * FROM resumo_diario WHERE usuario_id = ${usuarioId} AND (pedidos, receita, lucro, calculados,
        receita_calculada, custos, cobrados) <> (0, 0, 0, 0, 0, 0, 0)
    ) r USING (dia, marketplace, conta_id, status)
    WHERE (r.pedidos, r.receita, r.lucro, r.calculados, r.receita_calculada, r.custos, r.cobrados)
      IS DISTINCT FROM (o.pedidos, o.receita, o.lucro, o.calculados, o.receita_calculada, o.custos, o.cobrados)`,
  'the summary by day and product differs from the lines': (usuarioId) => sql`
    SELECT coalesce(r.dia, o.dia) FROM (
      SELECT (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, p.marketplace, p.conta_id, coalesce(l.produto_id, ${NO_ID}::uuid) AS produto_id,
             coalesce(l.fornecedor_id, ${NO_ID}::uuid) AS fornecedor_id, sum(l.quantidade) AS unidades,
             count(DISTINCT p.id) AS pedidos, sum(l.preco_venda) AS receita, sum(l.preco_venda - l.preco_fornecedor) AS lucro,
             count(DISTINCT p.id) FILTER (WHERE p.custos IS NOT NULL) AS calculados,
             coalesce(sum(l.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0) AS receita_calculada
      FROM pedidos p JOIN itens_pedido l ON l.usuario_id = p.usuario_id AND l.pedido_id = p.id
      WHERE p.usuario_id = ${usuarioId} AND p.status <> 'cancelado' GROUP BY 1, 2, 3, 4, 5
    ) o FULL JOIN (
      SELECT * FROM resumo_diario_produtos WHERE usuario_id = ${usuarioId} AND (unidades, pedidos, receita, lucro,
        calculados, receita_calculada, custos) <> (0, 0, 0, 0, 0, 0, 0)
    ) r USING (dia, marketplace, conta_id, produto_id, fornecedor_id)
    WHERE (r.unidades, r.pedidos, r.receita, r.lucro, r.calculados, r.receita_calculada)
      IS DISTINCT FROM (o.unidades, o.pedidos, o.receita, o.lucro, o.calculados, o.receita_calculada)`,
  'the costs of products are not those of the orders': (usuarioId) => sql`
    SELECT dia FROM (
      SELECT dia, marketplace, conta_id, custos FROM resumo_diario WHERE usuario_id = ${usuarioId} AND status <> 'cancelado'
      UNION ALL SELECT dia, marketplace, conta_id, -custos FROM resumo_diario_produtos WHERE usuario_id = ${usuarioId}
    ) d GROUP BY dia, marketplace, conta_id HAVING sum(custos) <> 0`,
  'the summary of costs by day differs from what the orders cost': (usuarioId) => sql`
    SELECT coalesce(r.dia, o.dia) FROM (
      SELECT (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, p.marketplace, p.conta_id, c.codigo, sum(c.valor) AS valor
      FROM pedidos p CROSS JOIN ${FACTS}
      WHERE p.usuario_id = ${usuarioId} AND p.status <> 'cancelado' AND p.custos IS NOT NULL GROUP BY 1, 2, 3, 4
      HAVING sum(c.valor) <> 0
    ) o FULL JOIN (
      SELECT * FROM resumo_diario_custos WHERE usuario_id = ${usuarioId} AND valor <> 0
    ) r USING (dia, marketplace, conta_id, codigo)
    WHERE r.valor IS DISTINCT FROM o.valor`,
  'the units sold differ from the orders': (usuarioId) => sql`
    SELECT coalesce(v.produto_id, o.produto_id) FROM (
      SELECT l.produto_id, sum(l.quantidade) AS unidades
      FROM pedidos p JOIN itens_pedido l ON l.usuario_id = p.usuario_id AND l.pedido_id = p.id
      WHERE p.usuario_id = ${usuarioId} AND p.status <> 'cancelado' AND l.produto_id IS NOT NULL GROUP BY 1
    ) o FULL JOIN (
      SELECT * FROM vendas_produtos WHERE usuario_id = ${usuarioId} AND unidades <> 0
    ) v USING (produto_id)
    WHERE v.unidades IS DISTINCT FROM o.unidades`,
};

/** Which of these rules a seller's rows break, each with how often; empty when all hold. */
export async function findContradictions(db: Database, usuarioId: string): Promise<string[]> {
  const broken: string[] = [];
  const prepared = preparing(db);
  for (const [name, query] of Object.entries(CONTRADICTIONS)) {
    const rows = await queryRows(prepared, query(sql`${usuarioId}::uuid`));
    if (rows.length > 0) broken.push(`${name}: ${rows.length}`);
  }
  return broken;
}
