-- Adds new facts to what each cost took by day, of orders that count: not cancelled, all costs known. Facts go only where
-- their order has ceased to count: recusar_mudanca sees to it.
CREATE FUNCTION custos_resumir() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'custos_pedido' THEN
    PERFORM somar_custos(array_agg(custo_do_dia(p, c.codigo, c.valor)))
    FROM novos c JOIN pedidos p ON p.usuario_id = c.usuario_id AND p.id = c.pedido_id
    WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL;
  ELSE
    PERFORM somar_custos(array_agg(custo_do_dia(p, c.codigo, c.valor)))
    FROM novos n JOIN pedidos p ON p.usuario_id = n.usuario_id AND p.id = n.pedido_id
    CROSS JOIN LATERAL fatos_estimados(p.usuario_id, p.id) c
    WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER custos_pedido_inseridos AFTER INSERT ON custos_pedido
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION custos_resumir();

CREATE TRIGGER estimativas_pedido_inseridas AFTER INSERT ON estimativas_pedido
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION custos_resumir();
