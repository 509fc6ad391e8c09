CREATE TABLE "pausas_anuncio" (
	"usuario_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"fornecedor_id" uuid NOT NULL,
	"pausado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pausas_anuncio_pk" PRIMARY KEY("usuario_id","produto_id","marketplace"),
	CONSTRAINT "pausas_anuncio_marketplace" CHECK ("pausas_anuncio"."marketplace" IN ('mercadolivre', 'amazon'))
);
--> statement-breakpoint
CREATE TABLE "listas_compra" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"fornecedor_id" uuid NOT NULL,
	"pedidos" uuid[] NOT NULL,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listas_compra_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "listas_compra_com_pedidos" CHECK (cardinality("listas_compra"."pedidos") > 0)
);
--> statement-breakpoint
ALTER TABLE "pausas_anuncio" ADD CONSTRAINT "pausas_anuncio_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pausas_anuncio" ADD CONSTRAINT "pausas_anuncio_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listas_compra" ADD CONSTRAINT "listas_compra_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pausas_anuncio_por_fornecedor" ON "pausas_anuncio" USING btree ("usuario_id","fornecedor_id");--> statement-breakpoint
CREATE INDEX "listas_compra_por_fornecedor" ON "listas_compra" USING btree ("usuario_id","fornecedor_id","expira_em");--> statement-breakpoint
-- A listing that is for sale again is paused no more, whoever put it back: there is nothing left to take back.
CREATE FUNCTION esquecer_pausas() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM pausas_anuncio
  WHERE usuario_id = new.usuario_id AND produto_id = new.id
    AND (new.excluido_em IS NOT NULL
      OR marketplace = 'mercadolivre' AND new.publicado_ml AND NOT old.publicado_ml
      OR marketplace = 'amazon' AND new.publicado_amazon AND NOT old.publicado_amazon);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER produtos_esquecem_pausas AFTER UPDATE OF publicado_ml, publicado_amazon, excluido_em ON produtos
FOR EACH ROW WHEN (new.publicado_ml AND NOT old.publicado_ml OR new.publicado_amazon AND NOT old.publicado_amazon
  OR new.excluido_em IS NOT NULL)
EXECUTE FUNCTION esquecer_pausas();
