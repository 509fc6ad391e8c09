ALTER TABLE "envios_estoque" DROP COLUMN "versao";--> statement-breakpoint
-- Whether a listing may be bought on its real marketplace, so that it is told the stock: it is for sale, or it exists
-- there, is wanted for sale and was not seen for sale yet.
CREATE FUNCTION recebe_estoque(a anuncios) RETURNS boolean
LANGUAGE sql STABLE
AS $$
  SELECT a.modo = 'real' AND a.id_externo IS NOT NULL AND a.desejado = 'publicado'
    AND (a.status = 'publicado' OR a.processando_desde IS NOT NULL)
$$;
--> statement-breakpoint
-- The one writer of the outbox. One row per listing, due a moment later: a burst of sales becomes one push. The row
-- that is there already is locked by the update, so that nobody takes it before this transaction can be seen.
CREATE FUNCTION enfileirar_envio_estoque(
  usuario uuid, produto uuid, canal text, espera interval DEFAULT '1.5 seconds'
) RETURNS void
LANGUAGE sql
AS $$
  INSERT INTO envios_estoque AS e (usuario_id, produto_id, marketplace, devido_em)
  VALUES (usuario, produto, canal, now() + espera)
  ON CONFLICT (usuario_id, produto_id, marketplace)
  DO UPDATE SET devido_em = least(e.devido_em, excluded.devido_em)
$$;
--> statement-breakpoint
-- Every change of stock owes the new figure to the product's listings on real marketplaces. The marketplace that sold
-- has taken the unit off by itself: telling it a figure that lacks a sale of its own still on the way would oversell.
CREATE OR REPLACE FUNCTION dever_estoque() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM enfileirar_envio_estoque(d.usuario_id, d.produto_id, d.marketplace)
  FROM (
    SELECT DISTINCT a.usuario_id, a.produto_id, a.marketplace
    FROM novos n
    JOIN anuncios a ON a.usuario_id = n.usuario_id AND a.produto_id = n.produto_id
    LEFT JOIN pedidos p ON n.motivo = 'venda' AND p.usuario_id = n.usuario_id AND p.id = n.pedido_id
    WHERE recebe_estoque(a) AND p.marketplace IS DISTINCT FROM a.marketplace
    ORDER BY 1, 2, 3
  ) AS d;
  RETURN NULL;
END
$$;
