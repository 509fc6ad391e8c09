CREATE TABLE "links_conta" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"tipo" text NOT NULL,
	"resumo" text NOT NULL,
	"email" text,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"usado_em" timestamp (3) with time zone,
	CONSTRAINT "links_conta_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "links_conta_tipo_conhecido" CHECK ("links_conta"."tipo" IN ('redefinir_senha', 'confirmar_email', 'segundo_passo')),
	CONSTRAINT "links_conta_com_email" CHECK (("links_conta"."tipo" = 'confirmar_email') = ("links_conta"."email" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "auditoria" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid,
	"ato" text NOT NULL,
	"alvo_id" uuid,
	"detalhe" text,
	"ip" text NOT NULL,
	"feito_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "auditoria_ato_conhecido" CHECK ("auditoria"."ato" IN ('usuario_desativado', 'usuario_ativado', 'usuario_promovido', 'pagamento_estornado', 'tarefa_repetida', 'duas_etapas_desligada', 'link_senha_criado', 'plano_estendido', 'regra_incluida', 'regra_retirada'))
);
--> statement-breakpoint
CREATE TABLE "chaves_api" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"nome" text NOT NULL,
	"prefixo" text NOT NULL,
	"hash" text NOT NULL,
	"escopos" text[] NOT NULL,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"ultimo_uso" timestamp (3) with time zone,
	CONSTRAINT "chaves_api_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "chaves_api_com_escopo" CHECK (cardinality("chaves_api"."escopos") > 0)
);
--> statement-breakpoint
CREATE TABLE "avisos_lidos" (
	"usuario_id" uuid PRIMARY KEY NOT NULL,
	"lido_ate" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mudanca_id" uuid
);
--> statement-breakpoint
CREATE TABLE "sessoes" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"dispositivo" text NOT NULL,
	"endereco" text NOT NULL,
	"criada_em" timestamp (3) with time zone NOT NULL,
	"ultimo_uso" timestamp (3) with time zone NOT NULL,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"encerrada_em" timestamp (3) with time zone,
	CONSTRAINT "sessoes_pk" PRIMARY KEY("usuario_id","id")
);
--> statement-breakpoint
CREATE TABLE "convites_equipe" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"papel" text NOT NULL,
	"resumo" text NOT NULL,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"expira_em" timestamp (3) with time zone NOT NULL,
	"encerrado_em" timestamp (3) with time zone,
	CONSTRAINT "convites_equipe_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "convites_equipe_papel_conhecido" CHECK ("convites_equipe"."papel" IN ('operador', 'leitura'))
);
--> statement-breakpoint
CREATE TABLE "equipe" (
	"usuario_id" uuid NOT NULL,
	"pessoa_id" uuid NOT NULL,
	"papel" text NOT NULL,
	"entrou_em" timestamp (3) with time zone NOT NULL,
	"saiu_em" timestamp (3) with time zone,
	CONSTRAINT "equipe_pk" PRIMARY KEY("usuario_id","pessoa_id"),
	CONSTRAINT "equipe_papel_conhecido" CHECK ("equipe"."papel" IN ('operador', 'leitura')),
	CONSTRAINT "equipe_outra_pessoa" CHECK ("equipe"."pessoa_id" <> "equipe"."usuario_id")
);
--> statement-breakpoint
CREATE TABLE "duas_etapas" (
	"usuario_id" uuid PRIMARY KEY NOT NULL,
	"segredo" text NOT NULL,
	"ligada_em" timestamp (3) with time zone,
	"ultimo_passo" integer DEFAULT 0 NOT NULL,
	"codigos" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "duas_etapas_codigos_so_ligada" CHECK ("duas_etapas"."ligada_em" IS NOT NULL OR cardinality("duas_etapas"."codigos") = 0)
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
	"exclusao_em" timestamp (3) with time zone,
	"apagado_em" timestamp (3) with time zone,
	CONSTRAINT "usuarios_apagado_inativo" CHECK ("usuarios"."apagado_em" IS NULL OR NOT "usuarios"."ativo"),
	CONSTRAINT "usuarios_email_normalizado" CHECK ("usuarios"."email" = lower(trim("usuarios"."email"))),
	CONSTRAINT "usuarios_plano_conhecido" CHECK ("usuarios"."plano" IN ('basico', 'intermediario', 'top')),
	CONSTRAINT "usuarios_plano_com_validade" CHECK (("usuarios"."plano" IS NULL) = ("usuarios"."data_expiracao" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "pagamentos" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text NOT NULL,
	"plano" text NOT NULL,
	"valor" bigint NOT NULL,
	"parcelas" integer NOT NULL,
	"meio" text DEFAULT 'cartao' NOT NULL,
	"bandeira" text,
	"ultimos_digitos" text,
	"pix_codigo" text,
	"pix_expira_em" timestamp (3) with time zone,
	"id_externo" text,
	"motivo_recusa" text,
	"chave_idempotencia" text NOT NULL,
	"resumo_pedido" text NOT NULL,
	"valido_ate" timestamp (3) with time zone,
	"avisado_em" timestamp (3) with time zone,
	"notificado_em" timestamp (3) with time zone,
	"conferido_em" timestamp (3) with time zone,
	"divergente_em" timestamp (3) with time zone,
	"motivo_estorno" text,
	"estorno_pedido_em" timestamp (3) with time zone,
	"estorno_pedido_por" uuid,
	"devolvido_em" timestamp (3) with time zone,
	"renovacao_id" uuid,
	"data_pagamento" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pagamentos_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "pagamentos_valor_positivo" CHECK ("pagamentos"."valor" > 0),
	CONSTRAINT "pagamentos_parcelas_validas" CHECK ("pagamentos"."parcelas" BETWEEN 1 AND 3),
	CONSTRAINT "pagamentos_ultimos_digitos" CHECK ("pagamentos"."ultimos_digitos" ~ '^[0-9]{4}$'),
	CONSTRAINT "pagamentos_meio_conhecido" CHECK ("pagamentos"."meio" IN ('cartao', 'pix')),
	CONSTRAINT "pagamentos_cartao_identificado" CHECK (("pagamentos"."bandeira" IS NULL) = ("pagamentos"."ultimos_digitos" IS NULL) AND ("pagamentos"."meio" = 'cartao' OR "pagamentos"."bandeira" IS NULL)),
	CONSTRAINT "pagamentos_pix_com_prazo" CHECK (("pagamentos"."pix_codigo" IS NULL) = ("pagamentos"."pix_expira_em" IS NULL)),
	CONSTRAINT "pagamentos_plano_conhecido" CHECK ("pagamentos"."plano" IN ('basico', 'intermediario', 'top')),
	CONSTRAINT "pagamentos_status_conhecido" CHECK ("pagamentos"."status" IN ('pendente', 'aprovado', 'recusado', 'estornado'))
);
--> statement-breakpoint
CREATE TABLE "renovacoes" (
	"usuario_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"situacao" text NOT NULL,
	"plano" text NOT NULL,
	"valor" bigint NOT NULL,
	"bandeira" text NOT NULL,
	"ultimos_digitos" text NOT NULL,
	"id_externo" text,
	"proxima_cobranca" timestamp (3) with time zone NOT NULL,
	"avisado_em" timestamp (3) with time zone,
	"conferido_em" timestamp (3) with time zone,
	"chave_idempotencia" text,
	"resumo_pedido" text,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "renovacoes_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "renovacoes_ultimos_digitos" CHECK ("renovacoes"."ultimos_digitos" ~ '^[0-9]{4}$'),
	CONSTRAINT "renovacoes_plano_conhecido" CHECK ("renovacoes"."plano" IN ('basico', 'intermediario', 'top')),
	CONSTRAINT "renovacoes_situacao_conhecida" CHECK ("renovacoes"."situacao" IN ('iniciando', 'ligada', 'falhou', 'encerrando', 'encerrada'))
);
--> statement-breakpoint
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
	CONSTRAINT "custos_vendedor_percentuais" CHECK ("custos_vendedor"."aliquota" BETWEEN 0 AND 10000 AND "custos_vendedor"."anuncios" BETWEEN 0 AND 10000 AND "custos_vendedor"."devolucoes" BETWEEN 0 AND 10000 AND "custos_vendedor"."perda_devolucao" BETWEEN 0 AND 10000),
	CONSTRAINT "custos_vendedor_margem" CHECK ("custos_vendedor"."margem_minima" BETWEEN 0 AND 9999),
	CONSTRAINT "custos_vendedor_valores" CHECK ("custos_vendedor"."receita_12_meses" BETWEEN 0 AND 999999999 AND "custos_vendedor"."embalagem" BETWEEN 0 AND 999999999 AND "custos_vendedor"."outros" BETWEEN 0 AND 999999999 AND "custos_vendedor"."entrega_propria" BETWEEN 0 AND 999999999)
);
--> statement-breakpoint
CREATE TABLE "regras_tarifa" (
	"id" uuid PRIMARY KEY NOT NULL,
	"numero" integer GENERATED BY DEFAULT AS IDENTITY (sequence name "regras_tarifa_numero_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"tipo" text NOT NULL,
	"marketplace" text,
	"vale_de" date NOT NULL,
	"vale_ate" date,
	"confianca" text NOT NULL,
	"fonte" text NOT NULL,
	"endereco" text NOT NULL,
	"dados" jsonb NOT NULL,
	"criado_por" uuid,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "regras_tarifa_numero" UNIQUE("numero"),
	CONSTRAINT "regras_tarifa_tipo" CHECK ("regras_tarifa"."tipo" IN ('commission', 'fixed_fee', 'shipping', 'shipping_cap', 'option', 'tax')),
	CONSTRAINT "regras_tarifa_marketplace" CHECK ("regras_tarifa"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "regras_tarifa_confianca" CHECK ("regras_tarifa"."confianca" IN ('confirmed', 'secondary_strong', 'secondary', 'derived', 'unconfirmed')),
	CONSTRAINT "regras_tarifa_dias" CHECK ("regras_tarifa"."vale_ate" >= "regras_tarifa"."vale_de")
);
--> statement-breakpoint
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
CREATE TABLE "notas_fiscais" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"chave" text NOT NULL,
	"xml" text NOT NULL,
	"status" text NOT NULL,
	"motivo" text,
	"enviada_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notas_fiscais_pk" PRIMARY KEY("usuario_id","pedido_id"),
	CONSTRAINT "notas_fiscais_chave" CHECK ("notas_fiscais"."chave" ~ '^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$'),
	CONSTRAINT "notas_fiscais_status" CHECK ("notas_fiscais"."status" IN ('enviada', 'processando', 'aceita', 'recusada')),
	CONSTRAINT "notas_fiscais_motivo" CHECK (("notas_fiscais"."status" = 'recusada') = ("notas_fiscais"."motivo" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "etiquetas" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"tipo" text NOT NULL,
	"conteudo" "bytea" NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mudanca_id" uuid,
	CONSTRAINT "etiquetas_pk" PRIMARY KEY("usuario_id","pedido_id")
);
--> statement-breakpoint
CREATE TABLE "atencoes_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"codigo" text NOT NULL,
	"detalhe" text,
	"desde" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "atencoes_pedido_pk" PRIMARY KEY("usuario_id","pedido_id","codigo"),
	CONSTRAINT "atencoes_pedido_codigo" CHECK ("atencoes_pedido"."codigo" IN ('bloqueado', 'devolvido', 'pedido_alterado', 'varios_itens', 'sem_estoque', 'sem_anuncio', 'dados_ocultos', 'envio_nao_confirmado'))
);
--> statement-breakpoint
CREATE TABLE "custos_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"codigo" text NOT NULL,
	"valor" bigint,
	"falta" text,
	"origem" text NOT NULL,
	"cobrado" boolean DEFAULT false NOT NULL,
	"entrega_propria" boolean DEFAULT false NOT NULL,
	"regra_id" text,
	"regra_desde" text,
	"estorna_id" uuid,
	"ator_id" uuid,
	"membro_id" uuid GENERATED ALWAYS AS (nullif(ator_id, usuario_id)) STORED,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custos_pedido_pk" PRIMARY KEY("usuario_id","pedido_id","id"),
	CONSTRAINT "custos_pedido_codigo" CHECK ("custos_pedido"."codigo" IN ('tarifa_venda', 'tarifa_fixa', 'frete_vendedor', 'parcelamento', 'imposto', 'ads', 'embalagem', 'outros', 'fornecedor')),
	CONSTRAINT "custos_pedido_origem" CHECK ("custos_pedido"."origem" IN ('tabela', 'usuario', 'api', 'fatura')),
	CONSTRAINT "custos_pedido_falta" CHECK (("custos_pedido"."valor" IS NULL) = ("custos_pedido"."falta" IS NOT NULL)),
	CONSTRAINT "custos_pedido_falta_conhecida" CHECK ("custos_pedido"."falta" IN ('categoria', 'tipo_anuncio', 'logistica', 'reputacao', 'origem', 'peso', 'entrega_propria', 'regime', 'receita_12_meses', 'aliquota', 'preco_fornecedor', 'sem_regra_tarifa', 'sem_regra_tarifa_fixa', 'sem_regra_frete', 'sem_regra_imposto', 'produto', 'varios_itens')),
	CONSTRAINT "custos_pedido_cobrado_tem_valor" CHECK (NOT "custos_pedido"."cobrado" OR "custos_pedido"."valor" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "estimativas_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tarifa_venda" bigint,
	"tarifa_fixa" bigint,
	"frete_vendedor" bigint,
	"parcelamento" bigint,
	"imposto" bigint,
	"ads" bigint,
	"embalagem" bigint,
	"outros" bigint,
	"fornecedor" bigint,
	"entrega_propria" boolean DEFAULT false NOT NULL,
	"tarifa_venda_fonte" text,
	"tarifa_fixa_fonte" text,
	"frete_vendedor_fonte" text,
	"parcelamento_fonte" text,
	"imposto_fonte" text,
	"ads_fonte" text,
	"embalagem_fonte" text,
	"outros_fonte" text,
	"fornecedor_fonte" text,
	CONSTRAINT "estimativas_pedido_pk" PRIMARY KEY("usuario_id","pedido_id"),
	CONSTRAINT "estimativas_pedido_fontes" CHECK (estimativa_consistente(ARRAY[tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor], ARRAY[tarifa_venda_fonte, tarifa_fixa_fonte, frete_vendedor_fonte, parcelamento_fonte, imposto_fonte, ads_fonte, embalagem_fonte, outros_fonte, fornecedor_fonte],
        '{tabela,usuario,api}'::text[], '{categoria,tipo_anuncio,logistica,reputacao,origem,peso,entrega_propria,regime,receita_12_meses,aliquota,preco_fornecedor,sem_regra_tarifa,sem_regra_tarifa_fixa,sem_regra_frete,sem_regra_imposto,produto,varios_itens}'::text[])),
	CONSTRAINT "estimativas_pedido_entrega" CHECK (NOT entrega_propria OR frete_vendedor_fonte IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "eventos_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"de" text,
	"para" text NOT NULL,
	"ator_id" uuid,
	"membro_id" uuid GENERATED ALWAYS AS (nullif(ator_id, usuario_id)) STORED,
	"motivo" text,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "eventos_pedido_pk" PRIMARY KEY("usuario_id","id","pedido_id")
);
--> statement-breakpoint
CREATE TABLE "notas_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"texto" text NOT NULL,
	"ator_id" uuid NOT NULL,
	"membro_id" uuid GENERATED ALWAYS AS (nullif(ator_id, usuario_id)) STORED,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"excluida_em" timestamp (3) with time zone,
	"mudanca_id" uuid,
	CONSTRAINT "notas_pedido_pk" PRIMARY KEY("usuario_id","pedido_id","id"),
	CONSTRAINT "notas_pedido_texto" CHECK (length("notas_pedido"."texto") <= 1000 AND ("notas_pedido"."texto" = '') = ("notas_pedido"."excluida_em" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "envios_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"pacote_id" text,
	"envio_id" text,
	"situacao" text NOT NULL,
	"precisa_nota" boolean NOT NULL,
	"tem_etiqueta" boolean NOT NULL,
	"pode_marcar_enviado" boolean NOT NULL,
	"motivo" text,
	"bloqueio" text,
	"tentar_em" timestamp (3) with time zone,
	"transportadora" text,
	"codigo_rastreio" text,
	"confirmado_em" timestamp (3) with time zone,
	"confirmacoes" integer DEFAULT 0 NOT NULL,
	"mudou_em" timestamp (3) with time zone NOT NULL,
	"pedido_mudou_em" timestamp (3) with time zone,
	"itens" jsonb,
	"lido_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"custos_ler_em" timestamp (3) with time zone,
	"custos_leituras" integer DEFAULT 0 NOT NULL,
	"mudanca_id" uuid,
	CONSTRAINT "envios_pedido_pk" PRIMARY KEY("usuario_id","pedido_id"),
	CONSTRAINT "envios_pedido_situacao" CHECK ("envios_pedido"."situacao" IN ('aguardando_marketplace', 'aguardando_nota', 'etiqueta_pronta', 'etiqueta_impressa', 'coletado', 'enviado', 'entregue', 'devolvido', 'cancelado', 'envio_proprio'))
);
--> statement-breakpoint
CREATE TABLE "resumo_diario_custos" (
	"usuario_id" uuid NOT NULL,
	"dia" date NOT NULL,
	"marketplace" text NOT NULL,
	"codigo" text NOT NULL,
	"valor" bigint NOT NULL,
	CONSTRAINT "resumo_diario_custos_pk" PRIMARY KEY("usuario_id","dia","marketplace","codigo")
);
--> statement-breakpoint
CREATE TABLE "resumo_diario_produtos" (
	"usuario_id" uuid NOT NULL,
	"dia" date NOT NULL,
	"produto_id" uuid NOT NULL,
	"fornecedor_id" uuid NOT NULL,
	"unidades" integer NOT NULL,
	"pedidos" integer NOT NULL,
	"receita" bigint NOT NULL,
	"lucro" bigint NOT NULL,
	"calculados" integer NOT NULL,
	"receita_calculada" bigint NOT NULL,
	"custos" bigint NOT NULL,
	CONSTRAINT "resumo_diario_produtos_pk" PRIMARY KEY("usuario_id","dia","produto_id","fornecedor_id")
);
--> statement-breakpoint
CREATE TABLE "resumo_diario" (
	"usuario_id" uuid NOT NULL,
	"dia" date NOT NULL,
	"marketplace" text NOT NULL,
	"status" text NOT NULL,
	"pedidos" integer NOT NULL,
	"receita" bigint NOT NULL,
	"lucro" bigint NOT NULL,
	"calculados" integer NOT NULL,
	"receita_calculada" bigint NOT NULL,
	"custos" bigint NOT NULL,
	"cobrados" integer NOT NULL,
	CONSTRAINT "resumo_diario_pk" PRIMARY KEY("usuario_id","dia","marketplace","status")
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
	"produto_sku" text,
	"fornecedor_nome" text NOT NULL,
	"quantidade" integer NOT NULL,
	"preco_venda" bigint NOT NULL,
	"preco_fornecedor" bigint NOT NULL,
	"lucro" bigint GENERATED ALWAYS AS (preco_venda - preco_fornecedor) STORED NOT NULL,
	"custos" bigint,
	"custos_cobrados" boolean DEFAULT false NOT NULL,
	"cliente_nome" text,
	"cliente_endereco" text,
	"comprador_apagado_em" timestamp (3) with time zone,
	"requer_atencao" boolean DEFAULT false NOT NULL,
	"tem_etiqueta" boolean DEFAULT false NOT NULL,
	"etiqueta_impressa_em" timestamp (3) with time zone,
	"despachar_ate" timestamp (3) with time zone,
	"palavras" "tsvector" GENERATED ALWAYS AS (esteira_palavras(usuario_id, ml_order_id || ' ' || coalesce(produto_sku, '') || ' ' || left(coalesce(cliente_nome, ''), 120) || ' ' || produto_nome || ' ' || fornecedor_nome)) STORED NOT NULL,
	"comprador" uuid GENERATED ALWAYS AS (esteira_comprador(marketplace, cliente_nome, cliente_endereco)) STORED,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"atualizado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pedidos_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "pedidos_quantidade_positiva" CHECK ("pedidos"."quantidade" > 0),
	CONSTRAINT "pedidos_valores_validos" CHECK ("pedidos"."preco_venda" >= 0 AND "pedidos"."preco_fornecedor" >= 0),
	CONSTRAINT "pedidos_marketplace_conhecido" CHECK ("pedidos"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "pedidos_status_conhecido" CHECK ("pedidos"."status" IN ('pendente', 'aprovado', 'enviado_fornecedor', 'pago', 'enviado_cliente', 'entregue', 'cancelado'))
);
--> statement-breakpoint
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
	"proxima_leitura_em" timestamp (3) with time zone DEFAULT 'epoch' NOT NULL,
	"leituras_falhas" integer DEFAULT 0 NOT NULL,
	"sem_dados_pessoais_ate" timestamp (3) with time zone,
	"varrido_em" timestamp (3) with time zone,
	"perdidas_lidas_em" timestamp (3) with time zone,
	"conferido_em" timestamp (3) with time zone,
	"mudanca_id" uuid,
	CONSTRAINT "conexoes_pk" PRIMARY KEY("usuario_id","marketplace"),
	CONSTRAINT "conexoes_marketplace_conhecido" CHECK ("conexoes"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "conexoes_status_conhecido" CHECK ("conexoes"."status" IN ('conectado', 'reconectar')),
	CONSTRAINT "conexoes_modelo_conhecido" CHECK ("conexoes"."modelo_anuncio" IN ('user_product', 'classic'))
);
--> statement-breakpoint
CREATE TABLE "emails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"situacao" text DEFAULT 'na_fila' NOT NULL,
	"conteudo" text,
	"criado_em" timestamp (3) with time zone NOT NULL,
	"proxima_tentativa" timestamp (3) with time zone NOT NULL,
	"tentativas" integer DEFAULT 0 NOT NULL,
	"desistir_em" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "emails_tipo_conhecido" CHECK ("emails"."tipo" IN ('redefinir_senha', 'senha_alterada', 'confirmar_email', 'email_alterado', 'convite_equipe', 'saida_equipe', 'exclusao_marcada', 'conta_apagada', 'duas_etapas_alterada')),
	CONSTRAINT "emails_situacao_conhecida" CHECK ("emails"."situacao" IN ('na_fila', 'enviado', 'descartado')),
	CONSTRAINT "emails_sem_conteudo" CHECK (("emails"."situacao" = 'na_fila') = ("emails"."conteudo" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "tarefas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tipo" text NOT NULL,
	"chave" text NOT NULL,
	"usuario_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"conta" text GENERATED ALWAYS AS (usuario_id::text || ':' || marketplace) STORED NOT NULL,
	"dados" jsonb NOT NULL,
	"situacao" text DEFAULT 'na_fila' NOT NULL,
	"devida_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"na_fila_desde" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tomada_em" timestamp (3) with time zone,
	"tentativas" integer DEFAULT 0 NOT NULL,
	"falhas" integer DEFAULT 0 NOT NULL,
	"quedas" integer DEFAULT 0 NOT NULL,
	"mensagem" text,
	CONSTRAINT "tarefas_marketplace" CHECK ("tarefas"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "tarefas_situacao" CHECK ("tarefas"."situacao" IN ('falhou', 'tentando', 'aguardando', 'em_andamento', 'na_fila')),
	CONSTRAINT "tarefas_tomada" CHECK (("tarefas"."situacao" = 'em_andamento') = ("tarefas"."tomada_em" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "travas" (
	"chave" text PRIMARY KEY NOT NULL,
	"dono" uuid NOT NULL,
	"ate" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "limites" (
	"chave" text PRIMARY KEY NOT NULL,
	"tentativas" integer NOT NULL,
	"janela_ate" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chamadas_externas" (
	"minuto" timestamp (3) with time zone NOT NULL,
	"servico" text NOT NULL,
	"servidor" uuid NOT NULL,
	"chamadas" integer NOT NULL,
	"falhas" integer NOT NULL,
	"limitadas" integer NOT NULL,
	"mais_lenta_ms" integer NOT NULL,
	"falha_em" timestamp (3) with time zone,
	"falha_motivo" text,
	"falha_operacao" text,
	CONSTRAINT "chamadas_externas_pk" PRIMARY KEY("minuto","servico","servidor"),
	CONSTRAINT "chamadas_externas_servico_conhecido" CHECK ("chamadas_externas"."servico" IN ('mercadolivre', 'amazon', 'mercadopago')),
	CONSTRAINT "chamadas_externas_motivo_conhecido" CHECK ("chamadas_externas"."falha_motivo" IN ('upstream_unavailable', 'unavailable', 'timeout', 'auth_expired', 'forbidden', 'misconfigured', 'bug')),
	CONSTRAINT "chamadas_externas_falha_inteira" CHECK (("chamadas_externas"."falha_em" IS NULL) = ("chamadas_externas"."falha_motivo" IS NULL) AND ("chamadas_externas"."falha_em" IS NULL) = ("chamadas_externas"."falha_operacao" IS NULL))
);
--> statement-breakpoint
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
	"ator_id" uuid NOT NULL,
	"membro_id" uuid GENERATED ALWAYS AS (nullif(ator_id, usuario_id)) STORED,
	"desfeito_em" timestamp (3) with time zone,
	"desfeito_por" uuid,
	CONSTRAINT "lotes_alteracao_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "lotes_alteracao_tipo" CHECK ("lotes_alteracao"."tipo" IN ('precos', 'estoque', 'importacao'))
);
--> statement-breakpoint
CREATE TABLE "exemplos" (
	"usuario_id" uuid PRIMARY KEY NOT NULL,
	"preenchido_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"apagado_em" timestamp (3) with time zone,
	"mudanca_id" uuid
);
--> statement-breakpoint
CREATE TABLE "lotes_importacao" (
	"usuario_id" uuid NOT NULL,
	"importacao_id" uuid NOT NULL,
	"ator_id" uuid NOT NULL,
	"numero" integer NOT NULL,
	"aceito" boolean DEFAULT false NOT NULL,
	"criados" integer,
	"validos" integer NOT NULL,
	"linhas" text NOT NULL,
	"erros" text NOT NULL,
	CONSTRAINT "lotes_importacao_pk" PRIMARY KEY("usuario_id","importacao_id","numero")
);
--> statement-breakpoint
CREATE TABLE "produtos_importados" (
	"usuario_id" uuid NOT NULL,
	"lote_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"produtos" uuid[] NOT NULL,
	CONSTRAINT "produtos_importados_pk" PRIMARY KEY("usuario_id","lote_id","id")
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
CREATE TABLE "anuncios" (
	"usuario_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"id_externo" text,
	"status" text NOT NULL,
	"motivo" text,
	"modo" text DEFAULT 'simulado' NOT NULL,
	"desejado" text DEFAULT 'publicado' NOT NULL,
	"desejos" integer DEFAULT 0 NOT NULL,
	"tentado_em" timestamp (3) with time zone,
	"mudanca_id" uuid,
	"url" text,
	"avisos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"descricao_pendente_desde" timestamp (3) with time zone,
	"imagem_enviada" text,
	"processando_desde" timestamp (3) with time zone,
	"sincronizado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "anuncios_pk" PRIMARY KEY("usuario_id","produto_id","marketplace"),
	CONSTRAINT "anuncios_marketplace_conhecido" CHECK ("anuncios"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "anuncios_status_conhecido" CHECK ("anuncios"."status" IN ('na_fila', 'processando', 'publicado', 'pausado', 'encerrado', 'erro')),
	CONSTRAINT "anuncios_publicado_existe" CHECK ("anuncios"."id_externo" IS NOT NULL OR "anuncios"."status" IN ('na_fila', 'erro')),
	CONSTRAINT "anuncios_desejo_conhecido" CHECK ("anuncios"."desejado" IN ('publicado', 'pausado', 'encerrado')),
	CONSTRAINT "anuncios_modo_conhecido" CHECK ("anuncios"."modo" IN ('simulado', 'real'))
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
	"estoque_baixo" integer GENERATED ALWAYS AS (CASE WHEN estoque < 5 THEN estoque END) STORED,
	"imagem_url" text,
	"peso_g" integer,
	"altura_cm" integer,
	"largura_cm" integer,
	"comprimento_cm" integer,
	"categoria_tarifa_ml" text,
	"categoria_tarifa_amazon" text,
	"exemplo" boolean DEFAULT false NOT NULL,
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
	CONSTRAINT "produtos_peso_valido" CHECK ("produtos"."peso_g" BETWEEN 1 AND 1000000),
	CONSTRAINT "produtos_medidas_validas" CHECK ("produtos"."altura_cm" BETWEEN 1 AND 1000 AND "produtos"."largura_cm" BETWEEN 1 AND 1000 AND "produtos"."comprimento_cm" BETWEEN 1 AND 1000),
	CONSTRAINT "produtos_amazon_com_preco" CHECK (NOT "produtos"."publicado_amazon" OR "produtos"."preco_venda_amazon" IS NOT NULL),
	CONSTRAINT "produtos_excluido_sem_anuncio" CHECK ("produtos"."excluido_em" IS NULL OR NOT ("produtos"."publicado_ml" OR "produtos"."publicado_amazon"))
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
CREATE TABLE "movimentos_estoque" (
	"usuario_id" uuid NOT NULL,
	"produto_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"quantidade" integer NOT NULL,
	"motivo" text NOT NULL,
	"pedido_id" uuid,
	"ator_id" uuid,
	"membro_id" uuid GENERATED ALWAYS AS (nullif(ator_id, usuario_id)) STORED,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "movimentos_estoque_pk" PRIMARY KEY("usuario_id","produto_id","id"),
	CONSTRAINT "movimentos_estoque_quantidade" CHECK ("movimentos_estoque"."quantidade" <> 0),
	CONSTRAINT "movimentos_estoque_motivo" CHECK ("movimentos_estoque"."motivo" IN ('inicial', 'ajuste', 'importacao', 'desfazer', 'venda', 'cancelamento', 'alteracao')),
	CONSTRAINT "movimentos_estoque_pedido_presente" CHECK (("movimentos_estoque"."motivo" IN ('venda', 'cancelamento', 'alteracao')) = ("movimentos_estoque"."pedido_id" IS NOT NULL))
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
	"devido_em" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "envios_estoque_pk" PRIMARY KEY("usuario_id","produto_id","marketplace"),
	CONSTRAINT "envios_estoque_marketplace" CHECK ("envios_estoque"."marketplace" IN ('mercadolivre', 'amazon'))
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
	"exemplo" boolean DEFAULT false NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"atualizado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"excluido_em" timestamp (3) with time zone,
	CONSTRAINT "fornecedores_pk" PRIMARY KEY("usuario_id","id"),
	CONSTRAINT "fornecedores_nome_presente" CHECK ("fornecedores"."nome" <> '')
);
--> statement-breakpoint
ALTER TABLE "links_conta" ADD CONSTRAINT "links_conta_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_admin_id_usuarios_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auditoria" ADD CONSTRAINT "auditoria_alvo_id_usuarios_id_fk" FOREIGN KEY ("alvo_id") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chaves_api" ADD CONSTRAINT "chaves_api_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "avisos_lidos" ADD CONSTRAINT "avisos_lidos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessoes" ADD CONSTRAINT "sessoes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "convites_equipe" ADD CONSTRAINT "convites_equipe_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipe" ADD CONSTRAINT "equipe_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "equipe" ADD CONSTRAINT "equipe_pessoa_id_usuarios_id_fk" FOREIGN KEY ("pessoa_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duas_etapas" ADD CONSTRAINT "duas_etapas_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD CONSTRAINT "pagamentos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pagamentos" ADD CONSTRAINT "pagamentos_estorno_pedido_por_usuarios_id_fk" FOREIGN KEY ("estorno_pedido_por") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "renovacoes" ADD CONSTRAINT "renovacoes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custos_vendedor" ADD CONSTRAINT "custos_vendedor_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "regras_tarifa" ADD CONSTRAINT "regras_tarifa_criado_por_usuarios_id_fk" FOREIGN KEY ("criado_por") REFERENCES "public"."usuarios"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tarifas_consultadas" ADD CONSTRAINT "tarifas_consultadas_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notas_fiscais" ADD CONSTRAINT "notas_fiscais_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "etiquetas" ADD CONSTRAINT "etiquetas_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "atencoes_pedido" ADD CONSTRAINT "atencoes_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custos_pedido" ADD CONSTRAINT "custos_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "custos_pedido" ADD CONSTRAINT "custos_pedido_ator" FOREIGN KEY ("usuario_id","membro_id") REFERENCES "public"."equipe"("usuario_id","pessoa_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimativas_pedido" ADD CONSTRAINT "estimativas_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eventos_pedido" ADD CONSTRAINT "eventos_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "eventos_pedido" ADD CONSTRAINT "eventos_pedido_ator" FOREIGN KEY ("usuario_id","membro_id") REFERENCES "public"."equipe"("usuario_id","pessoa_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notas_pedido" ADD CONSTRAINT "notas_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notas_pedido" ADD CONSTRAINT "notas_pedido_ator" FOREIGN KEY ("usuario_id","membro_id") REFERENCES "public"."equipe"("usuario_id","pessoa_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envios_pedido" ADD CONSTRAINT "envios_pedido_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "autorizacoes" ADD CONSTRAINT "autorizacoes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conexoes" ADD CONSTRAINT "conexoes_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "itens_alteracao" ADD CONSTRAINT "itens_alteracao_lote_fk" FOREIGN KEY ("usuario_id","lote_id") REFERENCES "public"."lotes_alteracao"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lotes_alteracao" ADD CONSTRAINT "lotes_alteracao_ator" FOREIGN KEY ("usuario_id","membro_id") REFERENCES "public"."equipe"("usuario_id","pessoa_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exemplos" ADD CONSTRAINT "exemplos_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "produtos_importados" ADD CONSTRAINT "produtos_importados_lote_fk" FOREIGN KEY ("usuario_id","lote_id") REFERENCES "public"."lotes_alteracao"("usuario_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fichas_anuncio" ADD CONSTRAINT "fichas_anuncio_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pausas_anuncio" ADD CONSTRAINT "pausas_anuncio_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pausas_anuncio" ADD CONSTRAINT "pausas_anuncio_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anuncios" ADD CONSTRAINT "anuncios_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "produtos" ADD CONSTRAINT "produtos_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listas_compra" ADD CONSTRAINT "listas_compra_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD CONSTRAINT "movimentos_estoque_ator" FOREIGN KEY ("usuario_id","membro_id") REFERENCES "public"."equipe"("usuario_id","pessoa_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "divergencias" ADD CONSTRAINT "divergencias_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "envios_estoque" ADD CONSTRAINT "envios_estoque_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fornecedores" ADD CONSTRAINT "fornecedores_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "links_conta_resumo_unico" ON "links_conta" USING btree ("resumo");--> statement-breakpoint
CREATE INDEX "links_conta_vencidos" ON "links_conta" USING btree ("expira_em");--> statement-breakpoint
CREATE INDEX "auditoria_por_admin" ON "auditoria" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "auditoria_por_alvo" ON "auditoria" USING btree ("alvo_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chaves_api_hash_unico" ON "chaves_api" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "sessoes_vencidas" ON "sessoes" USING btree ("expira_em");--> statement-breakpoint
CREATE UNIQUE INDEX "convites_equipe_resumo_unico" ON "convites_equipe" USING btree ("resumo");--> statement-breakpoint
CREATE UNIQUE INDEX "convites_equipe_aberto_unico" ON "convites_equipe" USING btree ("usuario_id","email") WHERE "convites_equipe"."encerrado_em" is null;--> statement-breakpoint
CREATE INDEX "convites_equipe_vencidos" ON "convites_equipe" USING btree ("expira_em");--> statement-breakpoint
CREATE UNIQUE INDEX "equipe_pessoa_unica" ON "equipe" USING btree ("pessoa_id") WHERE "equipe"."saiu_em" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "usuarios_email_unico" ON "usuarios" USING btree ("email");--> statement-breakpoint
CREATE INDEX "usuarios_admins" ON "usuarios" USING btree ("id") WHERE is_admin;--> statement-breakpoint
CREATE INDEX "usuarios_em_exclusao" ON "usuarios" USING btree ("exclusao_em") WHERE "usuarios"."exclusao_em" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "pagamentos_chave_unica" ON "pagamentos" USING btree ("usuario_id","chave_idempotencia");--> statement-breakpoint
CREATE INDEX "pagamentos_recentes" ON "pagamentos" USING btree ("id");--> statement-breakpoint
CREATE INDEX "pagamentos_pendentes" ON "pagamentos" USING btree ("id") WHERE status = 'pendente';--> statement-breakpoint
CREATE INDEX "pagamentos_avisados" ON "pagamentos" USING btree ("avisado_em") WHERE "pagamentos"."avisado_em" is not null;--> statement-breakpoint
CREATE INDEX "pagamentos_a_conferir" ON "pagamentos" USING btree ("conferido_em") WHERE status = 'aprovado';--> statement-breakpoint
CREATE UNIQUE INDEX "pagamentos_externo_unico" ON "pagamentos" USING btree ("id_externo");--> statement-breakpoint
CREATE UNIQUE INDEX "pagamentos_um_pix_aberto" ON "pagamentos" USING btree ("usuario_id") WHERE meio = 'pix' AND status = 'pendente';--> statement-breakpoint
CREATE INDEX "pagamentos_estornos_pedidos" ON "pagamentos" USING btree ("id") WHERE status = 'aprovado' AND estorno_pedido_em IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "renovacoes_uma_por_usuario" ON "renovacoes" USING btree ("usuario_id") WHERE situacao <> 'encerrada';--> statement-breakpoint
CREATE UNIQUE INDEX "renovacoes_externo_unico" ON "renovacoes" USING btree ("id_externo");--> statement-breakpoint
CREATE UNIQUE INDEX "renovacoes_chave_unica" ON "renovacoes" USING btree ("usuario_id","chave_idempotencia");--> statement-breakpoint
CREATE INDEX "renovacoes_avisadas" ON "renovacoes" USING btree ("avisado_em") WHERE "renovacoes"."avisado_em" is not null;--> statement-breakpoint
CREATE INDEX "renovacoes_abertas" ON "renovacoes" USING btree ("id") WHERE situacao <> 'encerrada';--> statement-breakpoint
CREATE INDEX "regras_tarifa_por_autor" ON "regras_tarifa" USING btree ("criado_por");--> statement-breakpoint
CREATE INDEX "tarifas_consultadas_vencidas" ON "tarifas_consultadas" USING btree ("expira_em");--> statement-breakpoint
CREATE INDEX "etiquetas_mudancas" ON "etiquetas" USING btree ("usuario_id","mudanca_id") WHERE "etiquetas"."mudanca_id" is not null;--> statement-breakpoint
CREATE INDEX "atencoes_pedido_recentes" ON "atencoes_pedido" USING btree ("usuario_id","desde");--> statement-breakpoint
CREATE UNIQUE INDEX "custos_pedido_estorno_unico" ON "custos_pedido" USING btree ("usuario_id","pedido_id","estorna_id") WHERE "custos_pedido"."estorna_id" is not null;--> statement-breakpoint
CREATE INDEX "eventos_pedido_por_pedido" ON "eventos_pedido" USING btree ("usuario_id","pedido_id");--> statement-breakpoint
CREATE INDEX "notas_pedido_mudancas" ON "notas_pedido" USING btree ("usuario_id","mudanca_id");--> statement-breakpoint
CREATE INDEX "envios_pedido_por_pacote" ON "envios_pedido" USING btree ("usuario_id","pacote_id") WHERE "envios_pedido"."pacote_id" is not null;--> statement-breakpoint
CREATE INDEX "envios_pedido_por_envio" ON "envios_pedido" USING btree ("usuario_id","envio_id") WHERE "envios_pedido"."envio_id" is not null;--> statement-breakpoint
CREATE INDEX "envios_pedido_custos" ON "envios_pedido" USING btree ("custos_ler_em") WHERE "envios_pedido"."custos_ler_em" is not null;--> statement-breakpoint
CREATE INDEX "envios_pedido_mudancas" ON "envios_pedido" USING btree ("usuario_id","mudanca_id");--> statement-breakpoint
CREATE INDEX "envios_pedido_abertos" ON "envios_pedido" USING btree ("usuario_id","lido_em") WHERE situacao NOT IN ('entregue', 'devolvido', 'cancelado');--> statement-breakpoint
CREATE INDEX "vendas_produtos_por_unidades" ON "vendas_produtos" USING btree ("usuario_id","unidades","produto_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pedidos_numero_unico" ON "pedidos" USING btree ("usuario_id","marketplace","ml_order_id");--> statement-breakpoint
CREATE INDEX "pedidos_por_status" ON "pedidos" USING btree ("usuario_id","status","id","marketplace","requer_atencao","criado_em","fornecedor_id","preco_venda","lucro");--> statement-breakpoint
CREATE INDEX "pedidos_por_fornecedor" ON "pedidos" USING btree ("usuario_id","fornecedor_id","status","id","marketplace","requer_atencao","criado_em","preco_venda","lucro");--> statement-breakpoint
CREATE INDEX "pedidos_com_atencao" ON "pedidos" USING btree ("usuario_id","status","id") WHERE requer_atencao;--> statement-breakpoint
CREATE INDEX "pedidos_por_valor" ON "pedidos" USING btree ("usuario_id","preco_venda","id","status","marketplace","requer_atencao","criado_em","fornecedor_id");--> statement-breakpoint
CREATE INDEX "pedidos_por_lucro" ON "pedidos" USING btree ("usuario_id","lucro","id","status","marketplace","requer_atencao","criado_em","fornecedor_id");--> statement-breakpoint
CREATE INDEX "pedidos_por_prazo" ON "pedidos" USING btree ("usuario_id","status",coalesce(despachar_ate, '9999-12-31 00:00:00+00'::timestamp with time zone),"id","marketplace","requer_atencao","criado_em","fornecedor_id") WHERE status IN ('pendente', 'aprovado', 'enviado_fornecedor', 'pago');--> statement-breakpoint
CREATE INDEX "pedidos_a_imprimir" ON "pedidos" USING btree ("usuario_id","status","id") WHERE tem_etiqueta AND etiqueta_impressa_em IS NULL AND status IN ('pendente', 'aprovado', 'enviado_fornecedor', 'pago');--> statement-breakpoint
CREATE INDEX "pedidos_por_palavra" ON "pedidos" USING gin ("palavras") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "pedidos_por_comprador" ON "pedidos" USING btree ("usuario_id","comprador","id") WHERE "pedidos"."comprador" is not null;--> statement-breakpoint
CREATE INDEX "pedidos_com_comprador" ON "pedidos" USING btree ("atualizado_em") WHERE status IN ('entregue', 'cancelado') AND comprador_apagado_em IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "conexoes_conta_unica" ON "conexoes" USING btree ("marketplace","vendedor_id");--> statement-breakpoint
CREATE INDEX "conexoes_por_leitura" ON "conexoes" USING btree ("proxima_leitura_em") WHERE status = 'conectado';--> statement-breakpoint
CREATE INDEX "emails_na_fila" ON "emails" USING btree ("proxima_tentativa") WHERE situacao = 'na_fila';--> statement-breakpoint
CREATE INDEX "emails_encerrados" ON "emails" USING btree ("criado_em") WHERE situacao <> 'na_fila';--> statement-breakpoint
CREATE UNIQUE INDEX "tarefas_na_fila" ON "tarefas" USING btree ("tipo","chave") WHERE situacao = 'na_fila';--> statement-breakpoint
CREATE INDEX "tarefas_devidas" ON "tarefas" USING btree ("tipo","devida_em") WHERE situacao <> 'falhou';--> statement-breakpoint
CREATE INDEX "tarefas_por_conta" ON "tarefas" USING btree ("tipo","conta","devida_em") WHERE situacao <> 'falhou';--> statement-breakpoint
CREATE INDEX "notificacoes_pendentes" ON "notificacoes" USING btree ("recebida_em") WHERE "notificacoes"."tratada_em" is null;--> statement-breakpoint
CREATE INDEX "notificacoes_tratadas" ON "notificacoes" USING btree ("tratada_em") WHERE "notificacoes"."tratada_em" is not null;--> statement-breakpoint
CREATE INDEX "lotes_alteracao_antigos" ON "lotes_alteracao" USING btree ("criado_em");--> statement-breakpoint
CREATE INDEX "pausas_anuncio_por_fornecedor" ON "pausas_anuncio" USING btree ("usuario_id","fornecedor_id");--> statement-breakpoint
CREATE INDEX "anuncios_por_externo" ON "anuncios" USING btree ("usuario_id","marketplace","id_externo");--> statement-breakpoint
CREATE INDEX "anuncios_mudados" ON "anuncios" USING btree ("usuario_id","mudanca_id") WHERE "anuncios"."mudanca_id" is not null;--> statement-breakpoint
CREATE INDEX "anuncios_com_erro" ON "anuncios" USING btree ("usuario_id","mudanca_id") WHERE status = 'erro';--> statement-breakpoint
CREATE UNIQUE INDEX "produtos_sku_unico" ON "produtos" USING btree ("usuario_id",lower(sku)) WHERE sku IS NOT NULL AND excluido_em IS NULL;--> statement-breakpoint
CREATE INDEX "produtos_por_fornecedor" ON "produtos" USING btree ("usuario_id","fornecedor_id") WHERE "produtos"."excluido_em" is null;--> statement-breakpoint
CREATE INDEX "produtos_estoque_baixo" ON "produtos" USING btree ("usuario_id","estoque_baixo") WHERE estoque_baixo IS NOT NULL AND excluido_em IS NULL;--> statement-breakpoint
CREATE INDEX "produtos_por_nome" ON "produtos" USING btree ("usuario_id",(left(esteira_normalizar("nome"), 100)) COLLATE "C","id") WHERE "produtos"."excluido_em" is null;--> statement-breakpoint
CREATE INDEX "produtos_de_exemplo" ON "produtos" USING btree ("usuario_id") WHERE exemplo;--> statement-breakpoint
CREATE INDEX "produtos_busca" ON "produtos" USING gin ("usuario_id","busca" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "listas_compra_por_fornecedor" ON "listas_compra" USING btree ("usuario_id","fornecedor_id","expira_em");--> statement-breakpoint
CREATE UNIQUE INDEX "movimentos_estoque_pedido_unico" ON "movimentos_estoque" USING btree ("usuario_id","pedido_id","motivo",(CASE WHEN motivo = 'alteracao' THEN id ELSE produto_id END)) WHERE "movimentos_estoque"."pedido_id" is not null;--> statement-breakpoint
CREATE INDEX "movimentos_estoque_recentes" ON "movimentos_estoque" USING btree ("usuario_id","id");--> statement-breakpoint
CREATE INDEX "envios_estoque_devidos" ON "envios_estoque" USING btree ("devido_em");