ALTER TABLE "atencoes_pedido" DROP CONSTRAINT "atencoes_pedido_codigo";--> statement-breakpoint
ALTER TABLE "movimentos_estoque" DROP CONSTRAINT "movimentos_estoque_motivo";--> statement-breakpoint
ALTER TABLE "movimentos_estoque" DROP CONSTRAINT "movimentos_estoque_pedido_presente";--> statement-breakpoint
DROP INDEX "movimentos_estoque_pedido_unico";--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD COLUMN "pedido_mudou_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD COLUMN "itens" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "movimentos_estoque_pedido_unico" ON "movimentos_estoque" USING btree ("usuario_id","pedido_id","motivo",(CASE WHEN motivo = 'alteracao' THEN id ELSE produto_id END)) WHERE pedido_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "atencoes_pedido" ADD CONSTRAINT "atencoes_pedido_codigo" CHECK ("atencoes_pedido"."codigo" IN ('bloqueado', 'devolvido', 'pedido_alterado', 'varios_itens', 'sem_estoque', 'sem_anuncio', 'dados_ocultos', 'envio_nao_confirmado'));--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_motivo" CHECK ("movimentos_estoque"."motivo" IN ('inicial', 'ajuste', 'importacao', 'desfazer', 'venda', 'cancelamento', 'alteracao'));--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_pedido_presente" CHECK (("movimentos_estoque"."motivo" IN ('venda', 'cancelamento', 'alteracao')) = ("movimentos_estoque"."pedido_id" IS NOT NULL));
--> statement-breakpoint
-- As before; units that a marketplace added to an order of its own were sold by it too.
CREATE OR REPLACE FUNCTION dever_estoque() RETURNS trigger
LANGUAGE plpgsql
AS $$
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
