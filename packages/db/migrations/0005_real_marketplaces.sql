CREATE TABLE "limites_chamada" (
	"chave" text PRIMARY KEY NOT NULL,
	"restantes" double precision NOT NULL,
	"atualizado_em" timestamp (3) with time zone NOT NULL,
	"parado_ate" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "autorizacoes" (
	"estado" text PRIMARY KEY NOT NULL,
	"usuario_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"verificador" text NOT NULL,
	"expira_em" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conexoes" (
	"usuario_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"vendedor_id" text NOT NULL,
	"conta_nome" text NOT NULL,
	"modelo_anuncio" text,
	"token_acesso" text NOT NULL,
	"token_renovacao" text NOT NULL,
	"token_renovacao_anterior" text,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'conectado' NOT NULL,
	"motivo" text,
	"conectado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pedidos_lidos_ate" timestamp (3) with time zone,
	"varrido_em" timestamp (3) with time zone,
	"perdidas_lidas_em" timestamp (3) with time zone,
	"conferido_em" timestamp (3) with time zone,
	CONSTRAINT "conexoes_pk" PRIMARY KEY("usuario_id","marketplace"),
	CONSTRAINT "conexoes_marketplace_conhecido" CHECK ("conexoes"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "conexoes_status_conhecido" CHECK ("conexoes"."status" IN ('conectado', 'reconectar')),
	CONSTRAINT "conexoes_modelo_conhecido" CHECK ("conexoes"."modelo_anuncio" IN ('user_product', 'classic'))
);
--> statement-breakpoint
CREATE TABLE "notas_fiscais" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"chave" text NOT NULL,
	"xml" text NOT NULL,
	"status" text NOT NULL,
	"motivo" text,
	"enviada_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notas_fiscais_pk" PRIMARY KEY("usuario_id","pedido_id"),
	CONSTRAINT "notas_fiscais_chave" CHECK ("notas_fiscais"."chave" ~ '^[0-9]{44}$'),
	CONSTRAINT "notas_fiscais_status" CHECK ("notas_fiscais"."status" IN ('enviada', 'processando', 'aceita', 'recusada')),
	CONSTRAINT "notas_fiscais_motivo" CHECK (("notas_fiscais"."status" = 'recusada') = ("notas_fiscais"."motivo" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "fichas_anuncio" (
	"usuario_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"ean" text,
	"marca" text,
	"modelo" text,
	"condicao" text DEFAULT 'novo' NOT NULL,
	"tipo_anuncio" text DEFAULT 'classico' NOT NULL,
	"categoria_ml" text,
	"margem_seguranca" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "fichas_anuncio_pk" PRIMARY KEY("usuario_id","produto_id"),
	CONSTRAINT "fichas_anuncio_ean" CHECK ("fichas_anuncio"."ean" ~ '^([0-9]{8}|[0-9]{12,14})$'),
	CONSTRAINT "fichas_anuncio_condicao" CHECK ("fichas_anuncio"."condicao" IN ('novo', 'usado', 'recondicionado')),
	CONSTRAINT "fichas_anuncio_tipo" CHECK ("fichas_anuncio"."tipo_anuncio" IN ('classico', 'premium', 'gratis')),
	CONSTRAINT "fichas_anuncio_margem" CHECK ("fichas_anuncio"."margem_seguranca" BETWEEN 0 AND 1000)
);
--> statement-breakpoint
CREATE TABLE "notificacoes" (
	"marketplace" text NOT NULL,
	"id" text NOT NULL,
	"topico" text NOT NULL,
	"recurso" text NOT NULL,
	"vendedor_id" text NOT NULL,
	"recebida_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tratada_em" timestamp (3) with time zone,
	CONSTRAINT "notificacoes_pk" PRIMARY KEY("marketplace","id")
);
--> statement-breakpoint
CREATE TABLE "envios_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"pacote_id" text,
	"situacao" text NOT NULL,
	"precisa_nota" boolean NOT NULL,
	"tem_etiqueta" boolean NOT NULL,
	"pode_marcar_enviado" boolean NOT NULL,
	"motivo" text,
	"tentar_em" timestamp (3) with time zone,
	"mudou_em" timestamp (3) with time zone NOT NULL,
	"lido_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "envios_pedido_pk" PRIMARY KEY("usuario_id","pedido_id"),
	CONSTRAINT "envios_pedido_situacao" CHECK ("envios_pedido"."situacao" IN ('aguardando_marketplace', 'aguardando_nota', 'etiqueta_pronta', 'etiqueta_impressa', 'coletado', 'enviado', 'entregue', 'devolvido', 'cancelado', 'envio_proprio'))
);
--> statement-breakpoint
CREATE TABLE "divergencias" (
	"usuario_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"campo" text NOT NULL,
	"aqui" text NOT NULL,
	"la" text NOT NULL,
	"visto_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "divergencias_pk" PRIMARY KEY("usuario_id","produto_id","marketplace","campo"),
	CONSTRAINT "divergencias_campo" CHECK ("divergencias"."campo" IN ('estoque', 'preco', 'status'))
);
--> statement-breakpoint
CREATE TABLE "envios_estoque" (
	"usuario_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"versao" bigint DEFAULT 1 NOT NULL,
	"devido_em" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "envios_estoque_pk" PRIMARY KEY("usuario_id","produto_id","marketplace"),
	CONSTRAINT "envios_estoque_marketplace" CHECK ("envios_estoque"."marketplace" IN ('mercadolivre', 'amazon'))
);
--> statement-breakpoint
ALTER TABLE "anuncios" DROP CONSTRAINT "anuncios_status_conhecido";--> statement-breakpoint
ALTER TABLE "anuncios" ALTER COLUMN "id_externo" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "anuncios" ADD COLUMN "modo" text DEFAULT 'simulado' NOT NULL;--> statement-breakpoint
ALTER TABLE "anuncios" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "anuncios" ADD COLUMN "avisos" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "anuncios" ADD COLUMN "processando_desde" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "autorizacoes" ADD CONSTRAINT "autorizacoes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conexoes" ADD CONSTRAINT "conexoes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notas_fiscais" ADD CONSTRAINT "notas_fiscais_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fichas_anuncio" ADD CONSTRAINT "fichas_anuncio_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD CONSTRAINT "envios_pedido_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "divergencias" ADD CONSTRAINT "divergencias_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envios_estoque" ADD CONSTRAINT "envios_estoque_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "conexoes_conta_unica" ON "conexoes" USING btree ("marketplace","vendedor_id");--> statement-breakpoint
CREATE INDEX "conexoes_por_leitura" ON "conexoes" USING btree ("pedidos_lidos_ate") WHERE status = 'conectado';--> statement-breakpoint
CREATE INDEX "notificacoes_pendentes" ON "notificacoes" USING btree ("recebida_em") WHERE tratada_em IS NULL;--> statement-breakpoint
CREATE INDEX "envios_estoque_devidos" ON "envios_estoque" USING btree ("devido_em");--> statement-breakpoint
CREATE INDEX "anuncios_por_externo" ON "anuncios" USING btree ("usuario_id","marketplace","id_externo");--> statement-breakpoint
ALTER TABLE "anuncios" ADD CONSTRAINT "anuncios_publicado_existe" CHECK ("anuncios"."id_externo" IS NOT NULL OR "anuncios"."status" IN ('na_fila', 'erro'));--> statement-breakpoint
ALTER TABLE "anuncios" ADD CONSTRAINT "anuncios_modo_conhecido" CHECK ("anuncios"."modo" IN ('simulado', 'real'));--> statement-breakpoint
ALTER TABLE "anuncios" ADD CONSTRAINT "anuncios_status_conhecido" CHECK ("anuncios"."status" IN ('na_fila', 'processando', 'publicado', 'pausado', 'encerrado', 'erro'));