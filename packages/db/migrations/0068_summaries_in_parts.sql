ALTER TABLE "resumo_diario_custos" ADD COLUMN "parte" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "resumo_diario" ADD COLUMN "parte" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "resumo_pedidos" ADD COLUMN "parte" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "resumo_diario_custos" DROP CONSTRAINT "resumo_diario_custos_pk",
  ADD CONSTRAINT "resumo_diario_custos_pk" PRIMARY KEY ("usuario_id", "dia", "marketplace", "parte");--> statement-breakpoint
ALTER TABLE "resumo_diario" DROP CONSTRAINT "resumo_diario_pk",
  ADD CONSTRAINT "resumo_diario_pk" PRIMARY KEY ("usuario_id", "dia", "marketplace", "status", "parte") INCLUDE ("versao");--> statement-breakpoint
ALTER TABLE "resumo_pedidos" DROP CONSTRAINT "resumo_pedidos_pk",
  ADD CONSTRAINT "resumo_pedidos_pk" PRIMARY KEY ("usuario_id", "mes", "marketplace", "status", "parte");--> statement-breakpoint
CREATE INDEX "resumo_diario_custos_partes" ON "resumo_diario_custos" USING btree ("usuario_id") WHERE parte > 0;--> statement-breakpoint
CREATE INDEX "resumo_diario_partes" ON "resumo_diario" USING btree ("usuario_id") WHERE parte > 0;--> statement-breakpoint
CREATE INDEX "resumo_pedidos_partes" ON "resumo_pedidos" USING btree ("usuario_id") WHERE parte > 0;
--> statement-breakpoint
-- Which part of a seller's sums this transaction adds to: the first of eight that no other transaction has, until it ends.
-- Nobody waits for one; where all are taken, the part's rows are waited for.
CREATE FUNCTION parte_do_resumo(usuario uuid) RETURNS smallint
LANGUAGE plpgsql
AS $$
BEGIN
  FOR parte IN 0..7 LOOP
    IF pg_try_advisory_xact_lock(hashtextextended(usuario::text, 7305471130 + parte)) THEN
      RETURN parte;
    END IF;
  END LOOP;
  RETURN pg_backend_pid() % 8;
END
$$;
--> statement-breakpoint
-- The triggers as before, each adding to its transaction's part; what leaves is added with its sign turned round.
CREATE OR REPLACE FUNCTION pedidos_resumir() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_pedidos AS r (usuario_id, mes, marketplace, status, pedidos, receita, lucro, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, to_char(p.criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM'), p.marketplace, p.status,
           count(*), sum(p.preco_venda), sum(p.lucro)
    FROM novos p
    GROUP BY 1, 2, 3, 4
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, mes, marketplace, status, parte) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos, receita = r.receita + excluded.receita, lucro = r.lucro + excluded.lucro;

  INSERT INTO vendas_produtos AS v (usuario_id, produto_id, unidades)
  SELECT p.usuario_id, p.produto_id, sum(p.quantidade)
  FROM novos p
  WHERE p.produto_id IS NOT NULL AND p.status <> 'cancelado'
  GROUP BY 1, 2
  ORDER BY 1, 2
  ON CONFLICT (usuario_id, produto_id) DO UPDATE SET unidades = v.unidades + excluded.unidades;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION pedidos_resumir_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_pedidos AS r (usuario_id, mes, marketplace, status, pedidos, receita, lucro, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, to_char(p.criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM'), p.marketplace, p.status,
           sum(p.sinal), sum(p.sinal * p.preco_venda), sum(p.sinal * p.lucro)
    FROM (
      SELECT 1 AS sinal, n.usuario_id, n.criado_em, n.marketplace, n.status, n.preco_venda, n.lucro FROM novos n
      UNION ALL
      SELECT -1, a.usuario_id, a.criado_em, a.marketplace, a.status, a.preco_venda, a.lucro FROM antigos a
    ) p
    GROUP BY 1, 2, 3, 4
    HAVING sum(p.sinal) <> 0 OR sum(p.sinal * p.preco_venda) <> 0 OR sum(p.sinal * p.lucro) <> 0
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, mes, marketplace, status, parte) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos, receita = r.receita + excluded.receita, lucro = r.lucro + excluded.lucro;

  INSERT INTO vendas_produtos AS v (usuario_id, produto_id, unidades)
  SELECT m.usuario_id, m.produto_id, sum(m.unidades)
  FROM (
    SELECT n.usuario_id, n.produto_id, n.quantidade AS unidades FROM novos n WHERE n.status <> 'cancelado'
    UNION ALL
    SELECT a.usuario_id, a.produto_id, -a.quantidade FROM antigos a WHERE a.status <> 'cancelado'
  ) m
  WHERE m.produto_id IS NOT NULL
  GROUP BY 1, 2
  HAVING sum(m.unidades) <> 0
  ORDER BY 1, 2
  ON CONFLICT (usuario_id, produto_id) DO UPDATE SET unidades = v.unidades + excluded.unidades;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION pedidos_resumir_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_pedidos AS r (usuario_id, mes, marketplace, status, pedidos, receita, lucro, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT a.usuario_id, to_char(a.criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM'), a.marketplace, a.status,
           -count(*), -sum(a.preco_venda), -sum(a.lucro)
    FROM antigos a
    GROUP BY 1, 2, 3, 4
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, mes, marketplace, status, parte) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos, receita = r.receita + excluded.receita, lucro = r.lucro + excluded.lucro;

  UPDATE vendas_produtos v SET unidades = v.unidades - m.unidades
  FROM (
    SELECT a.usuario_id, a.produto_id, sum(a.quantidade) AS unidades
    FROM antigos a WHERE a.status <> 'cancelado' GROUP BY 1, 2
  ) m
  WHERE v.usuario_id = m.usuario_id AND v.produto_id = m.produto_id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION pedidos_resumir_dias() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
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
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, status, parte) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos,
    receita = r.receita + excluded.receita,
    lucro = r.lucro + excluded.lucro,
    calculados = r.calculados + excluded.calculados,
    receita_calculada = r.receita_calculada + excluded.receita_calculada,
    custos = r.custos + excluded.custos,
    cobrados = r.cobrados + excluded.cobrados,
    versao = r.versao + 1;

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
CREATE OR REPLACE FUNCTION pedidos_resumir_dias_mudanca() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
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
    HAVING sum(p.sinal * hashtextextended(ROW(p.produto_id, p.fornecedor_id, p.quantidade, p.preco_venda, p.lucro, p.custos, p.custos_cobrados)::text, 0)) <> 0
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, status, parte) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos,
    receita = r.receita + excluded.receita,
    lucro = r.lucro + excluded.lucro,
    calculados = r.calculados + excluded.calculados,
    receita_calculada = r.receita_calculada + excluded.receita_calculada,
    custos = r.custos + excluded.custos,
    cobrados = r.cobrados + excluded.cobrados,
    versao = r.versao + 1;

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
CREATE OR REPLACE FUNCTION pedidos_resumir_dias_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
    SELECT p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, p.status,
      -count(*),
      -sum(p.preco_venda),
      -sum(p.lucro),
      -count(*) FILTER (WHERE p.custos IS NOT NULL),
      -coalesce(sum(p.preco_venda) FILTER (WHERE p.custos IS NOT NULL), 0),
      -coalesce(sum(p.custos), 0),
      -count(*) FILTER (WHERE p.custos IS NOT NULL AND p.custos_cobrados)
    FROM antigos p
    GROUP BY 1, 2, 3, 4
  ) m
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, status, parte) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos,
    receita = r.receita + excluded.receita,
    lucro = r.lucro + excluded.lucro,
    calculados = r.calculados + excluded.calculados,
    receita_calculada = r.receita_calculada + excluded.receita_calculada,
    custos = r.custos + excluded.custos,
    cobrados = r.cobrados + excluded.cobrados,
    versao = r.versao + 1;

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
CREATE OR REPLACE FUNCTION custos_pedido_resumir() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
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
CREATE OR REPLACE FUNCTION custos_pedido_resumir_exclusao() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, tarifa_venda, tarifa_fixa, frete_vendedor, parcelamento, imposto, ads, embalagem, outros, fornecedor, parte)
  SELECT m.*, parte_do_resumo(m.usuario_id) FROM (
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
    JOIN custos_pedido c ON c.usuario_id = p.usuario_id AND c.pedido_id = p.id
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
