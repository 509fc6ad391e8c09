CREATE TABLE "resumo_diario_custos" (
	"usuario_id" uuid NOT NULL,
	"dia" date NOT NULL,
	"marketplace" text NOT NULL,
	"tarifa_venda" bigint NOT NULL,
	"tarifa_fixa" bigint NOT NULL,
	"frete_vendedor" bigint NOT NULL,
	"parcelamento" bigint NOT NULL,
	"imposto" bigint NOT NULL,
	"ads" bigint NOT NULL,
	"embalagem" bigint NOT NULL,
	"outros" bigint NOT NULL,
	"fornecedor" bigint NOT NULL,
	CONSTRAINT "resumo_diario_custos_pk" PRIMARY KEY("usuario_id","dia","marketplace")
);

--> statement-breakpoint
-- Keeps what each cost took equal to the rows of custos_pedido, of orders that count: not cancelled, all costs known.
-- Who writes costs has changed their order before, so that everybody reaches these sums after those by day.
CREATE FUNCTION custos_pedido_resumir() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'tarifa_venda'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'tarifa_fixa'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'frete_vendedor'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'parcelamento'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'imposto'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'ads'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'embalagem'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'outros'), 0),
    coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'fornecedor'), 0)
  FROM novos c
  JOIN pedidos p ON p.usuario_id = c.usuario_id AND p.id = c.pedido_id
  WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (usuario_id, dia, marketplace) DO UPDATE
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
-- What leaves custos_pedido, which goes before its order, leaves the sums.
CREATE FUNCTION custos_pedido_resumir_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor)
  SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
    coalesce(sum(-c.valor) FILTER (WHERE c.codigo = 'tarifa_venda'), 0),
    coalesce(sum(-c.valor) FILTER (WHERE c.codigo = 'tarifa_fixa'), 0),
    coalesce(sum(-c.valor) FILTER (WHERE c.codigo = 'frete_vendedor'), 0),
    coalesce(sum(-c.valor) FILTER (WHERE c.codigo = 'parcelamento'), 0),
    coalesce(sum(-c.valor) FILTER (WHERE c.codigo = 'imposto'), 0),
    coalesce(sum(-c.valor) FILTER (WHERE c.codigo = 'ads'), 0),
    coalesce(sum(-c.valor) FILTER (WHERE c.codigo = 'embalagem'), 0),
    coalesce(sum(-c.valor) FILTER (WHERE c.codigo = 'outros'), 0),
    coalesce(sum(-c.valor) FILTER (WHERE c.codigo = 'fornecedor'), 0)
  FROM antigos c
  JOIN pedidos p ON p.usuario_id = c.usuario_id AND p.id = c.pedido_id
  WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (usuario_id, dia, marketplace) DO UPDATE
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
-- An order that begins to count brings the rows that it has, and one that ceases to takes them along.
CREATE FUNCTION pedidos_resumir_custos_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor)
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
  JOIN custos_pedido c ON c.usuario_id = p.usuario_id AND c.pedido_id = p.id
  GROUP BY 1, 2, 3
  ORDER BY 1, 2, 3
  ON CONFLICT (usuario_id, dia, marketplace) DO UPDATE
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
CREATE TRIGGER custos_pedido_inseridos AFTER INSERT ON custos_pedido
REFERENCING NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION custos_pedido_resumir();
--> statement-breakpoint
CREATE TRIGGER custos_pedido_excluidos AFTER DELETE ON custos_pedido
REFERENCING OLD TABLE AS antigos
FOR EACH STATEMENT EXECUTE FUNCTION custos_pedido_resumir_exclusao();
--> statement-breakpoint
-- Its name puts it behind the trigger of the sums by day.
CREATE TRIGGER pedidos_mudados_dias_custos AFTER UPDATE ON pedidos
REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
FOR EACH STATEMENT EXECUTE FUNCTION pedidos_resumir_custos_mudanca();
--> statement-breakpoint
-- What the orders there are cost.
INSERT INTO resumo_diario_custos (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor)
SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace,
  coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'tarifa_venda'), 0),
  coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'tarifa_fixa'), 0),
  coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'frete_vendedor'), 0),
  coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'parcelamento'), 0),
  coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'imposto'), 0),
  coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'ads'), 0),
  coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'embalagem'), 0),
  coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'outros'), 0),
  coalesce(sum(c.valor) FILTER (WHERE c.codigo = 'fornecedor'), 0)
FROM custos_pedido c
JOIN pedidos p ON p.usuario_id = c.usuario_id AND p.id = c.pedido_id
WHERE p.status <> 'cancelado' AND p.custos IS NOT NULL
GROUP BY 1, 2, 3
ORDER BY 1, 2, 3;
