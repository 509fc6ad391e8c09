-- Makes what each cost took equal to the rows of custos_pedido, of orders that count: not cancelled, all costs known.
-- Who writes costs has changed their order before, so that everybody reaches these sums after those by day. Costs are
-- deleted before their order.
CREATE FUNCTION custos_pedido_resumir() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sinal int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor)
  SELECT * FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
      coalesce(sum(sinal * c.valor) FILTER (WHERE c.codigo = 'tarifa_venda'), 0),
      coalesce(sum(sinal * c.valor) FILTER (WHERE c.codigo = 'tarifa_fixa'), 0),
      coalesce(sum(sinal * c.valor) FILTER (WHERE c.codigo = 'frete_vendedor'), 0),
      coalesce(sum(sinal * c.valor) FILTER (WHERE c.codigo = 'parcelamento'), 0),
      coalesce(sum(sinal * c.valor) FILTER (WHERE c.codigo = 'imposto'), 0),
      coalesce(sum(sinal * c.valor) FILTER (WHERE c.codigo = 'ads'), 0),
      coalesce(sum(sinal * c.valor) FILTER (WHERE c.codigo = 'embalagem'), 0),
      coalesce(sum(sinal * c.valor) FILTER (WHERE c.codigo = 'outros'), 0),
      coalesce(sum(sinal * c.valor) FILTER (WHERE c.codigo = 'fornecedor'), 0)
    FROM linhas c
    JOIN pedidos p ON p.usuario_id = c.usuario_id AND p.id = c.pedido_id
    WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL
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

CREATE TRIGGER custos_pedido_inseridos AFTER INSERT ON custos_pedido
REFERENCING NEW TABLE AS linhas FOR EACH STATEMENT EXECUTE FUNCTION custos_pedido_resumir();

CREATE TRIGGER custos_pedido_excluidos AFTER DELETE ON custos_pedido
REFERENCING OLD TABLE AS linhas FOR EACH STATEMENT EXECUTE FUNCTION custos_pedido_resumir();
