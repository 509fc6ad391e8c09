-- What is summed up by day is summed up by account too, again from the orders: each row may become several.
TRUNCATE "resumo_diario", "resumo_diario_produtos", "resumo_diario_custos", "vendas_produtos";
ALTER TABLE "resumo_diario" ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL, DROP CONSTRAINT "resumo_diario_pk",
	ADD CONSTRAINT "resumo_diario_pk" PRIMARY KEY("usuario_id","dia","marketplace","conta_id","status");
ALTER TABLE "resumo_diario_produtos" ADD COLUMN "marketplace" text NOT NULL, ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL,
	DROP CONSTRAINT "resumo_diario_produtos_pk",
	ADD CONSTRAINT "resumo_diario_produtos_pk" PRIMARY KEY("usuario_id","dia","marketplace","conta_id","produto_id","fornecedor_id");
ALTER TABLE "resumo_diario_custos" ADD COLUMN "conta_id" smallint DEFAULT 1 NOT NULL, DROP CONSTRAINT "resumo_diario_custos_pk",
	ADD CONSTRAINT "resumo_diario_custos_pk" PRIMARY KEY("usuario_id","dia","marketplace","conta_id","codigo");--> statement-breakpoint
CREATE OR REPLACE FUNCTION custo_do_dia(p pedidos, codigo text, valor bigint) RETURNS resumo_diario_custos LANGUAGE sql STABLE AS $$
  SELECT ROW(p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, codigo, valor, p.conta_id)::resumo_diario_custos
$$;
CREATE OR REPLACE FUNCTION somar_custos(linhas resumo_diario_custos[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO resumo_diario_custos AS r (usuario_id, dia, marketplace, conta_id, codigo, valor)
  SELECT l.usuario_id, l.dia, l.marketplace, l.conta_id, l.codigo, sum(l.valor) FROM unnest(linhas) l
  GROUP BY 1, 2, 3, 4, 5 HAVING sum(l.valor) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (usuario_id, dia, marketplace, conta_id, codigo) DO UPDATE SET valor = r.valor + excluded.valor;
END $$;
CREATE OR REPLACE FUNCTION somar_pedidos(novas pedidos[], velhas pedidos[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO resumo_diario AS r (usuario_id, dia, marketplace, conta_id, status,
    pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
  SELECT * FROM (
    SELECT l.usuario_id, (l.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, l.marketplace, l.conta_id, l.status,
      sum(l.sinal), sum(l.sinal * l.preco_venda), sum(l.sinal * l.lucro),
      coalesce(sum(l.sinal) FILTER (WHERE l.custos IS NOT NULL), 0),
      coalesce(sum(l.sinal * l.preco_venda) FILTER (WHERE l.custos IS NOT NULL), 0),
      coalesce(sum(l.sinal * l.custos), 0), coalesce(sum(l.sinal) FILTER (WHERE l.custos IS NOT NULL AND l.custos_cobrados), 0)
    FROM (SELECT 1 AS sinal, n.* FROM unnest(novas) n UNION ALL SELECT -1, a.* FROM unnest(velhas) a) l
    GROUP BY 1, 2, 3, 4, 5
  ) AS m (usuario_id, dia, marketplace, conta_id, status, pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados)
  WHERE (pedidos, receita, lucro, calculados, receita_calculada, custos, cobrados) <> (0, 0, 0, 0, 0, 0, 0)
  ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (usuario_id, dia, marketplace, conta_id, status) DO UPDATE
  SET pedidos = r.pedidos + excluded.pedidos, receita = r.receita + excluded.receita, lucro = r.lucro + excluded.lucro,
      calculados = r.calculados + excluded.calculados, receita_calculada = r.receita_calculada + excluded.receita_calculada,
      custos = r.custos + excluded.custos, cobrados = r.cobrados + excluded.cobrados;
END $$;--> statement-breakpoint
DROP FUNCTION partes_de_pedidos(pedidos[], pedidos[], itens_pedido[]);
-- The parts as they were (0001), each with the account of its order.
CREATE FUNCTION partes_de_pedidos(novas pedidos[], velhas pedidos[], linhas itens_pedido[])
RETURNS TABLE (sinal int, usuario_id uuid, dia date, marketplace text, conta_id smallint, produto_id uuid, fornecedor_id uuid,
  unidades bigint, receita numeric, lucro numeric, custos numeric) LANGUAGE sql STABLE AS $$
  SELECT p.sinal, p.usuario_id, (p.criado_em AT TIME ZONE 'America/Sao_Paulo')::date, p.marketplace, p.conta_id,
    coalesce(l.produto_id, '00000000-0000-0000-0000-000000000000'), coalesce(l.fornecedor_id, '00000000-0000-0000-0000-000000000000'),
    sum(l.quantidade), sum(l.preco_venda), sum(l.preco_venda - l.preco_fornecedor),
    sum(CASE WHEN p.preco_venda > 0 THEN l.preco_fornecedor + div(p.resto * l.ate, p.preco_venda) - div(p.resto * (l.ate - l.preco_venda), p.preco_venda)
      WHEN l.numero = 1 THEN l.preco_fornecedor + p.resto ELSE l.preco_fornecedor + 0 * p.resto END)
  FROM (SELECT o.*, (o.custos - o.preco_fornecedor)::numeric AS resto
    FROM (SELECT 1 AS sinal, n.* FROM unnest(novas) n UNION ALL SELECT -1, a.* FROM unnest(velhas) a) o WHERE o.status <> 'cancelado') p
  JOIN (SELECT i.*, sum(i.preco_venda) OVER (PARTITION BY i.usuario_id, i.pedido_id ORDER BY i.numero) AS ate FROM unnest(linhas) i) l
    ON l.usuario_id = p.usuario_id AND l.pedido_id = p.id
  GROUP BY p.sinal, p.usuario_id, p.id, 3, 4, 5, 6, 7
$$;
CREATE OR REPLACE FUNCTION somar_itens(novas pedidos[], velhas pedidos[], linhas itens_pedido[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  WITH partes AS MATERIALIZED (SELECT * FROM partes_de_pedidos(novas, velhas, linhas)), dias AS (
    INSERT INTO resumo_diario_produtos AS r (usuario_id, dia, marketplace, conta_id, produto_id, fornecedor_id,
      unidades, pedidos, receita, lucro, calculados, receita_calculada, custos)
    SELECT p.usuario_id, p.dia, p.marketplace, p.conta_id, p.produto_id, p.fornecedor_id,
      sum(p.sinal * p.unidades), sum(p.sinal), sum(p.sinal * p.receita), sum(p.sinal * p.lucro),
      coalesce(sum(p.sinal) FILTER (WHERE p.custos IS NOT NULL), 0),
      coalesce(sum(p.sinal * p.receita) FILTER (WHERE p.custos IS NOT NULL), 0), coalesce(sum(p.sinal * p.custos), 0)
    FROM partes p GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
    ON CONFLICT (usuario_id, dia, marketplace, conta_id, produto_id, fornecedor_id) DO UPDATE
    SET unidades = r.unidades + excluded.unidades, pedidos = r.pedidos + excluded.pedidos, receita = r.receita + excluded.receita,
        lucro = r.lucro + excluded.lucro, calculados = r.calculados + excluded.calculados,
        receita_calculada = r.receita_calculada + excluded.receita_calculada, custos = r.custos + excluded.custos
  )
  INSERT INTO vendas_produtos AS r (usuario_id, produto_id, unidades)
  SELECT p.usuario_id, p.produto_id, sum(p.sinal * p.unidades) FROM partes p
  WHERE p.produto_id <> '00000000-0000-0000-0000-000000000000'
  GROUP BY 1, 2 HAVING sum(p.sinal * p.unidades) <> 0 ORDER BY 1, 2
  ON CONFLICT (usuario_id, produto_id) DO UPDATE SET unidades = r.unidades + excluded.unidades;
END $$;
SELECT refazer_resumos();
