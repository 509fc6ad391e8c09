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
    FROM partes_de_pedidos(novas, velhas, linhas) p GROUP BY 1, 2, 3, 4
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
      custos = r.custos + excluded.custos;

  INSERT INTO vendas_produtos AS r (usuario_id, produto_id, unidades)
  SELECT p.usuario_id, p.produto_id, sum(p.sinal * p.unidades)
  FROM partes_de_pedidos(novas, velhas, linhas) p
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
-- count (not cancelled, all costs known) its costs come or go. What is summed up of its lines comes and goes with these.
CREATE OR REPLACE FUNCTION pedidos_resumir() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  novas pedidos[];
  velhas pedidos[];
BEGIN
  IF TG_OP <> 'DELETE' THEN SELECT array_agg(ROW(n.*)::pedidos) INTO novas FROM novos n; END IF;
  IF TG_OP <> 'INSERT' THEN SELECT array_agg(ROW(a.*)::pedidos) INTO velhas FROM antigos a; END IF;
  PERFORM somar_pedidos(novas, velhas);
  IF TG_OP = 'UPDATE' THEN
    PERFORM somar_itens(novas, velhas, array_agg(l)) FROM itens_pedido l
    JOIN novos n ON n.usuario_id = l.usuario_id AND n.id = l.pedido_id;
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
