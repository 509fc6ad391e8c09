ALTER TABLE "anuncios" ADD COLUMN "desejado" text DEFAULT 'publicado' NOT NULL;--> statement-breakpoint
ALTER TABLE "anuncios" ADD COLUMN "tentado_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "anuncios" ADD COLUMN "ocupado_ate" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "anuncios" ADD COLUMN "mudanca_id" uuid;--> statement-breakpoint
CREATE INDEX "anuncios_mudados" ON "anuncios" USING btree ("usuario_id","mudanca_id") WHERE mudanca_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "anuncios" ADD CONSTRAINT "anuncios_desejo_conhecido" CHECK ("anuncios"."desejado" IN ('publicado', 'pausado', 'encerrado'));