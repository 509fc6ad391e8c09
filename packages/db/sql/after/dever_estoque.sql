-- Every change of stock enqueues the new figure for the product's listings on real marketplaces. The marketplace that sold
-- has taken the units off by itself: telling it a figure that lacks a sale of its own still on the way would oversell.
CREATE FUNCTION dever_estoque() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enfileirar_envio_estoque(d.usuario_id, d.produto_id, d.marketplace)
  FROM (
    SELECT DISTINCT a.usuario_id, a.produto_id, a.marketplace
    FROM novos n
    JOIN anuncios a ON a.usuario_id = n.usuario_id AND a.produto_id = n.produto_id
    LEFT JOIN pedidos p ON (n.motivo = 'venda' OR (n.motivo = 'alteracao' AND n.quantidade < 0))
      AND p.usuario_id = n.usuario_id AND p.id = n.pedido_id
    WHERE recebe_estoque(a) AND p.marketplace IS DISTINCT FROM a.marketplace
    ORDER BY 1, 2, 3
  ) AS d;
  RETURN NULL;
END
$$;

CREATE TRIGGER movimentos_estoque_devem AFTER INSERT ON movimentos_estoque
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION dever_estoque();
