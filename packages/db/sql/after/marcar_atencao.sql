-- An order needs attention exactly while a reason is open, and the screens of its seller hear of every change. The
-- order is locked before its reasons are counted: of two that change at once the second one counts again.
CREATE FUNCTION marcar_atencao() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  motivo atencoes_pedido := coalesce(NEW, OLD);
BEGIN
  PERFORM FROM pedidos WHERE usuario_id = motivo.usuario_id AND id = motivo.pedido_id FOR NO KEY UPDATE;
  UPDATE pedidos SET atualizado_em = now(), requer_atencao = EXISTS (
    SELECT FROM atencoes_pedido a WHERE a.usuario_id = motivo.usuario_id AND a.pedido_id = motivo.pedido_id
  )
  WHERE usuario_id = motivo.usuario_id AND id = motivo.pedido_id;
  UPDATE envios_pedido SET mudanca_id = nova_mudanca()
  WHERE usuario_id = motivo.usuario_id AND pedido_id = motivo.pedido_id;
  RETURN NULL;
END
$$;

CREATE TRIGGER atencoes_pedido_marcam AFTER INSERT OR UPDATE OR DELETE ON atencoes_pedido
FOR EACH ROW EXECUTE FUNCTION marcar_atencao();
