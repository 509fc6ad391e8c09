-- A cost that was estimated holds once: another row of it comes with the one that takes the estimate back.
CREATE FUNCTION custos_pedido_conferir_estimativa() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM novos n
    CROSS JOIN LATERAL fatos_estimados(n.usuario_id, n.pedido_id) f
    WHERE n.estorna_id IS NULL AND f.codigo = n.codigo AND NOT EXISTS (
      SELECT FROM custos_pedido e
      WHERE e.usuario_id = n.usuario_id AND e.pedido_id = n.pedido_id AND e.estorna_id = f.id)
  ) THEN
    RAISE EXCEPTION 'a cost that was estimated would hold twice'
      USING ERRCODE = 'unique_violation', TABLE = 'custos_pedido', CONSTRAINT = 'custos_pedido_estimado';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER custos_pedido_estimado AFTER INSERT ON custos_pedido
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION custos_pedido_conferir_estimativa();
