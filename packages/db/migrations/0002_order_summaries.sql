-- Keeps resumo_pedidos and vendas_produtos equal to what pedidos holds, in the same transaction as every change.
-- Rows are touched in key order, so that two transactions never wait for each other in a circle.
CREATE FUNCTION pedidos_resumir() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_pedidos AS r (usuario_id, mes, marketplace, status, pedidos, receita, lucro)
  SELECT p.usuario_id, to_char(p.criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM'), p.marketplace, p.status,
         count(*), sum(p.preco_venda), sum(p.lucro)
  FROM novos p
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, mes, marketplace, status) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos, receita = r.receita + excluded.receita, lucro = r.lucro + excluded.lucro;

  INSERT INTO vendas_produtos AS v (usuario_id, produto_id, unidades)
  SELECT p.usuario_id, p.produto_id, sum(p.quantidade)
  FROM novos p
  WHERE p.produto_id IS NOT NULL AND p.status <> 'cancelado'
  GROUP BY 1, 2
  ORDER BY 1, 2
  ON CONFLICT (usuario_id, produto_id) DO UPDATE SET unidades = v.unidades + excluded.unidades;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION pedidos_resumir_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_pedidos AS r (usuario_id, mes, marketplace, status, pedidos, receita, lucro)
  SELECT m.usuario_id, to_char(m.criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM'), m.marketplace, m.status,
         sum(m.sinal), sum(m.sinal * m.preco_venda), sum(m.sinal * m.lucro)
  FROM (
    SELECT 1 AS sinal, n.usuario_id, n.criado_em, n.marketplace, n.status, n.preco_venda, n.lucro FROM novos n
    UNION ALL
    SELECT -1, a.usuario_id, a.criado_em, a.marketplace, a.status, a.preco_venda, a.lucro FROM antigos a
  ) m
  GROUP BY 1, 2, 3, 4
  HAVING sum(m.sinal) <> 0 OR sum(m.sinal * m.preco_venda) <> 0 OR sum(m.sinal * m.lucro) <> 0
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, mes, marketplace, status) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos, receita = r.receita + excluded.receita, lucro = r.lucro + excluded.lucro;

  INSERT INTO vendas_produtos AS v (usuario_id, produto_id, unidades)
  SELECT m.usuario_id, m.produto_id, sum(m.unidades)
  FROM (
    SELECT n.usuario_id, n.produto_id, n.quantidade AS unidades FROM novos n WHERE n.status <> 'cancelado'
    UNION ALL
    SELECT a.usuario_id, a.produto_id, -a.quantidade FROM antigos a WHERE a.status <> 'cancelado'
  ) m
  WHERE m.produto_id IS NOT NULL
  GROUP BY 1, 2
  HAVING sum(m.unidades) <> 0
  ORDER BY 1, 2
  ON CONFLICT (usuario_id, produto_id) DO UPDATE SET unidades = v.unidades + excluded.unidades;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION recusar_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER pedidos_inseridos AFTER INSERT ON pedidos
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir();
--> statement-breakpoint
CREATE TRIGGER pedidos_mudados AFTER UPDATE ON pedidos
REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_mudanca();
--> statement-breakpoint
-- Orders, their history and the stock ledger are never rewritten or removed.
CREATE TRIGGER pedidos_permanentes BEFORE DELETE ON pedidos
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();
--> statement-breakpoint
CREATE TRIGGER movimentos_estoque_permanentes BEFORE UPDATE OR DELETE ON movimentos_estoque
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();
--> statement-breakpoint
CREATE TRIGGER eventos_pedido_permanentes BEFORE UPDATE OR DELETE ON eventos_pedido
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();
