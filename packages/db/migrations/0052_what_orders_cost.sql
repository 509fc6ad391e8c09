CREATE TABLE "custos_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"codigo" text NOT NULL,
	"valor" bigint,
	"falta" text,
	"origem" text NOT NULL,
	"cobrado" boolean DEFAULT false NOT NULL,
	"regra_id" text,
	"regra_desde" text,
	"estorna_id" uuid,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "custos_pedido_pk" PRIMARY KEY("usuario_id","pedido_id","id"),
	CONSTRAINT "custos_pedido_codigo" CHECK ("custos_pedido"."codigo" IN ('tarifa_venda', 'tarifa_fixa', 'frete_vendedor', 'parcelamento', 'imposto', 'ads', 'embalagem', 'outros', 'fornecedor')),
	CONSTRAINT "custos_pedido_origem" CHECK ("custos_pedido"."origem" IN ('tabela', 'usuario', 'api', 'fatura')),
	CONSTRAINT "custos_pedido_falta" CHECK (("custos_pedido"."valor" IS NULL) = ("custos_pedido"."falta" IS NOT NULL)),
	CONSTRAINT "custos_pedido_falta_conhecida" CHECK ("custos_pedido"."falta" IN ('categoria', 'tipo_anuncio', 'logistica', 'reputacao', 'origem', 'peso', 'entrega_propria', 'regime', 'receita_12_meses', 'aliquota', 'preco_fornecedor', 'sem_regra_tarifa', 'sem_regra_tarifa_fixa', 'sem_regra_frete', 'sem_regra_imposto', 'produto', 'varios_itens')),
	CONSTRAINT "custos_pedido_cobrado_tem_valor" CHECK (NOT "custos_pedido"."cobrado" OR "custos_pedido"."valor" IS NOT NULL)
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
ALTER TABLE "pedidos" ADD COLUMN "custos" bigint;--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "custos_cobrados" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "custos_pedido" ADD CONSTRAINT "custos_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "custos_pedido_estorno_unico" ON "custos_pedido" USING btree ("usuario_id","pedido_id","estorna_id") WHERE estorna_id IS NOT NULL;
--> statement-breakpoint
-- Keeps the summaries by day equal to what pedidos holds, after those by month and in the order of their keys.
CREATE FUNCTION pedidos_resumir_dias() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, p.status,
    count(*),
    sum(p.preco_venda),
    sum(p.lucro),
    count(*) FILTER (WHERE p.custos IS NOT NULL),
    coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
    coalesce(sum(p.custos), 0),
    count(*) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados)
  FROM novos p
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, status) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos,
    receita = r.receita + excluded.receita,
    lucro = r.lucro + excluded.lucro,
    calculados = r.calculados + excluded.calculados,
    receita_calculada = r.receita_calculada + excluded.receita_calculada,
    custos = r.custos + excluded.custos,
    cobrados = r.cobrados + excluded.cobrados;

  INSERT INTO resumo_diario_produtos AS r (usuario_id, dia, produto_id, fornecedor_id, unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, coalesce(p.produto_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(p.fornecedor_id, '00000000-0000-0000-0000-000000000000'::uuid),
    sum(p.quantidade),
    count(*),
    sum(p.preco_venda),
    sum(p.lucro),
    count(*) FILTER (WHERE p.custos IS NOT NULL),
    coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
    coalesce(sum(p.custos), 0)
  FROM novos p
  WHERE p.status <> 'cancelado'
  GROUP BY 1, 2, 3, 4
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, produto_id, fornecedor_id) DO UPDATE
  SET unidades = r.unidades + excluded.unidades,
    pedidos = r.pedidos + excluded.pedidos,
    receita = r.receita + excluded.receita,
    lucro = r.lucro + excluded.lucro,
    calculados = r.calculados + excluded.calculados,
    receita_calculada = r.receita_calculada + excluded.receita_calculada,
    custos = r.custos + excluded.custos;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION pedidos_resumir_dias_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, p.status,
    sum(p.sinal),
    sum(p.sinal * p.preco_venda),
    sum(p.sinal * p.lucro),
    coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0),
    coalesce(sum(p.sinal * p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
    coalesce(sum(p.sinal * p.custos), 0),
    coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados), 0)
  FROM (
    SELECT 1 AS sinal, n.usuario_id, n.criado_em, n.marketplace, n.status, n.produto_id, n.fornecedor_id, n.quantidade, n.preco_venda, n.lucro, n.custos, n.custos_cobrados
    FROM novos n
    UNION ALL
    SELECT -1, a.usuario_id, a.criado_em, a.marketplace, a.status, a.produto_id, a.fornecedor_id, a.quantidade, a.preco_venda, a.lucro, a.custos, a.custos_cobrados
    FROM antigos a
  ) p
  GROUP BY 1, 2, 3, 4
  HAVING sum(p.sinal) <> 0 OR sum(p.sinal * p.preco_venda) <> 0 OR sum(p.sinal * p.lucro) <> 0 OR coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0) <> 0 OR coalesce(sum(p.sinal * p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0) <> 0 OR coalesce(sum(p.sinal * p.custos), 0) <> 0 OR coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados), 0) <> 0
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, status) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos,
    receita = r.receita + excluded.receita,
    lucro = r.lucro + excluded.lucro,
    calculados = r.calculados + excluded.calculados,
    receita_calculada = r.receita_calculada + excluded.receita_calculada,
    custos = r.custos + excluded.custos,
    cobrados = r.cobrados + excluded.cobrados;

  INSERT INTO resumo_diario_produtos AS r (usuario_id, dia, produto_id, fornecedor_id, unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, coalesce(p.produto_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(p.fornecedor_id, '00000000-0000-0000-0000-000000000000'::uuid),
    sum(p.sinal * p.quantidade),
    sum(p.sinal),
    sum(p.sinal * p.preco_venda),
    sum(p.sinal * p.lucro),
    coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0),
    coalesce(sum(p.sinal * p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
    coalesce(sum(p.sinal * p.custos), 0)
  FROM (
    SELECT 1 AS sinal, n.usuario_id, n.criado_em, n.marketplace, n.status, n.produto_id, n.fornecedor_id, n.quantidade, n.preco_venda, n.lucro, n.custos, n.custos_cobrados
    FROM novos n
    UNION ALL
    SELECT -1, a.usuario_id, a.criado_em, a.marketplace, a.status, a.produto_id, a.fornecedor_id, a.quantidade, a.preco_venda, a.lucro, a.custos, a.custos_cobrados
    FROM antigos a
  ) p
  WHERE p.status <> 'cancelado'
  GROUP BY 1, 2, 3, 4
  HAVING sum(p.sinal * p.quantidade) <> 0 OR sum(p.sinal) <> 0 OR sum(p.sinal * p.preco_venda) <> 0 OR sum(p.sinal * p.lucro) <> 0 OR coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0) <> 0 OR coalesce(sum(p.sinal * p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0) <> 0 OR coalesce(sum(p.sinal * p.custos), 0) <> 0
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, produto_id, fornecedor_id) DO UPDATE
  SET unidades = r.unidades + excluded.unidades,
    pedidos = r.pedidos + excluded.pedidos,
    receita = r.receita + excluded.receita,
    lucro = r.lucro + excluded.lucro,
    calculados = r.calculados + excluded.calculados,
    receita_calculada = r.receita_calculada + excluded.receita_calculada,
    custos = r.custos + excluded.custos;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- What leaves `pedidos` leaves the summaries in the same transaction.
CREATE FUNCTION pedidos_resumir_dias_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE resumo_diario r
  SET pedidos = r.pedidos - m.pedidos, receita = r.receita - m.receita, lucro = r.lucro - m.lucro, calculados = r.calculados - m.calculados, receita_calculada = r.receita_calculada - m.receita_calculada, custos = r.custos - m.custos, cobrados = r.cobrados - m.cobrados
  FROM (
    SELECT p.usuario_id AS usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, p.marketplace AS marketplace, p.status AS status,
      count(*) AS pedidos,
      sum(p.preco_venda) AS receita,
      sum(p.lucro) AS lucro,
      count(*) FILTER (WHERE p.custos IS NOT NULL) AS calculados,
      coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0) AS receita_calculada,
      coalesce(sum(p.custos), 0) AS custos,
      count(*) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados) AS cobrados
    FROM antigos p GROUP BY 1, 2, 3, 4
  ) m
  WHERE r.usuario_id = m.usuario_id AND r.dia = m.dia AND r.marketplace = m.marketplace AND r.status = m.status;

  UPDATE resumo_diario_produtos r
  SET unidades = r.unidades - m.unidades, pedidos = r.pedidos - m.pedidos, receita = r.receita - m.receita, lucro = r.lucro - m.lucro, calculados = r.calculados - m.calculados, receita_calculada = r.receita_calculada - m.receita_calculada, custos = r.custos - m.custos
  FROM (
    SELECT p.usuario_id AS usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, coalesce(p.produto_id, '00000000-0000-0000-0000-000000000000'::uuid) AS produto_id, coalesce(p.fornecedor_id, '00000000-0000-0000-0000-000000000000'::uuid) AS fornecedor_id,
      sum(p.quantidade) AS unidades,
      count(*) AS pedidos,
      sum(p.preco_venda) AS receita,
      sum(p.lucro) AS lucro,
      count(*) FILTER (WHERE p.custos IS NOT NULL) AS calculados,
      coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0) AS receita_calculada,
      coalesce(sum(p.custos), 0) AS custos
    FROM antigos p WHERE p.status <> 'cancelado' GROUP BY 1, 2, 3, 4
  ) m
  WHERE r.usuario_id = m.usuario_id AND r.dia = m.dia AND r.produto_id = m.produto_id AND r.fornecedor_id = m.fornecedor_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER pedidos_inseridos_dias AFTER INSERT ON pedidos
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_dias();
--> statement-breakpoint
CREATE TRIGGER pedidos_mudados_dias AFTER UPDATE ON pedidos
REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_dias_mudanca();
--> statement-breakpoint
CREATE TRIGGER pedidos_excluidos_dias AFTER DELETE ON pedidos
REFERENCING OLD TABLE AS antigos
FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_dias_exclusao();
--> statement-breakpoint
-- The orders there are, none of them with costs yet.
INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, p.status,
  count(*),
  sum(p.preco_venda),
  sum(p.lucro),
  count(*) FILTER (WHERE p.custos IS NOT NULL),
  coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
  coalesce(sum(p.custos), 0),
  count(*) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados)
FROM pedidos p
GROUP BY 1, 2, 3, 4
ORDER BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO resumo_diario_produtos AS r (usuario_id, dia, produto_id, fornecedor_id, unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, coalesce(p.produto_id, '00000000-0000-0000-0000-000000000000'::uuid), coalesce(p.fornecedor_id, '00000000-0000-0000-0000-000000000000'::uuid),
  sum(p.quantidade),
  count(*),
  sum(p.preco_venda),
  sum(p.lucro),
  count(*) FILTER (WHERE p.custos IS NOT NULL),
  coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
  coalesce(sum(p.custos), 0)
FROM pedidos p
WHERE p.status <> 'cancelado'
GROUP BY 1, 2, 3, 4
ORDER BY 1, 2, 3, 4;
--> statement-breakpoint
-- What an order cost is never rewritten, and goes with the order alone.
CREATE TRIGGER custos_pedido_permanentes BEFORE UPDATE ON custos_pedido
FOR EACH STATEMENT EXECUTE FUNCTION recusar_mudanca();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION recusar_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  produto uuid;
BEGIN
  IF EXISTS (SELECT FROM usuarios WHERE id = OLD.usuario_id AND apagado_em IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  IF TG_TABLE_NAME IN ('eventos_pedido', 'custos_pedido') THEN
    SELECT produto_id INTO produto FROM pedidos WHERE usuario_id = OLD.usuario_id AND id = OLD.pedido_id;
  ELSE
    produto := OLD.produto_id;
  END IF;
  IF NOT EXISTS (SELECT FROM produtos WHERE usuario_id = OLD.usuario_id AND id = produto AND exemplo) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER custos_pedido_ficam BEFORE DELETE ON custos_pedido
FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();
