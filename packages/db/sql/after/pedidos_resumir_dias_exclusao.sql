-- What leaves `pedidos` leaves the summaries in the same transaction.
CREATE FUNCTION pedidos_resumir_dias_exclusao() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, p.status,
      -count(*),
      -sum(p.preco_venda),
      -sum(p.lucro),
      -count(*) FILTER (WHERE p.custos IS NOT NULL),
      -coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
      -coalesce(sum(p.custos), 0),
      -count(*) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados)
    FROM antigos p
    GROUP BY 1, 2, 3, 4
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, status, parte) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos,
    receita = r.receita + excluded.receita,
    lucro = r.lucro + excluded.lucro,
    calculados = r.calculados + excluded.calculados,
    receita_calculada = r.receita_calculada + excluded.receita_calculada,
    custos = r.custos + excluded.custos,
    cobrados = r.cobrados + excluded.cobrados,
    versao = r.versao + 1;

  UPDATE resumo_diario_produtos r
  SET unidades = r.unidades - m.unidades, pedidos = r.pedidos - m.pedidos, receita = r.receita - m.receita, lucro = r.lucro - m.lucro, calculados = r.calculados - m.calculados, receita_calculada = r.receita_calculada - m.receita_calculada, custos = r.custos - m.custos
  FROM (
    SELECT p.usuario_id AS usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, coalesce(p.produto_id, '00000000-0000-0000-0000-000000000000'::uuid) AS produto_id, coalesce(p.fornecedor_id, '00000000-0000-0000-0000-000000000000'::uuid) AS fornecedor_id,
      sum(p.quantidade) AS unidades,
      count(*) AS pedidos,
      sum(p.preco_venda) AS receita,
      sum(p.lucro) AS lucro,
      count(*) FILTER (WHERE p.custos IS NOT NULL) AS calculados,
      coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0) AS receita_calculada,
      coalesce(sum(p.custos), 0) AS custos
    FROM antigos p WHERE p.status <> 'cancelado' GROUP BY 1, 2, 3, 4
  ) m
  WHERE r.usuario_id = m.usuario_id AND r.dia = m.dia AND r.produto_id = m.produto_id AND r.fornecedor_id = m.fornecedor_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER pedidos_excluidos_dias AFTER DELETE ON pedidos
REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_dias_exclusao();
