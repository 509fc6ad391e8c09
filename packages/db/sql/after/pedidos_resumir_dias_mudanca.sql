-- Orders are compared by what the sums are made of.
CREATE FUNCTION pedidos_resumir_dias_mudanca() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, p.status,
      sum(p.sinal),
      sum(p.sinal * p.preco_venda),
      sum(p.sinal * p.lucro),
      coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0),
      coalesce(sum(p.sinal * p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
      coalesce(sum(p.sinal * p.custos), 0),
      coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados), 0)
    FROM (
      SELECT 1 AS sinal, n.usuario_id, n.criado_em, n.marketplace, n.status, n.produto_id, n.fornecedor_id, n.quantidade, n.preco_venda, n.lucro, n.custos, n.custos_cobrados
      FROM novos n
      UNION ALL
      SELECT -1, a.usuario_id, a.criado_em, a.marketplace, a.status, a.produto_id, a.fornecedor_id, a.quantidade, a.preco_venda, a.lucro, a.custos, a.custos_cobrados
      FROM antigos a
    ) p
    GROUP BY 1, 2, 3, 4
    HAVING sum(p.sinal * hashtextextended(ROW(p.produto_id, p.fornecedor_id, p.quantidade, p.preco_venda, p.lucro, p.custos, p.custos_cobrados)::text, 0)) <> 0
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
    sum(p.sinal * p.quantidade),
    sum(p.sinal),
    sum(p.sinal * p.preco_venda),
    sum(p.sinal * p.lucro),
    coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0),
    coalesce(sum(p.sinal * p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
    coalesce(sum(p.sinal * p.custos), 0)
  FROM (
    SELECT 1 AS sinal, n.usuario_id, n.criado_em, n.marketplace, n.status, n.produto_id, n.fornecedor_id, n.quantidade, n.preco_venda, n.lucro, n.custos, n.custos_cobrados
    FROM novos n
    UNION ALL
    SELECT -1, a.usuario_id, a.criado_em, a.marketplace, a.status, a.produto_id, a.fornecedor_id, a.quantidade, a.preco_venda, a.lucro, a.custos, a.custos_cobrados
    FROM antigos a
  ) p
  WHERE p.status <> 'cancelado'
  GROUP BY 1, 2, 3, 4
  HAVING sum(p.sinal * p.quantidade) <> 0 OR sum(p.sinal) <> 0 OR sum(p.sinal * p.preco_venda) <> 0 OR sum(p.sinal * p.lucro) <> 0 OR coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0) <> 0 OR coalesce(sum(p.sinal * p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0) <> 0 OR coalesce(sum(p.sinal * p.custos), 0) <> 0
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

CREATE TRIGGER pedidos_mudados_dias AFTER UPDATE ON pedidos
REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_dias_mudanca();
