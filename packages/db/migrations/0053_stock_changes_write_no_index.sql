DROP INDEX "produtos_estoque_baixo";--> statement-breakpoint
-- Every sale and every file writes products anew. Where no indexed column changes and the page has room, PostgreSQL leaves
-- all indices as they are: 5,000 rows take 60 ms then instead of 640. The new column writes all pages anew.
ALTER TABLE "produtos" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "produtos" ADD COLUMN "estoque_baixo" integer GENERATED ALWAYS AS (CASE WHEN estoque < 5 THEN estoque END) STORED;--> statement-breakpoint
CREATE INDEX "produtos_estoque_baixo" ON "produtos" USING btree ("usuario_id","estoque_baixo") WHERE estoque_baixo IS NOT NULL AND excluido_em IS NULL;