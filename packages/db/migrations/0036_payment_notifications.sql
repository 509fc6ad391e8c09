ALTER TABLE "pagamentos" ADD COLUMN "avisado_em" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "pagamentos_avisados" ON "pagamentos" USING btree ("avisado_em") WHERE avisado_em IS NOT NULL;--> statement-breakpoint
CREATE INDEX "pagamentos_externos" ON "pagamentos" USING btree ("id_externo");