CREATE TABLE "passos_fornecedor" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"fornecedor_id" uuid NOT NULL,
	"passo" text NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passos_fornecedor_pk" PRIMARY KEY("usuario_id","pedido_id","fornecedor_id","passo"),
	CONSTRAINT "passos_fornecedor_passo" CHECK ("passos_fornecedor"."passo" IN ('enviado', 'pago'))
);
--> statement-breakpoint
ALTER TABLE "atencoes_pedido" DROP CONSTRAINT "atencoes_pedido_codigo";--> statement-breakpoint
DROP INDEX "pedidos_por_fornecedor";--> statement-breakpoint
-- That an order has several items is no reason any more; the trigger sees to the orders that have no other.
DELETE FROM "atencoes_pedido" WHERE "codigo" = 'varios_itens';--> statement-breakpoint
ALTER TABLE "passos_fornecedor" ADD CONSTRAINT "passos_fornecedor_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passos_fornecedor" ADD CONSTRAINT "passos_fornecedor_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "itens_pedido_por_fornecedor" ON "itens_pedido" USING btree ("usuario_id","fornecedor_id","pedido_id") WHERE "itens_pedido"."numero" > 1;--> statement-breakpoint
ALTER TABLE "atencoes_pedido" ADD CONSTRAINT "atencoes_pedido_codigo" CHECK ("atencoes_pedido"."codigo" IN ('bloqueado', 'devolvido', 'pedido_alterado', 'sem_estoque', 'sem_anuncio', 'dados_ocultos', 'envio_nao_confirmado'));