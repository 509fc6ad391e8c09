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