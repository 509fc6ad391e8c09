ALTER TABLE "renovacoes" ADD COLUMN "avisado_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "renovacoes" ADD COLUMN "conferido_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "renovacoes" ADD COLUMN "chave_idempotencia" text;--> statement-breakpoint
ALTER TABLE "renovacoes" ADD COLUMN "resumo_pedido" text;--> statement-breakpoint
CREATE UNIQUE INDEX "renovacoes_chave_unica" ON "renovacoes" USING btree ("usuario_id","chave_idempotencia");--> statement-breakpoint
CREATE INDEX "renovacoes_avisadas" ON "renovacoes" USING btree ("avisado_em") WHERE avisado_em IS NOT NULL;