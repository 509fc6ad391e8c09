// The bare server's own schema. `conta` is the seller in the product. Money is cents, a moment is milliseconds since 1970, a month is year × 12 + month − 1, and
// ids tell when their row was made (server/ids.ts). What only leaves as JSON is stored as JSON: `rotulo`, `descricao` and
// `ficha` are the parts of an answer that a row does not change.

/** Tables without indices, to be filled. */
export const TABLES = `
  CREATE TABLE vendedores (
    id int4 NOT NULL,
    conta uuid NOT NULL
  );
  CREATE TABLE fornecedores (
    id int4 NOT NULL,
    vendedor int4 NOT NULL,
    nome text NOT NULL
  );
  CREATE TABLE produtos (
    id int8 NOT NULL,
    custo int8 NOT NULL,
    preco_ml int8 NOT NULL,
    preco_amazon int8 NOT NULL,
    vendedor int4 NOT NULL,
    fornecedor int4 NOT NULL,
    estoque int4 NOT NULL,
    vendidos int4 NOT NULL,
    faixa int2 NOT NULL,
    canais int2 NOT NULL,
    rotulo text NOT NULL,
    descricao text NOT NULL,
    busca text NOT NULL
  ) WITH (fillfactor = 80);
  CREATE TABLE pedidos (
    id int8 NOT NULL,
    produto int8 NOT NULL,
    numero int8 NOT NULL,
    preco int8 NOT NULL,
    custo int8 NOT NULL,
    atualizado int8 NOT NULL,
    vendedor int4 NOT NULL,
    quantidade int4 NOT NULL,
    status int2 NOT NULL,
    marketplace int2 NOT NULL,
    marcas int2 NOT NULL,
    despachar_ate int8,
    impressa int8,
    ficha text NOT NULL
  );
  CREATE TABLE movimentos (
    id int8 NOT NULL,
    produto int8 NOT NULL,
    pedido int8,
    vendedor int4 NOT NULL,
    quantidade int4 NOT NULL,
    motivo int2 NOT NULL
  );
  CREATE TABLE eventos (
    id int8 NOT NULL,
    pedido int8 NOT NULL,
    vendedor int4 NOT NULL,
    de int2,
    para int2 NOT NULL
  );
  CREATE TABLE resumo (
    receita int8 NOT NULL,
    lucro int8 NOT NULL,
    vendedor int4 NOT NULL,
    vendas int4 NOT NULL,
    pendentes int4 NOT NULL,
    baixos int4 NOT NULL,
    mes int2 NOT NULL,
    marketplace int2 NOT NULL,
    parte int2 NOT NULL
  ) WITH (fillfactor = 50)`;

/** How often a product was sold, in steps of a twentieth: an index that a sale seldom changes still finds the best. */
export const bandOf = (sold: string): string =>
  `CASE WHEN ${sold} > 0 THEN 1 + (20 * ln(${sold}))::int2 ELSE 0 END`;

/**
 * Only what the six jobs look up by. Movements and events are read by none of them. A sale changes no column of an index of
 * products, or almost never, so PostgreSQL writes the row alone.
 */
export const INDICES = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'CREATE EXTENSION IF NOT EXISTS btree_gin',
  'CREATE INDEX produtos_busca ON produtos USING gin (vendedor, busca gin_trgm_ops)',
  'ALTER TABLE pedidos ADD PRIMARY KEY (vendedor, id)',
  'ALTER TABLE produtos ADD PRIMARY KEY (vendedor, id)',
  'CREATE INDEX produtos_por_venda ON produtos (vendedor, faixa) WHERE faixa > 0',
  'ALTER TABLE fornecedores ADD PRIMARY KEY (id)',
] as const;

/** Fewer are low. */
export const LOW_STOCK = 5;

/**
 * What the dashboard needs, by seller, month and marketplace, of orders that were not cancelled: in part 0. A sale adds to
 * the part of its connection, which nobody else writes. Behind it how many products are low, in whichever row.
 */
export const SUMMARY = [
  `INSERT INTO resumo
     SELECT sum(preco), sum(preco - custo), vendedor, count(*), count(*) FILTER (WHERE status = 0), 0,
       extract(year FROM dia) * 12 + extract(month FROM dia) - 1, marketplace, 0
     FROM (SELECT *, to_timestamp(id / 1e6) AT TIME ZONE 'America/Sao_Paulo' AS dia FROM pedidos WHERE status < 6) p
     GROUP BY vendedor, 7, marketplace
     UNION ALL
     SELECT 0, 0, vendedor, 0, 0, count(*), 0, 0, 0 FROM produtos WHERE estoque < ${LOW_STOCK} GROUP BY vendedor
     ORDER BY 3, 7, 8`,
  'ALTER TABLE resumo ADD PRIMARY KEY (vendedor, mes, marketplace, parte)',
] as const;

export const BECOMES_LOW = `estoque = ${LOW_STOCK - 1}`;
