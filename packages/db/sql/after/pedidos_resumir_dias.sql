-- Sums by day. Each row's version tells that something of it, or of the products and suppliers of its orders, changed:
-- equal sums alone do not, where an order got another product.
CREATE FUNCTION pedidos_resumir_dias() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, p.status,
      count(*),
      sum(p.preco_venda),
      sum(p.lucro),
      count(*) FILTER (WHERE p.custos IS NOT NULL),
      coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
      coalesce(sum(p.custos), 0),
      count(*) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados)
    FROM novos p
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

  INSERT INTO resumo_diario_produtos AS r (usuario_id, dia, produto_id, fornecedor_id, unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, coalesce(p.produto_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(p.fornecedor_id, '00000000-0000-0000-0000-000000000000'::uuid),
    sum(p.quantidade),
    count(*),
    sum(p.preco_venda),
    sum(p.lucro),
    count(*) FILTER (WHERE p.custos IS NOT NULL),
    coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
    coalesce(sum(p.custos), 0)
  FROM novos p
  WHERE p.status <> 'cancelado'
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, produto_id, fornecedor_id) DO UPDATE
  SET unidades = r.unidades + excluded.unidades,
    pedidos = r.pedidos + excluded.pedidos,
    receita = r.receita + excluded.receita,
    lucro = r.lucro + excluded.lucro,
    calculados = r.calculados + excluded.calculados,
    receita_calculada = r.receita_calculada + excluded.receita_calculada,
    custos = r.custos + excluded.custos;
  RETURN NULL;
END
$$;

CREATE TRIGGER pedidos_inseridos_dias AFTER INSERT ON pedidos
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_dias();
