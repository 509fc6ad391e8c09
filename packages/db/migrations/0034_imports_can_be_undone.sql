CREATE TABLE "produtos_importados" (
	"usuario_id" uuid NOT NULL,
	"lote_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"produtos" uuid[] NOT NULL,
	CONSTRAINT "produtos_importados_pk" PRIMARY KEY("usuario_id","lote_id","id")
);
--> statement-breakpoint
ALTER TABLE "produtos_importados" ADD CONSTRAINT "produtos_importados_lote_fk" FOREIGN KEY ("usuario_id","lote_id") REFERENCES "public"."lotes_alteracao"("usuario_id","id") ON DELETE cascade ON UPDATE no action;