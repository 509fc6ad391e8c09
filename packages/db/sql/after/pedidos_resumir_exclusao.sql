-- What leaves `pedidos` leaves the summaries in the same transaction.
CREATE FUNCTION pedidos_resumir_exclusao() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_pedidos AS r (usuario_id, mes, marketplace, status, pedidos, receita, lucro, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT a.usuario_id, to_char(a.criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM'), a.marketplace, a.status,
           -count(*), -sum(a.preco_venda), -sum(a.lucro)
    FROM antigos a
    GROUP BY 1, 2, 3, 4
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, mes, marketplace, status, parte) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos, receita = r.receita + excluded.receita, lucro = r.lucro + excluded.lucro;

  UPDATE vendas_produtos v SET unidades = v.unidades - m.unidades
  FROM (
    SELECT a.usuario_id, a.produto_id, sum(a.quantidade) AS unidades
    FROM antigos a WHERE a.status <> 'cancelado' GROUP BY 1, 2
  ) m
  WHERE v.usuario_id = m.usuario_id AND v.produto_id = m.produto_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER pedidos_excluidos AFTER DELETE ON pedidos
REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_exclusao();
