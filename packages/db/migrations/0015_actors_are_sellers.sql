ALTER TABLE "eventos_pedido" DROP CONSTRAINT "eventos_pedido_ator_id_usuarios_id_fk";
--> statement-breakpoint
ALTER TABLE "movimentos_estoque" DROP CONSTRAINT "movimentos_estoque_ator_id_usuarios_id_fk";
--> statement-breakpoint
ALTER TABLE "eventos_pedido" ADD CONSTRAINT "eventos_pedido_ator" CHECK ("eventos_pedido"."ator_id" = "eventos_pedido"."usuario_id");--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_ator" CHECK ("movimentos_estoque"."ator_id" = "movimentos_estoque"."usuario_id");