-- Orders, their history and the stock ledger go with an example product, or with their seller's deleted account.
CREATE FUNCTION recusar_exclusao() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  produto uuid;
BEGIN
  IF EXISTS (SELECT FROM usuarios WHERE id = OLD.usuario_id AND apagado_em IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  IF TG_TABLE_NAME IN ('eventos_pedido', 'custos_pedido', 'estimativas_pedido') THEN
    SELECT produto_id INTO produto FROM pedidos WHERE usuario_id = OLD.usuario_id AND id = OLD.pedido_id;
  ELSE
    produto := OLD.produto_id;
  END IF;
  IF NOT EXISTS (SELECT FROM produtos WHERE usuario_id = OLD.usuario_id AND id = produto AND exemplo) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END
$$;

CREATE TRIGGER pedidos_ficam BEFORE DELETE ON pedidos FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();

CREATE TRIGGER movimentos_estoque_ficam BEFORE DELETE ON movimentos_estoque
FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();

CREATE TRIGGER eventos_pedido_ficam BEFORE DELETE ON eventos_pedido FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();

CREATE TRIGGER custos_pedido_ficam BEFORE DELETE ON custos_pedido FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();

CREATE TRIGGER estimativas_pedido_ficam BEFORE DELETE ON estimativas_pedido
FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();
