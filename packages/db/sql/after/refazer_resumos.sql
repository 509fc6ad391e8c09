-- Computes the sums from the orders and their costs, where a backup was restored without its triggers.
CREATE FUNCTION refazer_resumos() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_diario (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, p.status,
    count(*), sum(p.preco_venda), sum(p.lucro), count(p.custos),
    coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0), coalesce(sum(p.custos), 0),
    count(*) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados)
  FROM pedidos p GROUP BY 1, 2, 3, 4 ORDER BY 2;

  INSERT INTO resumo_diario_produtos (usuario_id, dia, produto_id, fornecedor_id, unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date,
    coalesce(p.produto_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(p.fornecedor_id, '00000000-0000-0000-0000-000000000000'::uuid),
    sum(p.quantidade), count(*), sum(p.preco_venda), sum(p.lucro), count(p.custos),
    coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0), coalesce(sum(p.custos), 0)
  FROM pedidos p WHERE p.status <> 'cancelado' GROUP BY 1, 2, 3, 4 ORDER BY 2;

  INSERT INTO vendas_produtos (usuario_id, produto_id, unidades)
  SELECT p.usuario_id, p.produto_id, sum(p.quantidade)
  FROM pedidos p WHERE p.status <> 'cancelado' AND p.produto_id IS NOT NULL GROUP BY 1, 2;

  INSERT INTO resumo_diario_custos (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'tarifa_venda'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'tarifa_fixa'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'frete_vendedor'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'parcelamento'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'imposto'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'ads'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'embalagem'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'outros'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'fornecedor'), 0)
  FROM pedidos p CROSS JOIN LATERAL fatos_custos_pedido(p.usuario_id, p.id) c
  WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL GROUP BY 1, 2, 3;
END
$$;
