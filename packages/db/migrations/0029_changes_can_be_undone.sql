CREATE TABLE "itens_alteracao" (
	"usuario_id" uuid NOT NULL,
	"lote_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"antes" jsonb,
	"depois" jsonb NOT NULL,
	"movimento_id" uuid,
	"situacao" text,
	CONSTRAINT "itens_alteracao_pk" PRIMARY KEY("usuario_id","lote_id","produto_id"),
	CONSTRAINT "itens_alteracao_situacao" CHECK ("itens_alteracao"."situacao" IS NULL OR "itens_alteracao"."situacao" IN ('desfeito', 'alterado', 'excluido', 'publicado', 'com_pedidos', 'estoque_insuficiente', 'estoque_maximo', 'fornecedor_excluido'))
);
--> statement-breakpoint
CREATE TABLE "lotes_alteracao" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"tipo" text NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"desfeito_em" timestamp (3) with time zone,
	CONSTRAINT "lotes_alteracao_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "lotes_alteracao_tipo" CHECK ("lotes_alteracao"."tipo" IN ('precos', 'estoque', 'importacao'))
);
--> statement-breakpoint
ALTER TABLE "movimentos_estoque" DROP CONSTRAINT "movimentos_estoque_motivo";--> statement-breakpoint
ALTER TABLE "itens_alteracao" ADD CONSTRAINT "itens_alteracao_lote_fk" FOREIGN KEY ("usuario_id","lote_id") REFERENCES "public"."lotes_alteracao"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lotes_alteracao_antigos" ON "lotes_alteracao" USING btree ("criado_em");--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_motivo" CHECK ("movimentos_estoque"."motivo" IN ('inicial', 'ajuste', 'importacao', 'desfazer', 'venda', 'cancelamento'));