-- Orders, their history, what they cost and the stock ledger are never rewritten. They go with an example product, or
-- with their seller's deleted account.
CREATE FUNCTION recusar_mudanca() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  produto uuid;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF EXISTS (SELECT FROM usuarios WHERE id = OLD.usuario_id AND apagado_em IS NOT NULL) THEN
      RETURN OLD;
    END IF;
    IF TG_TABLE_NAME IN ('eventos_pedido', 'custos_pedido', 'estimativas_pedido') THEN
      -- The sums of costs have lost the facts of an order whose costs are not known.
      SELECT produto_id INTO produto FROM pedidos
      WHERE usuario_id = OLD.usuario_id AND id = OLD.pedido_id AND (TG_TABLE_NAME = 'eventos_pedido' OR custos IS NULL);
    ELSE
      produto := OLD.produto_id;
    END IF;
    IF EXISTS (SELECT FROM produtos WHERE usuario_id = OLD.usuario_id AND id = produto AND exemplo) THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER pedidos_ficam BEFORE DELETE ON pedidos FOR EACH ROW EXECUTE FUNCTION recusar_mudanca();

CREATE TRIGGER movimentos_estoque_permanentes BEFORE UPDATE OR DELETE ON movimentos_estoque
FOR EACH ROW EXECUTE FUNCTION recusar_mudanca();

CREATE TRIGGER eventos_pedido_permanentes BEFORE UPDATE OR DELETE ON eventos_pedido
FOR EACH ROW EXECUTE FUNCTION recusar_mudanca();

CREATE TRIGGER custos_pedido_permanentes BEFORE UPDATE OR DELETE ON custos_pedido
FOR EACH ROW EXECUTE FUNCTION recusar_mudanca();

CREATE TRIGGER estimativas_pedido_permanentes BEFORE UPDATE OR DELETE ON estimativas_pedido
FOR EACH ROW EXECUTE FUNCTION recusar_mudanca();
