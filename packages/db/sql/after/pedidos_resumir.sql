-- Sums by month and units sold; each transaction adds to its own part.
CREATE FUNCTION pedidos_resumir() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_pedidos AS r (usuario_id, mes, marketplace, status, pedidos, receita, lucro, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, to_char(p.criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM'), p.marketplace, p.status,
           count(*), sum(p.preco_venda), sum(p.lucro)
    FROM novos p
    GROUP BY 1, 2, 3, 4
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, mes, marketplace, status, parte) DO UPDATE
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

CREATE TRIGGER pedidos_inseridos AFTER INSERT ON pedidos
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir();
