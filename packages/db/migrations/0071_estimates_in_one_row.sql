-- Whoever sells or corrects meanwhile waits, and reaches the orders first too.
LOCK TABLE pedidos, custos_pedido IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- Whether each fact of a row of estimativas_pedido is one: an amount with its origin, or an origin with a known reason why
-- there is no amount; and whether there is any.
CREATE FUNCTION estimativa_consistente(valores bigint[], fontes text[], origens text[], faltas text[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  partes text[];
BEGIN
  FOR i IN 1..cardinality(fontes) LOOP
    IF fontes[i] IS NULL AND valores[i] IS NULL THEN
      CONTINUE;
    END IF;
    partes := string_to_array(fontes[i], ' ');
    IF (partes[1] = ANY (origens) AND CASE
      WHEN valores[i] IS NULL THEN partes[2] = ANY (faltas) AND cardinality(partes) = 2
      ELSE cardinality(partes) <= 3
    END) IS NOT TRUE THEN
      RETURN false;
    END IF;
  END LOOP;
  RETURN num_nonnulls(VARIADIC fontes) > 0;
END
$$;
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
ALTER TABLE "estimativas_pedido" ADD CONSTRAINT "estimativas_pedido_fk" FOREIGN KEY ("usuario_id","pedido_id") REFERENCES "public"."pedidos"("usuario_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- The facts of an order's estimate. Each has the order's id with its place in the last byte, so a place is never given to
-- another kind of cost.
CREATE FUNCTION fatos_estimados(usuario uuid, pedido uuid)
RETURNS TABLE (id uuid, codigo text, valor bigint, falta text, origem text, cobrado boolean,
  entrega_propria boolean, regra_id text, regra_desde text, estorna_id uuid, ator_id uuid, criado_em timestamp with time zone)
LANGUAGE sql STABLE ROWS 9
AS $$
  SELECT encode(set_byte(uuid_send(e.pedido_id), 15, f.lugar), 'hex')::uuid, f.codigo, f.valor,
    CASE WHEN f.valor IS NULL THEN split_part(f.fonte, ' ', 2) END, split_part(f.fonte, ' ', 1), false,
    e.entrega_propria AND f.codigo = 'frete_vendedor',
    CASE WHEN f.valor IS NOT NULL THEN nullif(split_part(f.fonte, ' ', 2), '') END,
    nullif(split_part(f.fonte, ' ', 3), ''), NULL::uuid, NULL::uuid, e.criado_em
  FROM estimativas_pedido e CROSS JOIN LATERAL (VALUES
    (1, 'tarifa_venda', e.tarifa_venda, e.tarifa_venda_fonte),
    (2, 'tarifa_fixa', e.tarifa_fixa, e.tarifa_fixa_fonte),
    (3, 'frete_vendedor', e.frete_vendedor, e.frete_vendedor_fonte),
    (4, 'parcelamento', e.parcelamento, e.parcelamento_fonte),
    (5, 'imposto', e.imposto, e.imposto_fonte),
    (6, 'ads', e.ads, e.ads_fonte),
    (7, 'embalagem', e.embalagem, e.embalagem_fonte),
    (8, 'outros', e.outros, e.outros_fonte),
    (9, 'fornecedor', e.fornecedor, e.fornecedor_fonte)
  ) AS f (lugar, codigo, valor, fonte)
  WHERE e.usuario_id = usuario AND e.pedido_id = pedido AND f.fonte IS NOT NULL
$$;
--> statement-breakpoint
-- All facts of what an order costs, whichever table they stand in. A function that is planned with the statement around
-- it, and not a view: of a union that lists each row's columns PostgreSQL would compute every order's before it joins them.
CREATE FUNCTION fatos_custos_pedido(usuario uuid, pedido uuid)
RETURNS TABLE (id uuid, codigo text, valor bigint, falta text, origem text, cobrado boolean,
  entrega_propria boolean, regra_id text, regra_desde text, estorna_id uuid, ator_id uuid, criado_em timestamp with time zone)
LANGUAGE sql STABLE ROWS 9
AS $$
  SELECT f.id, f.codigo, f.valor, f.falta, f.origem, f.cobrado, f.entrega_propria, f.regra_id, f.regra_desde, f.estorna_id,
    f.ator_id, f.criado_em
  FROM fatos_estimados(usuario, pedido) f
  UNION ALL
  SELECT c.id, c.codigo, c.valor, c.falta, c.origem, c.cobrado, c.entrega_propria, c.regra_id, c.regra_desde, c.estorna_id,
    c.ator_id, c.criado_em
  FROM custos_pedido c WHERE c.usuario_id = usuario AND c.pedido_id = pedido
$$;
--> statement-breakpoint
-- Estimates are added to the sums by day as the rows of custos_pedido are, and leave them as these do.
CREATE FUNCTION estimativas_pedido_resumir() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
      coalesce(sum(e.tarifa_venda), 0),
      coalesce(sum(e.tarifa_fixa), 0),
      coalesce(sum(e.frete_vendedor), 0),
      coalesce(sum(e.parcelamento), 0),
      coalesce(sum(e.imposto), 0),
      coalesce(sum(e.ads), 0),
      coalesce(sum(e.embalagem), 0),
      coalesce(sum(e.outros), 0),
      coalesce(sum(e.fornecedor), 0)
    FROM novos e
    JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
    WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL
    GROUP BY 1, 2, 3
  ) m
  ORDER BY 1, 2, 3
  ON CONFLICT (usuario_id, dia, marketplace, parte) DO UPDATE
  SET tarifa_venda = r.tarifa_venda + excluded.tarifa_venda,
    tarifa_fixa = r.tarifa_fixa + excluded.tarifa_fixa,
    frete_vendedor = r.frete_vendedor + excluded.frete_vendedor,
    parcelamento = r.parcelamento + excluded.parcelamento,
    imposto = r.imposto + excluded.imposto,
    ads = r.ads + excluded.ads,
    embalagem = r.embalagem + excluded.embalagem,
    outros = r.outros + excluded.outros,
    fornecedor = r.fornecedor + excluded.fornecedor;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION estimativas_pedido_resumir_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
      coalesce(sum(-e.tarifa_venda), 0),
      coalesce(sum(-e.tarifa_fixa), 0),
      coalesce(sum(-e.frete_vendedor), 0),
      coalesce(sum(-e.parcelamento), 0),
      coalesce(sum(-e.imposto), 0),
      coalesce(sum(-e.ads), 0),
      coalesce(sum(-e.embalagem), 0),
      coalesce(sum(-e.outros), 0),
      coalesce(sum(-e.fornecedor), 0)
    FROM antigos e
    JOIN pedidos p ON p.usuario_id = e.usuario_id AND p.id = e.pedido_id
    WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL
    GROUP BY 1, 2, 3
  ) m
  ORDER BY 1, 2, 3
  ON CONFLICT (usuario_id, dia, marketplace, parte) DO UPDATE
  SET tarifa_venda = r.tarifa_venda + excluded.tarifa_venda,
    tarifa_fixa = r.tarifa_fixa + excluded.tarifa_fixa,
    frete_vendedor = r.frete_vendedor + excluded.frete_vendedor,
    parcelamento = r.parcelamento + excluded.parcelamento,
    imposto = r.imposto + excluded.imposto,
    ads = r.ads + excluded.ads,
    embalagem = r.embalagem + excluded.embalagem,
    outros = r.outros + excluded.outros,
    fornecedor = r.fornecedor + excluded.fornecedor;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- As before, with the facts of both tables.
CREATE OR REPLACE FUNCTION pedidos_resumir_custos_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'tarifa_venda'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'tarifa_fixa'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'frete_vendedor'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'parcelamento'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'imposto'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'ads'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'embalagem'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'outros'), 0),
      coalesce(sum(p.sinal * c.valor) FILTER (WHERE c.codigo = 'fornecedor'), 0)
    FROM (
      SELECT n.usuario_id, n.id, n.criado_em, n.marketplace,
        CASE WHEN n.status <> 'cancelado' AND n.custos IS NOT NULL THEN 1 ELSE -1 END AS sinal
      FROM novos n
      JOIN antigos a ON a.usuario_id = n.usuario_id AND a.id = n.id
      WHERE (n.status <> 'cancelado' AND n.custos IS NOT NULL) <> (a.status <> 'cancelado' AND a.custos IS NOT NULL)
    ) p
    CROSS JOIN LATERAL fatos_custos_pedido(p.usuario_id, p.id) c
    GROUP BY 1, 2, 3
  ) m
  ORDER BY 1, 2, 3
  ON CONFLICT (usuario_id, dia, marketplace, parte) DO UPDATE
  SET tarifa_venda = r.tarifa_venda + excluded.tarifa_venda,
    tarifa_fixa = r.tarifa_fixa + excluded.tarifa_fixa,
    frete_vendedor = r.frete_vendedor + excluded.frete_vendedor,
    parcelamento = r.parcelamento + excluded.parcelamento,
    imposto = r.imposto + excluded.imposto,
    ads = r.ads + excluded.ads,
    embalagem = r.embalagem + excluded.embalagem,
    outros = r.outros + excluded.outros,
    fornecedor = r.fornecedor + excluded.fornecedor;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER estimativas_pedido_inseridas AFTER INSERT ON estimativas_pedido
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION estimativas_pedido_resumir();
--> statement-breakpoint
CREATE TRIGGER estimativas_pedido_excluidas AFTER DELETE ON estimativas_pedido
REFERENCING OLD TABLE AS antigos
FOR EACH STATEMENT EXECUTE FUNCTION estimativas_pedido_resumir_exclusao();
--> statement-breakpoint
-- A cost that was estimated holds once: another row of it comes with the one that takes the estimate back. So a server of
-- before, which knows no estimates, writes none beside them while this version is being rolled out.
CREATE FUNCTION custos_pedido_conferir_estimativa() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
    SELECT FROM novos n
    CROSS JOIN LATERAL fatos_estimados(n.usuario_id, n.pedido_id) f
    WHERE n.estorna_id IS NULL AND f.codigo = n.codigo AND NOT EXISTS (
      SELECT FROM custos_pedido e
      WHERE e.usuario_id = n.usuario_id AND e.pedido_id = n.pedido_id AND e.estorna_id = f.id)
  ) THEN
    RAISE EXCEPTION 'a cost that was estimated would hold twice'
      USING ERRCODE = 'unique_violation', TABLE = 'custos_pedido', CONSTRAINT = 'custos_pedido_estimado';
  END IF;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER custos_pedido_estimado AFTER INSERT ON custos_pedido
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION custos_pedido_conferir_estimativa();
--> statement-breakpoint
-- Never rewritten, and gone with the order alone, like the rows of custos_pedido.
CREATE TRIGGER estimativas_pedido_permanentes BEFORE UPDATE ON estimativas_pedido
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
  IF TG_TABLE_NAME IN ('eventos_pedido', 'custos_pedido', 'estimativas_pedido') THEN
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
CREATE TRIGGER estimativas_pedido_ficam BEFORE DELETE ON estimativas_pedido
FOR EACH ROW EXECUTE FUNCTION recusar_exclusao();
