CREATE TABLE "itens_pedido" (
	"usuario_id" uuid NOT NULL,
	"pedido_id" uuid NOT NULL,
	"numero" smallint NOT NULL,
	"id_externo" text,
	"variacao_externa" text,
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
ALTER TABLE "pedidos" ADD COLUMN "outros_itens" text;
--> statement-breakpoint
ALTER TABLE "pedidos" drop column "palavras";
--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "palavras" "tsvector" GENERATED ALWAYS AS (esteira_palavras(usuario_id, ml_order_id || ' ' || coalesce(produto_sku, '') || ' ' || left(coalesce(cliente_nome, ''), 120) || ' ' || produto_nome || ' ' || fornecedor_nome || coalesce(' ' || outros_itens, ''))) STORED NOT NULL;
--> statement-breakpoint
CREATE INDEX "pedidos_por_palavra" ON "pedidos" USING gin ("palavras") WITH (fastupdate=false);
--> statement-breakpoint
-- Each order gets one line with its own sums; of one item it names the listing that the last reading told.
INSERT INTO "itens_pedido" ("usuario_id", "pedido_id", "numero", "id_externo", "produto_id", "fornecedor_id", "produto_nome",
	"produto_sku", "fornecedor_nome", "quantidade", "preco_venda", "preco_fornecedor")
SELECT p."usuario_id", p."id", 1, CASE WHEN jsonb_array_length(e."itens") = 1 THEN e."itens"->0->>'id' END, p."produto_id", p."fornecedor_id",
	p."produto_nome", p."produto_sku", p."fornecedor_nome", p."quantidade", p."preco_venda", p."preco_fornecedor"
FROM "pedidos" p LEFT JOIN "envios_pedido" e ON e."usuario_id" = p."usuario_id" AND e."pedido_id" = p."id";
--> statement-breakpoint
ALTER TABLE "itens_pedido" ADD CONSTRAINT "itens_pedido_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "itens_pedido" ADD CONSTRAINT "itens_pedido_produto_fk" FOREIGN KEY ("usuario_id","produto_id") REFERENCES "public"."produtos"("usuario_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "itens_pedido" ADD CONSTRAINT "itens_pedido_fornecedor_fk" FOREIGN KEY ("usuario_id","fornecedor_id") REFERENCES "public"."fornecedores"("usuario_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "envios_pedido" DROP COLUMN "itens";--> statement-breakpoint
-- What the lines of orders add to the sums by product, of the orders as they are now and, negative, as they were before: a row
-- for each order, product and supplier. Of what an order cost a line has what its supplier gets, and by its price a share
-- of all else; the shares sum up to the cent.
CREATE FUNCTION partes_de_pedidos(novas pedidos[], velhas pedidos[], linhas itens_pedido[])
RETURNS TABLE (sinal int, usuario_id uuid, dia date, produto_id uuid, fornecedor_id uuid,
  unidades bigint, receita numeric, lucro numeric, custos numeric)
LANGUAGE sql STABLE AS $$
  SELECT p.sinal, p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date,
    coalesce(l.produto_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.fornecedor_id, '00000000-0000-0000-0000-000000000000'),
    sum(l.quantidade), sum(l.preco_venda), sum(l.preco_venda - l.preco_fornecedor),
    sum(CASE WHEN p.preco_venda > 0 THEN l.preco_fornecedor + div(p.resto * l.ate, p.preco_venda) - div(p.resto * (l.ate - l.preco_venda), p.preco_venda)
      WHEN l.numero = 1 THEN l.preco_fornecedor + p.resto ELSE l.preco_fornecedor + 0 * p.resto END)
  FROM (
    SELECT o.*, (o.custos - o.preco_fornecedor)::numeric AS resto
    FROM (SELECT 1 AS sinal, n.* FROM unnest(novas) n UNION ALL SELECT -1, a.* FROM unnest(velhas) a) o
    WHERE o.status <> 'cancelado'
  ) p
  JOIN (
    SELECT i.*, sum(i.preco_venda) OVER (PARTITION BY i.usuario_id, i.pedido_id ORDER BY i.numero) AS ate FROM unnest(linhas) i
  ) l ON l.usuario_id = p.usuario_id AND l.pedido_id = p.id
  GROUP BY p.sinal, p.usuario_id, p.id, 3, 4, 5
$$;
--> statement-breakpoint
CREATE FUNCTION somar_itens(novas pedidos[], velhas pedidos[], linhas itens_pedido[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH partes AS MATERIALIZED (SELECT * FROM partes_de_pedidos(novas, velhas, linhas)),
  dias AS (
    INSERT INTO resumo_diario_produtos AS r (usuario_id, dia, produto_id, fornecedor_id,
      unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
    SELECT * FROM (
      SELECT p.usuario_id, p.dia, p.produto_id, p.fornecedor_id,
        sum(p.sinal * p.unidades),
        sum(p.sinal),
        sum(p.sinal * p.receita),
        sum(p.sinal * p.lucro),
        coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0),
        coalesce(sum(p.sinal * p.receita) FILTER (WHERE p.custos IS NOT NULL), 0),
        coalesce(sum(p.sinal * p.custos), 0)
      FROM partes p GROUP BY 1, 2, 3, 4
    ) AS m (usuario_id, dia, produto_id, fornecedor_id, unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
    WHERE (unidades, pedidos, receita, lucro, calculados, receita_calculada, custos) <> (0, 0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (usuario_id, dia, produto_id, fornecedor_id) DO UPDATE
    SET unidades = r.unidades + excluded.unidades,
        pedidos = r.pedidos + excluded.pedidos,
        receita = r.receita + excluded.receita,
        lucro = r.lucro + excluded.lucro,
        calculados = r.calculados + excluded.calculados,
        receita_calculada = r.receita_calculada + excluded.receita_calculada,
        custos = r.custos + excluded.custos
  )
  INSERT INTO vendas_produtos AS r (usuario_id, produto_id, unidades)
  SELECT p.usuario_id, p.produto_id, sum(p.sinal * p.unidades)
  FROM partes p
  WHERE p.produto_id <> '00000000-0000-0000-0000-000000000000'
  GROUP BY 1, 2 HAVING sum(p.sinal * p.unidades) <> 0
  ORDER BY 1, 2
  ON CONFLICT (usuario_id, produto_id) DO UPDATE SET unidades = r.unidades + excluded.unidades;
END
$$;
--> statement-breakpoint
-- Adds orders to the sums by day. The lines are the orders as they are now and, negative, as they were before.
CREATE OR REPLACE FUNCTION somar_pedidos(novas pedidos[], velhas pedidos[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status,
    pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
  SELECT * FROM (
    SELECT l.usuario_id, (l.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, l.marketplace, l.status,
      sum(l.sinal),
      sum(l.sinal * l.preco_venda),
      sum(l.sinal * l.lucro),
      coalesce(sum(l.sinal) FILTER (WHERE l.custos IS NOT NULL), 0),
      coalesce(sum(l.sinal * l.preco_venda) FILTER (WHERE l.custos IS NOT NULL), 0),
      coalesce(sum(l.sinal * l.custos), 0),
      coalesce(sum(l.sinal) FILTER (WHERE l.custos IS NOT NULL AND l.custos_cobrados), 0)
    FROM (SELECT 1 AS sinal, n.* FROM unnest(novas) n UNION ALL SELECT -1, a.* FROM unnest(velhas) a) l
    GROUP BY 1, 2, 3, 4
  ) AS m (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
  WHERE (pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados) <> (0, 0, 0, 0, 0, 0, 0)
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, status) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos,
      receita = r.receita + excluded.receita,
      lucro = r.lucro + excluded.lucro,
      calculados = r.calculados + excluded.calculados,
      receita_calculada = r.receita_calculada + excluded.receita_calculada,
      custos = r.custos + excluded.custos,
      cobrados = r.cobrados + excluded.cobrados;
END
$$;
--> statement-breakpoint
-- Keeps all sums of orders equal to them, in the transaction that changes them; with an order that begins or ceases to
-- count (not cancelled, all costs known) its costs come or go. What is summed up of its lines comes and goes with these, and
-- changes only where the order is cancelled or has another day or other amounts: a step reads no lines.
CREATE OR REPLACE FUNCTION pedidos_resumir() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  novas pedidos[];
  velhas pedidos[];
BEGIN
  IF TG_OP <> 'DELETE' THEN SELECT array_agg(ROW(n.*)::pedidos) INTO novas FROM novos n; END IF;
  IF TG_OP <> 'INSERT' THEN SELECT array_agg(ROW(a.*)::pedidos) INTO velhas FROM antigos a; END IF;
  PERFORM somar_pedidos(novas, velhas);
  IF TG_OP = 'UPDATE' THEN
    SELECT array_agg(ROW(n.*)::pedidos), array_agg(ROW(a.*)::pedidos) INTO novas, velhas
    FROM novos n JOIN antigos a ON a.usuario_id = n.usuario_id AND a.id = n.id
    WHERE (n.criado_em, n.status = 'cancelado', n.preco_venda, n.preco_fornecedor, n.custos)
      IS DISTINCT FROM (a.criado_em, a.status = 'cancelado', a.preco_venda, a.preco_fornecedor, a.custos);
    IF novas IS NOT NULL THEN
      PERFORM somar_itens(novas, velhas, ARRAY(
        SELECT l FROM unnest(novas) n JOIN itens_pedido l ON l.usuario_id = n.usuario_id AND l.pedido_id = n.id));
    END IF;
    PERFORM somar_custos(array_agg(
      custo_do_dia(ROW(n.*)::pedidos, c.codigo, CASE WHEN n.status <> 'cancelado' AND n.custos IS NOT NULL THEN c.valor ELSE -c.valor END)))
    FROM novos n JOIN antigos a ON a.usuario_id = n.usuario_id AND a.id = n.id
    CROSS JOIN LATERAL fatos_custos_pedido(n.usuario_id, n.id) c
    WHERE (n.status <> 'cancelado' AND n.custos IS NOT NULL) <> (a.status <> 'cancelado' AND a.custos IS NOT NULL);
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- An order's lines are written and removed as a whole, each time by one statement: a share needs all of them.
CREATE FUNCTION itens_resumir() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  linhas itens_pedido[];
  vendidos pedidos[];
BEGIN
  IF TG_OP = 'INSERT' THEN SELECT array_agg(ROW(n.*)::itens_pedido) INTO linhas FROM novos n;
  ELSE SELECT array_agg(ROW(a.*)::itens_pedido) INTO linhas FROM antigos a; END IF;
  SELECT array_agg(p) INTO vendidos FROM pedidos p
  WHERE (p.usuario_id, p.id) IN (SELECT l.usuario_id, l.pedido_id FROM unnest(linhas) l);
  IF TG_OP = 'INSERT' THEN PERFORM somar_itens(vendidos, NULL, linhas);
  ELSE PERFORM somar_itens(NULL, vendidos, linhas); END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER itens_pedido_inseridos AFTER INSERT ON itens_pedido
REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION itens_resumir();
--> statement-breakpoint
CREATE TRIGGER itens_pedido_excluidos AFTER DELETE ON itens_pedido
REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION itens_resumir();
--> statement-breakpoint
-- Computes the sums from the orders, their lines and their costs, where a backup was restored without its triggers.
CREATE OR REPLACE FUNCTION refazer_resumos() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM somar_pedidos(d.pedidos, NULL), somar_itens(d.pedidos, NULL, ARRAY(
    SELECT l FROM unnest(d.pedidos) p JOIN itens_pedido l ON l.usuario_id = p.usuario_id AND l.pedido_id = p.id))
  FROM (SELECT array_agg(p) AS pedidos FROM pedidos p
    GROUP BY p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date) d;

  PERFORM somar_custos(array_agg(custo_do_dia(p, c.codigo, c.valor)))
  FROM pedidos p CROSS JOIN LATERAL fatos_custos_pedido(p.usuario_id, p.id) c
  WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL
  GROUP BY p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date;
END
$$;
--> statement-breakpoint
-- The rules of fees are read with each request: nobody has to hear of their changes.
DROP TRIGGER "regras_tarifa_avisam" ON "regras_tarifa";
--> statement-breakpoint
DROP INDEX "movimentos_estoque_pedido_unico";--> statement-breakpoint
ALTER TABLE "movimentos_estoque" ADD COLUMN "numero_item" smallint;--> statement-breakpoint
CREATE UNIQUE INDEX "movimentos_estoque_pedido_unico" ON "movimentos_estoque" USING btree ("usuario_id","pedido_id","motivo",(CASE WHEN motivo = 'alteracao' THEN id ELSE produto_id END),coalesce(numero_item, 0)) WHERE "movimentos_estoque"."pedido_id" is not null;
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE "conexoes" DROP CONSTRAINT "conexoes_modelo_conhecido";--> statement-breakpoint
ALTER TABLE "conexoes" ADD CONSTRAINT "conexoes_modelo_conhecido" CHECK ("conexoes"."modelo_anuncio" IN ('user_product', 'classic', 'depots'));
--> statement-breakpoint
CREATE TABLE "contas" (
	"usuario_id" uuid NOT NULL,
	"marketplace" text NOT NULL,
	"id" smallint DEFAULT 1 NOT NULL,
	"vendedor_id" text,
	"nome" text,
	"apelido" text,
	"padrao" boolean DEFAULT false NOT NULL,
	"criado_em" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"desconectada_em" timestamp (3) with time zone,
	CONSTRAINT "contas_pk" PRIMARY KEY("usuario_id","marketplace","id"),
	CONSTRAINT "contas_marketplace" CHECK ("contas"."marketplace" IN ('mercadolivre', 'amazon')),
	CONSTRAINT "contas_numero" CHECK ("contas"."id" BETWEEN 1 AND 10),
	CONSTRAINT "contas_nome" CHECK (length("contas"."nome") BETWEEN 1 AND 40)
);
--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "autorizacoes" ADD COLUMN "conta_id" smallint;--> statement-breakpoint
ALTER TABLE "conexoes" ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tarefas" ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "tarefas" drop column "conta";--> statement-breakpoint
ALTER TABLE "tarefas" ADD COLUMN "conta" text GENERATED ALWAYS AS (usuario_id::text || ':' || marketplace || ':' || conta_id) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "tarefas_por_conta" ON "tarefas" USING btree ("tipo","conta","devida_em") WHERE situacao <> 'falhou';--> statement-breakpoint
ALTER TABLE "pausas_anuncio" ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "anuncios" ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "divergencias" ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "envios_estoque" ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "contas" ADD CONSTRAINT "contas_usuario_id_usuarios_id_fk" FOREIGN KEY ("usuario_id") REFERENCES "public"."usuarios"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Everybody gets the first account of each marketplace, whose number the rows of before bear; it is the connected one.
INSERT INTO "contas" ("usuario_id", "marketplace", "id", "vendedor_id", "apelido", "padrao")
SELECT u."id", m."marketplace", 1, c."vendedor_id", c."conta_nome", true
FROM "usuarios" u CROSS JOIN (VALUES ('mercadolivre'), ('amazon')) AS m ("marketplace")
LEFT JOIN "conexoes" c ON c."usuario_id" = u."id" AND c."marketplace" = m."marketplace";
--> statement-breakpoint
CREATE UNIQUE INDEX "contas_padrao_unica" ON "contas" USING btree ("usuario_id","marketplace") WHERE padrao;--> statement-breakpoint
CREATE UNIQUE INDEX "contas_vendedor_unico" ON "contas" USING btree ("usuario_id","marketplace","vendedor_id");--> statement-breakpoint
ALTER TABLE "pedidos" ADD CONSTRAINT "pedidos_conta_fk" FOREIGN KEY ("usuario_id","marketplace","conta_id") REFERENCES "public"."contas"("usuario_id","marketplace","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conexoes" ADD CONSTRAINT "conexoes_conta_fk" FOREIGN KEY ("usuario_id","marketplace","conta_id") REFERENCES "public"."contas"("usuario_id","marketplace","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "anuncios" ADD CONSTRAINT "anuncios_conta_fk" FOREIGN KEY ("usuario_id","marketplace","conta_id") REFERENCES "public"."contas"("usuario_id","marketplace","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conexoes" DROP CONSTRAINT "conexoes_pk";
--> statement-breakpoint
ALTER TABLE "conexoes" ADD CONSTRAINT "conexoes_pk" PRIMARY KEY("usuario_id","marketplace","conta_id");--> statement-breakpoint
ALTER TABLE "pausas_anuncio" DROP CONSTRAINT "pausas_anuncio_pk";
--> statement-breakpoint
ALTER TABLE "pausas_anuncio" ADD CONSTRAINT "pausas_anuncio_pk" PRIMARY KEY("usuario_id","produto_id","marketplace","conta_id");--> statement-breakpoint
ALTER TABLE "anuncios" DROP CONSTRAINT "anuncios_pk";
--> statement-breakpoint
ALTER TABLE "anuncios" ADD CONSTRAINT "anuncios_pk" PRIMARY KEY("usuario_id","produto_id","marketplace","conta_id");--> statement-breakpoint
ALTER TABLE "divergencias" DROP CONSTRAINT "divergencias_pk";
--> statement-breakpoint
ALTER TABLE "divergencias" ADD CONSTRAINT "divergencias_pk" PRIMARY KEY("usuario_id","produto_id","marketplace","conta_id","campo");--> statement-breakpoint
ALTER TABLE "envios_estoque" DROP CONSTRAINT "envios_estoque_pk";
--> statement-breakpoint
ALTER TABLE "envios_estoque" ADD CONSTRAINT "envios_estoque_pk" PRIMARY KEY("usuario_id","produto_id","marketplace","conta_id");--> statement-breakpoint
DROP FUNCTION enfileirar_envio_estoque(uuid, uuid, text, interval);
--> statement-breakpoint
-- The one writer of the outbox. One row per listing, due a moment later: a burst of sales becomes one push. The row
-- that is there already is locked by the update, so that no server takes it before this transaction is committed.
CREATE FUNCTION enfileirar_envio_estoque(a anuncios, espera interval DEFAULT '1.5 seconds') RETURNS void
LANGUAGE sql AS $$
  INSERT INTO envios_estoque AS e (usuario_id, produto_id, marketplace, conta_id, devido_em)
  VALUES (a.usuario_id, a.produto_id, a.marketplace, a.conta_id, now() + espera)
  ON CONFLICT (usuario_id, produto_id, marketplace, conta_id)
  DO UPDATE SET devido_em = least(e.devido_em, excluded.devido_em)
$$;
--> statement-breakpoint
-- Every change of stock enqueues the new figure for the product's listings on real marketplaces. The account that sold
-- has taken the units off by itself: telling it a figure that lacks a sale of its own still on the way would oversell.
CREATE OR REPLACE FUNCTION dever_estoque() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enfileirar_envio_estoque(d.a)
  FROM (
    SELECT DISTINCT ON (a.usuario_id, a.produto_id, a.marketplace, a.conta_id) a
    FROM novos n
    JOIN anuncios a ON a.usuario_id = n.usuario_id AND a.produto_id = n.produto_id
    LEFT JOIN pedidos p ON (n.motivo = 'venda' OR (n.motivo = 'alteracao' AND n.quantidade < 0))
      AND p.usuario_id = n.usuario_id AND p.id = n.pedido_id
    WHERE recebe_estoque(a) AND (p.marketplace, p.conta_id) IS DISTINCT FROM (a.marketplace, a.conta_id)
    ORDER BY a.usuario_id, a.produto_id, a.marketplace, a.conta_id
  ) AS d;
  RETURN NULL;
END
$$;
--> statement-breakpoint
ALTER TABLE "pedidos" ADD COLUMN "enviado_pelo_marketplace" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "fichas_anuncio" ADD COLUMN "motivo_sem_ean" text;--> statement-breakpoint
ALTER TABLE "fichas_anuncio" ADD CONSTRAINT "fichas_anuncio_motivo_sem_ean" CHECK ("fichas_anuncio"."motivo_sem_ean" IN ('artesanal', 'kit', 'sem_registro', 'outro'));
