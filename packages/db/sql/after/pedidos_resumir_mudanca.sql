CREATE FUNCTION pedidos_resumir_mudanca() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_pedidos AS r (usuario_id, mes, marketplace, status, pedidos, receita, lucro, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, to_char(p.criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM'), p.marketplace, p.status,
           sum(p.sinal), sum(p.sinal * p.preco_venda), sum(p.sinal * p.lucro)
    FROM (
      SELECT 1 AS sinal, n.usuario_id, n.criado_em, n.marketplace, n.status, n.preco_venda, n.lucro FROM novos n
      UNION ALL
      SELECT -1, a.usuario_id, a.criado_em, a.marketplace, a.status, a.preco_venda, a.lucro FROM antigos a
    ) p
    GROUP BY 1, 2, 3, 4
    HAVING sum(p.sinal) <> 0 OR sum(p.sinal * p.preco_venda) <> 0 OR sum(p.sinal * p.lucro) <> 0
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, mes, marketplace, status, parte) DO UPDATE
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

CREATE TRIGGER pedidos_mudados AFTER UPDATE ON pedidos
REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_mudanca();
