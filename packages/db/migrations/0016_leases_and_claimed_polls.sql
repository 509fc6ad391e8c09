CREATE TABLE "travas" (
	"chave" text PRIMARY KEY NOT NULL,
	"dono" uuid NOT NULL,
	"ate" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "conexoes_por_leitura";--> statement-breakpoint
ALTER TABLE "conexoes" ADD COLUMN "proxima_leitura_em" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "conexoes" ADD COLUMN "leituras_falhas" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "conexoes_por_leitura" ON "conexoes" USING btree ("proxima_leitura_em" NULLS FIRST) WHERE status = 'conectado';