ALTER TABLE "resumo_diario" ADD COLUMN "versao" bigint DEFAULT 1 NOT NULL;
--> statement-breakpoint
-- As before, and each row's version tells that something of it, or of the products and suppliers of its orders, has changed:
-- equal sums alone do not, where an order got another product. Orders are compared by what the sums are made of.
CREATE OR REPLACE FUNCTION pedidos_resumir_dias() RETURNS trigger
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
  HAVING sum(p.sinal * hashtextextended(ROW(p.produto_id, p.fornecedor_id, p.quantidade, p.preco_venda, p.lucro, p.custos, p.custos_cobrados)::text, 0)) <> 0
  ORDER BY 1, 2, 3, 4
  ON CONFLICT (usuario_id, dia, marketplace, status) DO UPDATE
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
  UPDATE resumo_diario r
  SET pedidos = r.pedidos - m.pedidos, receita = r.receita - m.receita, lucro = r.lucro - m.lucro, calculados = r.calculados - m.calculados, receita_calculada = r.receita_calculada - m.receita_calculada, custos = r.custos - m.custos, cobrados = r.cobrados - m.cobrados, versao = r.versao + 1
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
