CREATE TABLE "custos_vendedor" (
	"usuario_id" uuid NOT NULL,
	"regime" text,
	"receita_12_meses" bigint,
	"aliquota" integer,
	"anuncios" integer NOT NULL,
	"devolucoes" integer NOT NULL,
	"perda_devolucao" integer NOT NULL,
	"embalagem" bigint NOT NULL,
	"outros" bigint NOT NULL,
	"margem_minima" integer,
	"reputacao_ml" text,
	"logistica_ml" text,
	"logistica_amazon" text,
	"origem_amazon" text,
	"entrega_propria" bigint,
	"plano_individual_amazon" boolean NOT NULL,
	"parcelamento_amazon" boolean NOT NULL,
	"categoria_ml" text,
	"categoria_amazon" text,
	"atualizado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custos_vendedor_pk" PRIMARY KEY("usuario_id"),
	CONSTRAINT "custos_vendedor_regime" CHECK ("custos_vendedor"."regime" IN ('mei', 'simples', 'outro')),
	CONSTRAINT "custos_vendedor_reputacao" CHECK ("custos_vendedor"."reputacao_ml" IN ('green', 'yellow', 'orange_red')),
	CONSTRAINT "custos_vendedor_logistica_ml" CHECK ("custos_vendedor"."logistica_ml" IN ('fulfillment', 'cross_docking', 'xd_drop_off', 'drop_off', 'self_service', 'me1', 'custom', 'not_specified')),
	CONSTRAINT "custos_vendedor_logistica_amazon" CHECK ("custos_vendedor"."logistica_amazon" IN ('dba', 'fba', 'own')),
	CONSTRAINT "custos_vendedor_origem" CHECK ("custos_vendedor"."origem_amazon" IN ('sp_capital', 'other_capitals_south_southeast', 'interior_south_southeast', 'centre_west_north_northeast')),
	CONSTRAINT "custos_vendedor_percentuais" CHECK ("custos_vendedor"."aliquota" BETWEEN 0 AND 10000 AND "custos_vendedor"."anuncios" BETWEEN 0 AND 10000 AND "custos_vendedor"."devolucoes" BETWEEN 0 AND 10000 AND "custos_vendedor"."perda_devolucao" BETWEEN 0 AND 10000 AND "custos_vendedor"."margem_minima" BETWEEN 0 AND 9999),
	CONSTRAINT "custos_vendedor_valores" CHECK ("custos_vendedor"."receita_12_meses" BETWEEN 0 AND 999999999 AND "custos_vendedor"."embalagem" BETWEEN 0 AND 999999999 AND "custos_vendedor"."outros" BETWEEN 0 AND 999999999 AND "custos_vendedor"."entrega_propria" BETWEEN 0 AND 999999999)
);
--> statement-breakpoint
ALTER TABLE "produtos" ADD COLUMN "peso_g" integer;--> statement-breakpoint
ALTER TABLE "produtos" ADD COLUMN "altura_cm" integer;--> statement-breakpoint
ALTER TABLE "produtos" ADD COLUMN "largura_cm" integer;--> statement-breakpoint
ALTER TABLE "produtos" ADD COLUMN "comprimento_cm" integer;--> statement-breakpoint
ALTER TABLE "produtos" ADD COLUMN "categoria_tarifa_ml" text;--> statement-breakpoint
ALTER TABLE "produtos" ADD COLUMN "categoria_tarifa_amazon" text;--> statement-breakpoint
ALTER TABLE "custos_vendedor" ADD CONSTRAINT "custos_vendedor_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "produtos" ADD CONSTRAINT "produtos_peso_valido" CHECK ("produtos"."peso_g" BETWEEN 1 AND 1000000);--> statement-breakpoint
ALTER TABLE "produtos" ADD CONSTRAINT "produtos_medidas_validas" CHECK ("produtos"."altura_cm" BETWEEN 1 AND 1000 AND "produtos"."largura_cm" BETWEEN 1 AND 1000 AND "produtos"."comprimento_cm" BETWEEN 1 AND 1000);