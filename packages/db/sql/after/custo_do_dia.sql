-- What a cost of an order adds to the sums of its day.
CREATE FUNCTION custo_do_dia(p pedidos, codigo text, valor bigint) RETURNS resumo_diario_custos
LANGUAGE sql STABLE AS $$
  SELECT ROW(p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, codigo, valor)::resumo_diario_custos
$$;
