-- The costs of an order that begins or ceases to count, from both tables of costs.
CREATE FUNCTION pedidos_resumir_custos_mudanca() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor)
  SELECT * FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'tarifa_venda'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'tarifa_fixa'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'frete_vendedor'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'parcelamento'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'imposto'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'ads'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'embalagem'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'outros'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'fornecedor'), 0)
    FROM (
      SELECT n.usuario_id, n.id, n.criado_em, n.marketplace,
        CASE WHEN n.status <> 'cancelado' AND n.custos IS NOT NULL THEN 1 ELSE -1 END AS sinal
      FROM novos n
      JOIN antigos a ON a.usuario_id = n.usuario_id AND a.id = n.id
      WHERE (n.status <> 'cancelado' AND n.custos IS NOT NULL) <> (a.status <> 'cancelado' AND a.custos IS NOT NULL)
    ) p
    CROSS JOIN LATERAL fatos_custos_pedido(p.usuario_id, p.id) c
    GROUP BY 1, 2, 3
  ) m
  ORDER BY 1, 2, 3
  ON CONFLICT (usuario_id, dia, marketplace) DO UPDATE
  SET tarifa_venda = r.tarifa_venda + excluded.tarifa_venda,
    tarifa_fixa = r.tarifa_fixa + excluded.tarifa_fixa,
    frete_vendedor = r.frete_vendedor + excluded.frete_vendedor,
    parcelamento = r.parcelamento + excluded.parcelamento,
    imposto = r.imposto + excluded.imposto,
    ads = r.ads + excluded.ads,
    embalagem = r.embalagem + excluded.embalagem,
    outros = r.outros + excluded.outros,
    fornecedor = r.fornecedor + excluded.fornecedor;
  RETURN NULL;
END
$$;

-- Its name puts it behind the trigger of the sums by day.
CREATE TRIGGER pedidos_mudados_dias_custos AFTER UPDATE ON pedidos
REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_custos_mudanca();
