CREATE TABLE "etiquetas" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"tipo" text NOT NULL,
	"conteudo" "bytea" NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "etiquetas_pk" PRIMARY KEY("usuario_id","pedido_id")
);
--> statement-breakpoint
CREATE TABLE "anuncios" (
	"usuario_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"id_externo" text NOT NULL,
	"status" text NOT NULL,
	"motivo" text,
	"sincronizado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anuncios_pk" PRIMARY KEY("usuario_id","produto_id","marketplace"),
	CONSTRAINT "anuncios_marketplace_conhecido" CHECK ("anuncios"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "anuncios_status_conhecido" CHECK ("anuncios"."status" IN ('processando', 'publicado', 'pausado', 'encerrado', 'erro'))
);
--> statement-breakpoint
CREATE TABLE "eventos_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"de" text,
	"para" text NOT NULL,
	"ator_id" uuid,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "eventos_pedido_pk" PRIMARY KEY("usuario_id","pedido_id","id")
);
--> statement-breakpoint
CREATE TABLE "resumo_pedidos" (
	"usuario_id" uuid NOT NULL,
	"mes" text NOT NULL,
	"marketplace" text NOT NULL,
	"status" text NOT NULL,
	"pedidos" integer NOT NULL,
	"receita" bigint NOT NULL,
	"lucro" bigint NOT NULL,
	CONSTRAINT "resumo_pedidos_pk" PRIMARY KEY("usuario_id","mes","marketplace","status")
);
--> statement-breakpoint
CREATE TABLE "vendas_produtos" (
	"usuario_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"unidades" integer NOT NULL,
	CONSTRAINT "vendas_produtos_pk" PRIMARY KEY("usuario_id","produto_id")
);
--> statement-breakpoint
CREATE TABLE "pedidos" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'pendente' NOT NULL,
	"marketplace" text NOT NULL,
	"ml_order_id" text NOT NULL,
	"produto_id" uuid,
	"fornecedor_id" uuid,
	"produto_nome" text NOT NULL,
	"fornecedor_nome" text NOT NULL,
	"quantidade" integer NOT NULL,
	"preco_venda" bigint NOT NULL,
	"preco_fornecedor" bigint NOT NULL,
	"lucro" bigint GENERATED ALWAYS AS (preco_venda - preco_fornecedor) STORED NOT NULL,
	"cliente_nome" text NOT NULL,
	"cliente_endereco" text NOT NULL,
	"requer_atencao" boolean DEFAULT false NOT NULL,
	"motivo_atencao" text,
	"tem_etiqueta" boolean DEFAULT false NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"atualizado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pedidos_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "pedidos_quantidade_positiva" CHECK ("pedidos"."quantidade" > 0),
	CONSTRAINT "pedidos_valores_validos" CHECK ("pedidos"."preco_venda" >= 0 AND "pedidos"."preco_fornecedor" >= 0),
	CONSTRAINT "pedidos_marketplace_conhecido" CHECK ("pedidos"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "pedidos_status_conhecido" CHECK ("pedidos"."status" IN ('pendente', 'aprovado', 'enviado_fornecedor', 'pago', 'enviado_cliente', 'entregue', 'cancelado')),
	CONSTRAINT "pedidos_atencao_com_motivo" CHECK ("pedidos"."requer_atencao" = ("pedidos"."motivo_atencao" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "pagamentos" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"plano" text NOT NULL,
	"valor" bigint NOT NULL,
	"parcelas" integer NOT NULL,
	"bandeira" text NOT NULL,
	"ultimos_digitos" text NOT NULL,
	"id_externo" text,
	"chave_idempotencia" text NOT NULL,
	"resumo_pedido" text NOT NULL,
	"valido_ate" timestamp (3) with time zone,
	"data_pagamento" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pagamentos_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "pagamentos_valor_positivo" CHECK ("pagamentos"."valor" > 0),
	CONSTRAINT "pagamentos_parcelas_validas" CHECK ("pagamentos"."parcelas" BETWEEN 1 AND 3),
	CONSTRAINT "pagamentos_ultimos_digitos" CHECK ("pagamentos"."ultimos_digitos" ~ '^[0-9]{4}$'),
	CONSTRAINT "pagamentos_plano_conhecido" CHECK ("pagamentos"."plano" IN ('basico', 'intermediario', 'top')),
	CONSTRAINT "pagamentos_status_conhecido" CHECK ("pagamentos"."status" IN ('pendente', 'aprovado', 'recusado', 'estornado'))
);
--> statement-breakpoint
CREATE TABLE "produtos" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"fornecedor_id" uuid NOT NULL,
	"nome" text NOT NULL,
	"descricao" text,
	"sku" text,
	"preco_fornecedor" bigint NOT NULL,
	"preco_venda_ml" bigint NOT NULL,
	"preco_venda_amazon" bigint,
	"estoque" integer NOT NULL,
	"imagem_url" text,
	"publicado_ml" boolean DEFAULT false NOT NULL,
	"publicado_amazon" boolean DEFAULT false NOT NULL,
	"busca" text GENERATED ALWAYS AS (esteira_normalizar(nome || ' ' || coalesce(sku, ''))) STORED NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"atualizado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"excluido_em" timestamp (3) with time zone,
	CONSTRAINT "produtos_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "produtos_nome_presente" CHECK ("produtos"."nome" <> ''),
	CONSTRAINT "produtos_estoque_nao_negativo" CHECK ("produtos"."estoque" >= 0),
	CONSTRAINT "produtos_precos_validos" CHECK ("produtos"."preco_fornecedor" BETWEEN 0 AND 999999999 AND "produtos"."preco_venda_ml" BETWEEN 0 AND 999999999 AND "produtos"."preco_venda_amazon" BETWEEN 0 AND 999999999),
	CONSTRAINT "produtos_amazon_com_preco" CHECK (NOT "produtos"."publicado_amazon" OR "produtos"."preco_venda_amazon" IS NOT NULL),
	CONSTRAINT "produtos_excluido_sem_anuncio" CHECK ("produtos"."excluido_em" IS NULL OR NOT ("produtos"."publicado_ml" OR "produtos"."publicado_amazon"))
);
--> statement-breakpoint
CREATE TABLE "limites" (
	"chave" text PRIMARY KEY NOT NULL,
	"tentativas" integer NOT NULL,
	"janela_ate" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "movimentos_estoque" (
	"usuario_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"quantidade" integer NOT NULL,
	"motivo" text NOT NULL,
	"pedido_id" uuid,
	"ator_id" uuid,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "movimentos_estoque_pk" PRIMARY KEY("usuario_id","produto_id","id"),
	CONSTRAINT "movimentos_estoque_quantidade" CHECK ("movimentos_estoque"."quantidade" <> 0),
	CONSTRAINT "movimentos_estoque_motivo" CHECK ("movimentos_estoque"."motivo" IN ('inicial', 'ajuste', 'importacao', 'venda', 'cancelamento')),
	CONSTRAINT "movimentos_estoque_pedido_presente" CHECK (("movimentos_estoque"."motivo" IN ('venda', 'cancelamento')) = ("movimentos_estoque"."pedido_id" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "fornecedores" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"nome" text NOT NULL,
	"contato" text,
	"email" text,
	"telefone" text,
	"dados_pagamento" text,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"atualizado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"excluido_em" timestamp (3) with time zone,
	CONSTRAINT "fornecedores_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "fornecedores_nome_presente" CHECK ("fornecedores"."nome" <> '')
);
--> statement-breakpoint
CREATE TABLE "usuarios" (
	"id" uuid PRIMARY KEY NOT NULL,
	"nome" text NOT NULL,
	"email" text NOT NULL,
	"senha_hash" text NOT NULL,
	"plano" text,
	"data_expiracao" timestamp (3) with time zone,
	"is_admin" boolean DEFAULT false NOT NULL,
	"ativo" boolean DEFAULT true NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usuarios_email_normalizado" CHECK ("usuarios"."email" = lower(trim("usuarios"."email"))),
	CONSTRAINT "usuarios_plano_conhecido" CHECK ("usuarios"."plano" IN ('basico', 'intermediario', 'top')),
	CONSTRAINT "usuarios_plano_com_validade" CHECK (("usuarios"."plano" IS NULL) = ("usuarios"."data_expiracao" IS NULL))
);
--> statement-breakpoint
ALTER TABLE "etiquetas" ADD CONSTRAINT "etiquetas_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anuncios" ADD CONSTRAINT "anuncios_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eventos_pedido" ADD CONSTRAINT "eventos_pedido_ator_id_usuarios_id_fk" FOREIGN KEY ("ator_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eventos_pedido" ADD CONSTRAINT "eventos_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD CONSTRAINT "pagamentos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "produtos" ADD CONSTRAINT "produtos_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_ator_id_usuarios_id_fk" FOREIGN KEY ("ator_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fornecedores" ADD CONSTRAINT "fornecedores_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "eventos_pedido_status_unico" ON "eventos_pedido" USING btree ("usuario_id","pedido_id","para");--> statement-breakpoint
CREATE INDEX "vendas_produtos_mais_vendidos" ON "vendas_produtos" USING btree ("usuario_id","unidades" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "pedidos_numero_unico" ON "pedidos" USING btree ("usuario_id","marketplace","ml_order_id");--> statement-breakpoint
CREATE INDEX "pedidos_por_status" ON "pedidos" USING btree ("usuario_id","status","id");--> statement-breakpoint
CREATE UNIQUE INDEX "pagamentos_chave_unica" ON "pagamentos" USING btree ("usuario_id","chave_idempotencia");--> statement-breakpoint
CREATE INDEX "pagamentos_recentes" ON "pagamentos" USING btree ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "produtos_sku_unico" ON "produtos" USING btree ("usuario_id",lower(sku)) WHERE sku IS NOT NULL AND excluido_em IS NULL;--> statement-breakpoint
CREATE INDEX "produtos_por_fornecedor" ON "produtos" USING btree ("usuario_id","fornecedor_id") WHERE excluido_em IS NULL;--> statement-breakpoint
CREATE INDEX "produtos_estoque_baixo" ON "produtos" USING btree ("usuario_id","estoque") WHERE estoque < 5 AND excluido_em IS NULL;--> statement-breakpoint
CREATE INDEX "produtos_busca" ON "produtos" USING gin ("usuario_id","busca" gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "movimentos_estoque_pedido_unico" ON "movimentos_estoque" USING btree ("usuario_id","pedido_id","motivo") WHERE pedido_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_email_unico" ON "usuarios" USING btree ("email");--> statement-breakpoint
CREATE INDEX "usuarios_admins" ON "usuarios" USING btree ("id") WHERE is_admin;