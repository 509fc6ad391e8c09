CREATE INDEX "eventos_pedido_por_pedido" ON "eventos_pedido" USING btree ("usuario_id","pedido_id");--> statement-breakpoint
CREATE UNIQUE INDEX "eventos_pedido_por_tempo" ON "eventos_pedido" USING btree ("usuario_id","id","pedido_id");--> statement-breakpoint
ALTER TABLE "eventos_pedido" DROP CONSTRAINT "eventos_pedido_pk", ADD CONSTRAINT "eventos_pedido_pk" PRIMARY KEY USING INDEX "eventos_pedido_por_tempo";--> statement-breakpoint
DROP INDEX "eventos_pedido_recentes";--> statement-breakpoint
DROP INDEX "pedidos_por_data";
