ALTER TABLE "envios_pedido" ADD COLUMN "custos_ler_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD COLUMN "custos_leituras" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "envios_pedido_custos" ON "envios_pedido" USING btree ("custos_ler_em") WHERE custos_ler_em IS NOT NULL;