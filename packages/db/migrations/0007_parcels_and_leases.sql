DROP INDEX "movimentos_estoque_pedido_unico";--> statement-breakpoint
ALTER TABLE "conexoes" ADD COLUMN "renovando_ate" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD COLUMN "bloqueio" text;--> statement-breakpoint
CREATE INDEX "envios_pedido_por_pacote" ON "envios_pedido" USING btree ("usuario_id","pacote_id") WHERE pacote_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "envios_pedido_abertos" ON "envios_pedido" USING btree ("usuario_id","lido_em") WHERE situacao NOT IN ('entregue', 'devolvido', 'cancelado');--> statement-breakpoint
CREATE UNIQUE INDEX "movimentos_estoque_pedido_unico" ON "movimentos_estoque" USING btree ("usuario_id","pedido_id","motivo","produto_id") WHERE pedido_id IS NOT NULL;