-- Keeps all sums of orders equal to them, in the transaction that changes them; with an order that begins or ceases to
-- count (not cancelled, all costs known) its costs come or go.
CREATE FUNCTION pedidos_resumir() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  novas pedidos[];
  velhas pedidos[];
BEGIN
  IF TG_OP <> 'DELETE' THEN SELECT array_agg(ROW(n.*)::pedidos) INTO novas FROM novos n; END IF;
  IF TG_OP <> 'INSERT' THEN SELECT array_agg(ROW(a.*)::pedidos) INTO velhas FROM antigos a; END IF;
  PERFORM somar_pedidos(novas, velhas);
  IF TG_OP = 'UPDATE' THEN
    PERFORM somar_custos(array_agg(
      custo_do_dia(ROW(n.*)::pedidos, c.codigo, CASE WHEN n.status <> 'cancelado' AND n.custos IS NOT NULL THEN c.valor ELSE -c.valor END)))
    FROM novos n JOIN antigos a ON a.usuario_id = n.usuario_id AND a.id = n.id
    CROSS JOIN LATERAL fatos_custos_pedido(n.usuario_id, n.id) c
    WHERE (n.status <> 'cancelado' AND n.custos IS NOT NULL) <> (a.status <> 'cancelado' AND a.custos IS NOT NULL);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER pedidos_inseridos AFTER INSERT ON pedidos
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir();

CREATE TRIGGER pedidos_mudados AFTER UPDATE ON pedidos
REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir();

CREATE TRIGGER pedidos_excluidos AFTER DELETE ON pedidos
REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir();
