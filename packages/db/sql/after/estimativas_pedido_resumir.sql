-- Estimates are added to the sums by day as the rows of custos_pedido are, and leave them as these do.
CREATE FUNCTION estimativas_pedido_resumir() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sinal int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor)
  SELECT * FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
      coalesce(sum(sinal * e.tarifa_venda), 0),
      coalesce(sum(sinal * e.tarifa_fixa), 0),
      coalesce(sum(sinal * e.frete_vendedor), 0),
      coalesce(sum(sinal * e.parcelamento), 0),
      coalesce(sum(sinal * e.imposto), 0),
      coalesce(sum(sinal * e.ads), 0),
      coalesce(sum(sinal * e.embalagem), 0),
      coalesce(sum(sinal * e.outros), 0),
      coalesce(sum(sinal * e.fornecedor), 0)
    FROM linhas e
    JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
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

CREATE TRIGGER estimativas_pedido_inseridas AFTER INSERT ON estimativas_pedido
REFERENCING NEW TABLE AS linhas FOR EACH STATEMENT EXECUTE FUNCTION estimativas_pedido_resumir();

CREATE TRIGGER estimativas_pedido_excluidas AFTER DELETE ON estimativas_pedido
REFERENCING OLD TABLE AS linhas FOR EACH STATEMENT EXECUTE FUNCTION estimativas_pedido_resumir();
