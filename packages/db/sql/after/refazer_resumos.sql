-- Computes the sums from the orders and their costs, where a backup was restored without its triggers.
CREATE FUNCTION refazer_resumos() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM somar_pedidos(array_agg(p), NULL) FROM pedidos p
  GROUP BY p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date;

  PERFORM somar_custos(array_agg(custo_do_dia(p, c.codigo, c.valor)))
  FROM pedidos p CROSS JOIN LATERAL fatos_custos_pedido(p.usuario_id, p.id) c
  WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL
  GROUP BY p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date;
END
$$;
