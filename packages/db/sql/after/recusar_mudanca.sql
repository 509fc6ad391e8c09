-- Of these tables rows are never rewritten.
CREATE FUNCTION recusar_mudanca() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER movimentos_estoque_permanentes BEFORE UPDATE ON movimentos_estoque
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();

CREATE TRIGGER eventos_pedido_permanentes BEFORE UPDATE ON eventos_pedido
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();

CREATE TRIGGER custos_pedido_permanentes BEFORE UPDATE ON custos_pedido
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();

CREATE TRIGGER estimativas_pedido_permanentes BEFORE UPDATE ON estimativas_pedido
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();
