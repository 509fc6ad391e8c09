CREATE TABLE "chaves_api" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"nome" text NOT NULL,
	"prefixo" text NOT NULL,
	"hash" text NOT NULL,
	"escopos" text[] NOT NULL,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"ultimo_uso" timestamp (3) with time zone,
	CONSTRAINT "chaves_api_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "chaves_api_com_escopo" CHECK (cardinality("chaves_api"."escopos") > 0)
);
--> statement-breakpoint
ALTER TABLE "chaves_api" ADD CONSTRAINT "chaves_api_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chaves_api_hash_unico" ON "chaves_api" USING btree ("hash");