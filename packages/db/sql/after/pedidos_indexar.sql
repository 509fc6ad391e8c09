CREATE FUNCTION pedidos_indexar() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO buscas_pedidos (usuario_id, pedido_id, texto, comprador)
  SELECT usuario_id, id, busca, esteira_comprador(marketplace, cliente_nome, cliente_endereco) FROM novos;
  RETURN NULL;
END
$$;

CREATE TRIGGER pedidos_indexados AFTER INSERT ON pedidos
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION pedidos_indexar();
