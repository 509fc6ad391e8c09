-- The parts of orders are computed once for both sums.
CREATE OR REPLACE FUNCTION somar_itens(novas pedidos[], velhas pedidos[], linhas itens_pedido[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH partes AS MATERIALIZED (SELECT * FROM partes_de_pedidos(novas, velhas, linhas)),
  dias AS (
    INSERT INTO resumo_diario_produtos AS r (usuario_id, dia, produto_id, fornecedor_id,
      unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
    SELECT * FROM (
      SELECT p.usuario_id, p.dia, p.produto_id, p.fornecedor_id,
        sum(p.sinal * p.unidades),
        sum(p.sinal),
        sum(p.sinal * p.receita),
        sum(p.sinal * p.lucro),
        coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0),
        coalesce(sum(p.sinal * p.receita) FILTER (WHERE p.custos IS NOT NULL), 0),
        coalesce(sum(p.sinal * p.custos), 0)
      FROM partes p GROUP BY 1, 2, 3, 4
    ) AS m (usuario_id, dia, produto_id, fornecedor_id, unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
    WHERE (unidades, pedidos, receita, lucro, calculados, receita_calculada, custos) <> (0, 0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (usuario_id, dia, produto_id, fornecedor_id) DO UPDATE
    SET unidades = r.unidades + excluded.unidades,
        pedidos = r.pedidos + excluded.pedidos,
        receita = r.receita + excluded.receita,
        lucro = r.lucro + excluded.lucro,
        calculados = r.calculados + excluded.calculados,
        receita_calculada = r.receita_calculada + excluded.receita_calculada,
        custos = r.custos + excluded.custos
  )
  INSERT INTO vendas_produtos AS r (usuario_id, produto_id, unidades)
  SELECT p.usuario_id, p.produto_id, sum(p.sinal * p.unidades)
  FROM partes p
  WHERE p.produto_id <> '00000000-0000-0000-0000-000000000000'
  GROUP BY 1, 2 HAVING sum(p.sinal * p.unidades) <> 0
  ORDER BY 1, 2
  ON CONFLICT (usuario_id, produto_id) DO UPDATE SET unidades = r.unidades + excluded.unidades;
END
$$;
--> statement-breakpoint
-- Keeps all sums of orders equal to them, in the transaction that changes them; with an order that begins or ceases to
-- count (not cancelled, all costs known) its costs come or go. What is summed up of its lines comes and goes with these, and
-- changes only where the order is cancelled or has another day or other amounts: a step reads no lines.
CREATE OR REPLACE FUNCTION pedidos_resumir() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  novas pedidos[];
  velhas pedidos[];
BEGIN
  IF TG_OP <> 'DELETE' THEN SELECT array_agg(ROW(n.*)::pedidos) INTO novas FROM novos n; END IF;
  IF TG_OP <> 'INSERT' THEN SELECT array_agg(ROW(a.*)::pedidos) INTO velhas FROM antigos a; END IF;
  PERFORM somar_pedidos(novas, velhas);
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(ROW(n.*)::pedidos), array_agg(ROW(a.*)::pedidos) INTO novas, velhas
    FROM novos n JOIN antigos a ON a.usuario_id = n.usuario_id AND a.id = n.id
    WHERE (n.criado_em, n.status = 'cancelado', n.preco_venda, n.preco_fornecedor, n.custos)
      IS DISTINCT FROM (a.criado_em, a.status = 'cancelado', a.preco_venda, a.preco_fornecedor, a.custos);
    IF novas IS NOT NULL THEN
      PERFORM somar_itens(novas, velhas, ARRAY(
        SELECT l FROM unnest(novas) n JOIN itens_pedido l ON l.usuario_id = n.usuario_id AND l.pedido_id = n.id));
    END IF;
    PERFORM somar_custos(array_agg(
      custo_do_dia(ROW(n.*)::pedidos, c.codigo, CASE WHEN n.status <> 'cancelado' AND n.custos IS NOT NULL THEN c.valor ELSE -c.valor END)))
    FROM novos n JOIN antigos a ON a.usuario_id = n.usuario_id AND a.id = n.id
    CROSS JOIN LATERAL fatos_custos_pedido(n.usuario_id, n.id) c
    WHERE (n.status <> 'cancelado' AND n.custos IS NOT NULL) <> (a.status <> 'cancelado' AND a.custos IS NOT NULL);
  END IF;
  RETURN NULL;
END
$$;
