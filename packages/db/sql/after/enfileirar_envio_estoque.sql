-- The one writer of the outbox. One row per listing, due a moment later: a burst of sales becomes one push. The row
-- that is there already is locked by the update, so that no server takes it before this transaction is committed.
CREATE FUNCTION enfileirar_envio_estoque(
  usuario uuid, produto uuid, canal text, espera interval DEFAULT '1.5 seconds'
) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO envios_estoque AS e (usuario_id, produto_id, marketplace, devido_em)
  VALUES (usuario, produto, canal, now() + espera)
  ON CONFLICT (usuario_id, produto_id, marketplace)
  DO UPDATE SET devido_em = least(e.devido_em, excluded.devido_em)
$$;
