UPDATE "conexoes" SET "proxima_leitura_em" = 'epoch' WHERE "proxima_leitura_em" IS NULL;--> statement-breakpoint
ALTER TABLE "conexoes" ALTER COLUMN "proxima_leitura_em" SET DEFAULT 'epoch';--> statement-breakpoint
ALTER TABLE "conexoes" ALTER COLUMN "proxima_leitura_em" SET NOT NULL;--> statement-breakpoint
DROP INDEX "conexoes_por_leitura";--> statement-breakpoint
CREATE INDEX "conexoes_por_leitura" ON "conexoes" USING btree ("proxima_leitura_em") WHERE status = 'conectado';
