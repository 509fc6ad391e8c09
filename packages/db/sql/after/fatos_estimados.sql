-- The facts of an order's estimate. Each has the order's id with its place in the last byte, so a place is never given to
-- another kind of cost.
CREATE FUNCTION fatos_estimados(usuario uuid, pedido uuid)
RETURNS TABLE (id uuid, codigo text, valor bigint, falta text, origem text, cobrado boolean,
  entrega_propria boolean, regra_id text, regra_desde text, estorna_id uuid, ator_id uuid, criado_em timestamp with time zone)
LANGUAGE sql STABLE ROWS 9 AS $$
  SELECT encode(set_byte(uuid_send(e.pedido_id), 15, f.lugar), 'hex')::uuid, f.codigo, f.valor,
    CASE WHEN f.valor IS NULL THEN split_part(f.fonte, ' ', 2) END, split_part(f.fonte, ' ', 1), false,
    e.entrega_propria AND f.codigo = 'frete_vendedor',
    CASE WHEN f.valor IS NOT NULL THEN nullif(split_part(f.fonte, ' ', 2), '') END,
    nullif(split_part(f.fonte, ' ', 3), ''), NULL::uuid, NULL::uuid, e.criado_em
  FROM estimativas_pedido e CROSS JOIN LATERAL (VALUES
    (1, 'tarifa_venda', e.tarifa_venda, e.tarifa_venda_fonte),
    (2, 'tarifa_fixa', e.tarifa_fixa, e.tarifa_fixa_fonte),
    (3, 'frete_vendedor', e.frete_vendedor, e.frete_vendedor_fonte),
    (4, 'parcelamento', e.parcelamento, e.parcelamento_fonte),
    (5, 'imposto', e.imposto, e.imposto_fonte),
    (6, 'ads', e.ads, e.ads_fonte),
    (7, 'embalagem', e.embalagem, e.embalagem_fonte),
    (8, 'outros', e.outros, e.outros_fonte),
    (9, 'fornecedor', e.fornecedor, e.fornecedor_fonte)
  ) AS f (lugar, codigo, valor, fonte)
  WHERE e.usuario_id = usuario AND e.pedido_id = pedido AND f.fonte IS NOT NULL
$$;
