CREATE TABLE "itens_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"numero" smallint NOT NULL,
	"id_externo" text,
	"produto_id" uuid,
	"fornecedor_id" uuid,
	"produto_nome" text NOT NULL,
	"produto_sku" text,
	"fornecedor_nome" text NOT NULL,
	"quantidade" integer NOT NULL,
	"preco_venda" bigint NOT NULL,
	"preco_fornecedor" bigint NOT NULL,
	CONSTRAINT "itens_pedido_pk" PRIMARY KEY("usuario_id","pedido_id","numero"),
	CONSTRAINT "itens_pedido_quantidade_positiva" CHECK ("itens_pedido"."quantidade" > 0),
	CONSTRAINT "itens_pedido_valores_validos" CHECK ("itens_pedido"."preco_venda" >= 0 AND "itens_pedido"."preco_fornecedor" >= 0)
);
--> statement-breakpoint
-- Each order gets one line with its own sums; of one item it names the listing that the last reading told.
INSERT INTO "itens_pedido" ("usuario_id", "pedido_id", "numero", "id_externo", "produto_id", "fornecedor_id", "produto_nome",
	"produto_sku", "fornecedor_nome", "quantidade", "preco_venda", "preco_fornecedor")
SELECT p."usuario_id", p."id", 1, CASE WHEN jsonb_array_length(e."itens") = 1 THEN e."itens"->0->>'id' END, p."produto_id", p."fornecedor_id",
	p."produto_nome", p."produto_sku", p."fornecedor_nome", p."quantidade", p."preco_venda", p."preco_fornecedor"
FROM "pedidos" p LEFT JOIN "envios_pedido" e ON e."usuario_id" = p."usuario_id" AND e."pedido_id" = p."id";
--> statement-breakpoint
ALTER TABLE "itens_pedido" ADD CONSTRAINT "itens_pedido_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "itens_pedido" ADD CONSTRAINT "itens_pedido_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "itens_pedido" ADD CONSTRAINT "itens_pedido_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envios_pedido" DROP COLUMN "itens";