import { BECOMES_LOW, bandOf } from '../schema';

// PostgreSQL writes the JSON of an answer, which the server hands on as the bytes that came: a row of a page is a list,
// whose order the screen knows.

const page = (row: string, from: string) =>
  `SELECT '[' || coalesce(string_agg(linha, ','), '') || ']' FROM (SELECT concat('[', ${row}, ']') AS linha FROM ${from}) p`;

const PRODUCT_ROW =
  "id, ',', fornecedor, ',', custo, ',', preco_ml, ',', preco_amazon, ',', estoque, ',', canais, ',', rotulo, ',', descricao";

/** $1 seller, $2 the id before which the page begins. */
export const PRODUCT_PAGE = page(
  PRODUCT_ROW,
  'produtos WHERE vendedor = $1::int4 AND id < $2::int8 ORDER BY id DESC LIMIT 50',
);

/**
 * $3 the pattern. A common term is found among the newest; only where these have not fifty of them, the trigrams are asked,
 * which the sum in the order leaves as the only way.
 */
export const PRODUCT_SEARCH = `
  WITH novos AS MATERIALIZED (
    SELECT concat('[', ${PRODUCT_ROW}, ']') AS linha FROM (
      SELECT * FROM produtos WHERE vendedor = $1::int4 AND id < $2::int8 ORDER BY id DESC LIMIT 1000
    ) p WHERE busca LIKE $3 LIMIT 50
  )
  SELECT '[' || coalesce(string_agg(linha, ','), '') || ']' FROM (
    SELECT linha FROM novos WHERE (SELECT count(*) FROM novos) = 50
    UNION ALL
    SELECT linha FROM (
      SELECT concat('[', ${PRODUCT_ROW}, ']') AS linha FROM produtos
      WHERE (SELECT count(*) FROM novos) < 50 AND vendedor = $1::int4 AND id < $2::int8 AND busca LIKE $3
      ORDER BY id + 0 DESC LIMIT 50
    ) todos
  ) p`;

export const ORDER_PAGE = page(
  "id, ',', produto, ',', numero, ',', preco, ',', custo, ',', atualizado, ',', quantidade, ',', status, ',', marketplace, ',', marcas, ',', coalesce(despachar_ate, 0), ',', coalesce(impressa, 0), ',', ficha",
  'pedidos WHERE vendedor = $1::int4 AND id < $2::int8 ORDER BY id DESC LIMIT 50',
);

/**
 * Sums of all time, sales by month, the five products that were sold most, and how many are low. The best are among those
 * of the bands that the first five of the index reach.
 */
export const DASHBOARD = `
  WITH somas AS (
    SELECT mes, sum(vendas) FILTER (WHERE marketplace = 1) AS ml, sum(vendas) FILTER (WHERE marketplace = 2) AS amazon,
      sum(receita) AS receita, sum(lucro) AS lucro, sum(pendentes) AS pendentes, sum(baixos) AS baixos
    FROM resumo WHERE vendedor = $1::int4 GROUP BY mes
  )
  SELECT concat('[', ml, ',', amazon, ',', receita, ',', lucro, ',', pendentes, ',', baixos, ',[', meses, '],[', (
      SELECT string_agg(concat('[', vendidos, ',', ('[' || rotulo || ']')::json -> 0, ']'), ',') FROM (
        SELECT vendidos, rotulo FROM produtos
        WHERE vendedor = $1::int4 AND faixa > 0 AND faixa >= (
          SELECT min(faixa) FROM (
            SELECT faixa FROM produtos WHERE vendedor = $1::int4 AND faixa > 0 ORDER BY faixa DESC LIMIT 5
          ) primeiros
        )
        ORDER BY vendidos DESC, id LIMIT 5
      ) melhores
    ), ']]')
  FROM (
    SELECT coalesce(sum(ml), 0) AS ml, coalesce(sum(amazon), 0) AS amazon, coalesce(sum(receita), 0) AS receita,
      coalesce(sum(lucro), 0) AS lucro, coalesce(sum(pendentes), 0) AS pendentes, coalesce(sum(baixos), 0) AS baixos,
      string_agg(concat('[', mes, ',', coalesce(ml, 0) + coalesce(amazon, 0), ']'), ',') FILTER (WHERE mes > 0) AS meses
    FROM somas
  ) todas`;

/**
 * A sale of one unit. $1 seller, $2 product, $3 the order's id, $4 its number, $5 marketplace (1 Mercado Livre, 2 Amazon),
 * $6 month, $7 the part of the sums that this connection writes, $8 now, $9 the buyer as JSON.
 */
export const SALE = `
  WITH tirado AS (
    UPDATE produtos SET estoque = estoque - 1, vendidos = vendidos + 1, faixa = ${bandOf('(vendidos + 1)')}
    WHERE vendedor = $1::int4 AND id = $2::int8 AND estoque >= 1
    RETURNING fornecedor, custo, CASE $5::int2 WHEN 2 THEN preco_amazon ELSE preco_ml END AS preco, rotulo,
      (${BECOMES_LOW})::int4 AS baixo
  ), pedido AS (
    INSERT INTO pedidos (id, produto, numero, preco, custo, atualizado, vendedor, quantidade, status, marketplace, marcas, ficha)
    SELECT $3::int8, $2::int8, $4::int8, preco, custo, $8::int8, $1::int4, 1, 0, $5::int2, 0,
      concat(rotulo, ',', (SELECT nome FROM fornecedores f WHERE f.id = tirado.fornecedor), ',', $9::text)
    FROM tirado
  ), movimento AS (
    INSERT INTO movimentos SELECT $3::int8, $2::int8, $3::int8, $1::int4, -1, 4 FROM tirado
  ), evento AS (
    INSERT INTO eventos SELECT $3::int8, $3::int8, $1::int4, NULL, 0 FROM tirado
  ), soma AS (
    INSERT INTO resumo AS r
    SELECT preco, preco - custo, $1::int4, 1, 1, baixo, $6::int2, $5::int2, $7::int2 FROM tirado
    ON CONFLICT (vendedor, mes, marketplace, parte) DO UPDATE
    SET receita = r.receita + excluded.receita, lucro = r.lucro + excluded.lucro, vendas = r.vendas + 1,
      pendentes = r.pendentes + 1, baixos = r.baixos + excluded.baixos
  )
  SELECT 1 FROM tirado`;
