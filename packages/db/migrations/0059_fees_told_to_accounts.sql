CREATE TABLE "tarifas_consultadas" (
	"usuario_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"vendedor_id" text NOT NULL,
	"referencia" text NOT NULL,
	"tipo_anuncio" text NOT NULL,
	"condicao" text NOT NULL,
	"logistica" text NOT NULL,
	"peso_g" integer NOT NULL,
	"altura_cm" integer NOT NULL,
	"largura_cm" integer NOT NULL,
	"comprimento_cm" integer NOT NULL,
	"de" integer NOT NULL,
	"ate" integer NOT NULL,
	"tarifas" jsonb NOT NULL,
	"falta" jsonb NOT NULL,
	"lida_em" timestamp (3) with time zone NOT NULL,
	"expira_em" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tarifas_consultadas_pk" PRIMARY KEY("usuario_id","marketplace","vendedor_id","referencia","tipo_anuncio","condicao","logistica","peso_g","altura_cm","largura_cm","comprimento_cm","de"),
	CONSTRAINT "tarifas_consultadas_marketplace" CHECK ("tarifas_consultadas"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "tarifas_consultadas_tipo" CHECK ("tarifas_consultadas"."tipo_anuncio" IN ('classico', 'premium', 'gratis')),
	CONSTRAINT "tarifas_consultadas_condicao" CHECK ("tarifas_consultadas"."condicao" IN ('novo', 'usado', 'recondicionado')),
	CONSTRAINT "tarifas_consultadas_precos" CHECK ("tarifas_consultadas"."de" BETWEEN 0 AND "tarifas_consultadas"."ate")
);
--> statement-breakpoint
ALTER TABLE "tarifas_consultadas" ADD CONSTRAINT "tarifas_consultadas_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tarifas_consultadas_vencidas" ON "tarifas_consultadas" USING btree ("expira_em");