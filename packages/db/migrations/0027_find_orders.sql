-- A word as it is looked for: one of fewer than three letters only where a word begins.
CREATE FUNCTION esteira_termo(palavra text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT CASE WHEN length(n) < 3 THEN ' ' || n ELSE n END FROM esteira_normalizar(palavra) n $$;
--> statement-breakpoint
-- The trigrams of a seller's text, and the first letters of its words, as numbers that only this seller has. So what is
-- common with others costs nobody else anything.
CREATE FUNCTION esteira_gramas(usuario_id uuid, texto text) RETURNS int[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000
AS $$
  SELECT array_agg(DISTINCT hashtext(usuario_id::text || substr(texto, i, n)))
  FROM generate_series(1, length(texto) - 1) i, (VALUES (2), (3)) AS tamanho(n)
  WHERE CASE n WHEN 2 THEN substr(texto, i, 1) = ' ' ELSE i <= length(texto) - 2 END
$$;
--> statement-breakpoint
CREATE TABLE "buscas_pedidos" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"texto" text NOT NULL,
	CONSTRAINT "buscas_pedidos_pk" PRIMARY KEY("usuario_id","pedido_id")
);
--> statement-breakpoint
DROP INDEX "pedidos_por_status";--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "produto_sku" text;--> statement-breakpoint
-- Orders of before take the SKU that their product has now. The summaries do not depend on it.
ALTER TABLE "pedidos" DISABLE TRIGGER "pedidos_mudados";--> statement-breakpoint
UPDATE pedidos o SET produto_sku = p.sku
FROM produtos p WHERE p.usuario_id = o.usuario_id AND p.id = o.produto_id AND p.sku IS NOT NULL;--> statement-breakpoint
ALTER TABLE "pedidos" ENABLE TRIGGER "pedidos_mudados";--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "busca" text GENERATED ALWAYS AS (left(esteira_normalizar(' ' || ml_order_id || ' ' || coalesce(produto_sku, '') || ' ' || left(coalesce(cliente_nome, ''), 120) || ' ' || produto_nome || ' ' || fornecedor_nome), 600)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "buscas_pedidos" ADD CONSTRAINT "buscas_pedidos_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "buscas_pedidos_gramas" ON "buscas_pedidos" USING gin (esteira_gramas(usuario_id, texto)) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "pedidos_por_fornecedor" ON "pedidos" USING btree ("usuario_id","fornecedor_id","status","id","marketplace","requer_atencao","criado_em","preco_venda","lucro");--> statement-breakpoint
CREATE INDEX "pedidos_com_atencao" ON "pedidos" USING btree ("usuario_id","status","id") WHERE requer_atencao;--> statement-breakpoint
CREATE INDEX "pedidos_por_valor" ON "pedidos" USING btree ("usuario_id","preco_venda","id","status","marketplace","requer_atencao","criado_em","fornecedor_id");--> statement-breakpoint
CREATE INDEX "pedidos_por_lucro" ON "pedidos" USING btree ("usuario_id","lucro","id","status","marketplace","requer_atencao","criado_em","fornecedor_id");--> statement-breakpoint
CREATE INDEX "pedidos_por_status" ON "pedidos" USING btree ("usuario_id","status","id","marketplace","requer_atencao","criado_em","fornecedor_id","preco_venda","lucro","busca");--> statement-breakpoint
INSERT INTO buscas_pedidos (usuario_id, pedido_id, texto) SELECT usuario_id, id, busca FROM pedidos;
--> statement-breakpoint
CREATE FUNCTION pedidos_indexar() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO buscas_pedidos (usuario_id, pedido_id, texto) SELECT usuario_id, id, busca FROM novos;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER pedidos_indexados AFTER INSERT ON pedidos
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION pedidos_indexar();
--> statement-breakpoint
CREATE FUNCTION pedidos_reindexar() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE buscas_pedidos SET texto = NEW.busca WHERE usuario_id = NEW.usuario_id AND pedido_id = NEW.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER pedidos_reindexados AFTER UPDATE ON pedidos
FOR EACH ROW WHEN (OLD.busca IS DISTINCT FROM NEW.busca) EXECUTE FUNCTION pedidos_reindexar();
