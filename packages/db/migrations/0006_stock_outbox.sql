-- Every change of stock owes the new figure to the product's listings on real marketplaces. The marketplace that sold
-- has taken the unit off by itself: telling it a figure that lacks a sale of its own still on the way would oversell.
-- One row per listing, due a moment later: a burst of sales becomes one push.
CREATE FUNCTION dever_estoque() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO envios_estoque AS e (usuario_id, produto_id, marketplace, versao, devido_em)
  SELECT DISTINCT a.usuario_id, a.produto_id, a.marketplace, 1, now() + interval '1.5 seconds'
  FROM novos n
  JOIN anuncios a ON a.usuario_id = n.usuario_id AND a.produto_id = n.produto_id
  LEFT JOIN pedidos p ON n.motivo = 'venda' AND p.usuario_id = n.usuario_id AND p.id = n.pedido_id
  WHERE a.modo = 'real' AND a.status = 'publicado' AND p.marketplace IS DISTINCT FROM a.marketplace
  ORDER BY 1, 2, 3
  ON CONFLICT (usuario_id, produto_id, marketplace) DO UPDATE SET versao = e.versao + 1;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER movimentos_estoque_devem AFTER INSERT ON movimentos_estoque
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION dever_estoque();
