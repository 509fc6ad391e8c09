CREATE FUNCTION pedidos_reindexar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE buscas_pedidos
  SET texto = NEW.busca, comprador = esteira_comprador(NEW.marketplace, NEW.cliente_nome, NEW.cliente_endereco)
  WHERE usuario_id = NEW.usuario_id AND pedido_id = NEW.id;
  RETURN NULL;
END
$$;

CREATE TRIGGER pedidos_reindexados AFTER UPDATE ON pedidos
FOR EACH ROW WHEN (OLD.busca IS DISTINCT FROM NEW.busca OR OLD.cliente_nome IS DISTINCT FROM NEW.cliente_nome
  OR OLD.cliente_endereco IS DISTINCT FROM NEW.cliente_endereco)
EXECUTE FUNCTION pedidos_reindexar();
