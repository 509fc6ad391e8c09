-- All facts of what an order costs, whichever table they stand in. A function that is planned with the statement around
-- it, and not a view: of a union that lists each row's columns PostgreSQL would compute every order's before it joins them.
CREATE FUNCTION fatos_custos_pedido(usuario uuid, pedido uuid)
RETURNS TABLE (id uuid, codigo text, valor bigint, falta text, origem text, cobrado boolean,
  entrega_propria boolean, regra_id text, regra_desde text, estorna_id uuid, ator_id uuid, criado_em timestamp with time zone)
LANGUAGE sql STABLE ROWS 9 AS $$
  SELECT f.id, f.codigo, f.valor, f.falta, f.origem, f.cobrado, f.entrega_propria, f.regra_id, f.regra_desde, f.estorna_id,
    f.ator_id, f.criado_em
  FROM fatos_estimados(usuario, pedido) f
  UNION ALL
  SELECT c.id, c.codigo, c.valor, c.falta, c.origem, c.cobrado, c.entrega_propria, c.regra_id, c.regra_desde, c.estorna_id,
    c.ator_id, c.criado_em
  FROM custos_pedido c WHERE c.usuario_id = usuario AND c.pedido_id = pedido
$$;
