-- Adds orders to the sums by day, by product and day, and of the units sold. The lines are the orders as they are now and,
-- negative, as they were before.
CREATE FUNCTION somar_pedidos(novas pedidos[], velhas pedidos[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status,
    pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
  SELECT * FROM (
    SELECT l.usuario_id, (l.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, l.marketplace, l.status,
      sum(l.sinal),
      sum(l.sinal * l.preco_venda),
      sum(l.sinal * l.lucro),
      coalesce(sum(l.sinal) FILTER (WHERE l.custos IS NOT NULL), 0),
      coalesce(sum(l.sinal * l.preco_venda) FILTER (WHERE l.custos IS NOT NULL), 0),
      coalesce(sum(l.sinal * l.custos), 0),
      coalesce(sum(l.sinal) FILTER (WHERE l.custos IS NOT NULL AND l.custos_cobrados), 0)
    FROM (SELECT 1 AS sinal, n.* FROM unnest(novas) n UNION ALL SELECT -1, a.* FROM unnest(velhas) a) l
    GROUP BY 1, 2, 3, 4
  ) AS m (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
  WHERE (pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados) <> (0, 0, 0, 0, 0, 0, 0)
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, status) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos,
      receita = r.receita + excluded.receita,
      lucro = r.lucro + excluded.lucro,
      calculados = r.calculados + excluded.calculados,
      receita_calculada = r.receita_calculada + excluded.receita_calculada,
      custos = r.custos + excluded.custos,
      cobrados = r.cobrados + excluded.cobrados;

  INSERT INTO resumo_diario_produtos AS r (usuario_id, dia, produto_id, fornecedor_id,
    unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
  SELECT * FROM (
    SELECT l.usuario_id, (l.criado_em AT TIME ZONE 'America/Sao_Paulo')::date,
      coalesce(l.produto_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(l.fornecedor_id, '00000000-0000-0000-0000-000000000000'::uuid),
      sum(l.sinal * l.quantidade),
      sum(l.sinal),
      sum(l.sinal * l.preco_venda),
      sum(l.sinal * l.lucro),
      coalesce(sum(l.sinal) FILTER (WHERE l.custos IS NOT NULL), 0),
      coalesce(sum(l.sinal * l.preco_venda) FILTER (WHERE l.custos IS NOT NULL), 0),
      coalesce(sum(l.sinal * l.custos), 0)
    FROM (SELECT 1 AS sinal, n.* FROM unnest(novas) n UNION ALL SELECT -1, a.* FROM unnest(velhas) a) l
    WHERE l.status <> 'cancelado' GROUP BY 1, 2, 3, 4
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
      custos = r.custos + excluded.custos;

  INSERT INTO vendas_produtos AS r (usuario_id, produto_id, unidades)
  SELECT l.usuario_id, l.produto_id, sum(l.sinal * l.quantidade)
  FROM (SELECT 1 AS sinal, n.* FROM unnest(novas) n UNION ALL SELECT -1, a.* FROM unnest(velhas) a) l
  WHERE l.status <> 'cancelado' AND l.produto_id IS NOT NULL
  GROUP BY 1, 2 HAVING sum(l.sinal * l.quantidade) <> 0
  ORDER BY 1, 2
  ON CONFLICT (usuario_id, produto_id) DO UPDATE SET unidades = r.unidades + excluded.unidades;
END
$$;
