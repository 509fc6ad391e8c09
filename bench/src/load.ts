import type postgres from 'postgres';
import { withConnection } from './database';
import { PASSWORD_HASH, sellerEmail } from './login';
import type { Size } from './size';

type Shape = Pick<Size, 'sellers' | 'products' | 'orders'>;

/** Products with stock for many thousands of sales, so that the measured sales never run out. */
export const STOCKED_PER_SELLER = 20;

/**
 * Fills a migrated database in bulk: the orders of a year in the order of their arrival, the sellers mixed as they
 * would be, every stock ledger and every summary consistent. Checks on rows stay on; triggers and foreign keys wait,
 * and what they would have kept is computed at the end and then verified.
 */
export async function load(url: string, shape: Shape): Promise<void> {
  await withConnection(url, async (pool) => {
    const sql = await pool.reserve();
    try {
      await sql`SET session_replication_role = replica`;
      await sql`SET work_mem = '256MB'`;
      await createIdFunction(sql);
      await loadAccounts(sql, shape);
      await loadProducts(sql, shape);
      await loadOrders(sql, shape);
      await loadLedger(sql);
      await loadSummaries(sql);
      await loadSearch(sql);
    } finally {
      sql.release();
    }
  });
  await withConnection(url, async (sql) => {
    await sql`VACUUM ANALYZE`;
    await verifyLedgers(sql);
    await sql`CHECKPOINT`;
  });
}

/** UUIDv7 of an instant (ms) and a number; the last year's orders and, before them, the rest. */
async function createIdFunction(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    CREATE FUNCTION pg_temp.bench_id(ms bigint, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
      SELECT (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || '8' || substr(md5(n::text), 1, 15))::uuid
    $$;
    CREATE TEMP TABLE calendario AS
      SELECT (extract(epoch FROM now()) * 1000)::bigint - 360 * 86400000::bigint AS inicio, 360 * 86400000::bigint AS duracao`);
}

async function loadAccounts(sql: postgres.Sql, { sellers }: Shape): Promise<void> {
  const [before = '', after = ''] = sellerEmail('|').split('|');
  await sql`
    INSERT INTO usuarios (id, nome, email, senha_hash, plano, data_expiracao, criado_em)
    SELECT pg_temp.bench_id(inicio - 400000000 + s, s), 'Vendedora ' || s, ${before} || s || ${after}, ${PASSWORD_HASH},
      'top', now() + interval '1 year', to_timestamp((inicio - 400000000) / 1000.0)
    FROM calendario, generate_series(1, ${sellers}::int) s`;
  await sql`CREATE TEMP TABLE vendedores AS
    SELECT row_number() OVER (ORDER BY id)::int AS vendedor, id FROM usuarios`;
  await sql`
    INSERT INTO fornecedores (usuario_id, id, nome, contato, email, telefone, dados_pagamento)
    SELECT v.id, pg_temp.bench_id(inicio - 300000000 + f, v.vendedor * 100 + f), 'Fornecedor ' || f || ' Atacado Ltda',
      'Maria', 'contato' || f || '@fornecedor.example', '(11) 90000-0000', 'Pix: contato' || f || '@fornecedor.example'
    FROM calendario, vendedores v, generate_series(1, 10) f`;
}

async function loadProducts(sql: postgres.Sql, { products, sellers }: Shape): Promise<void> {
  await sql`
    CREATE TEMP TABLE catalogo AS
    SELECT n, v.vendedor, v.id AS usuario_id, pg_temp.bench_id(c.inicio - 200000000 + n, n) AS id,
      (row_number() OVER (PARTITION BY v.vendedor ORDER BY n) - 1)::int AS posicao
    FROM calendario c CROSS JOIN generate_series(1, ${products}::int) n
    JOIN vendedores v ON v.vendedor = CASE WHEN n % 5 = 0 THEN 1 ELSE 2 + (n - n / 5 - 1) % (${sellers}::int - 1) END`;
  await sql`
    INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml,
      preco_venda_amazon, estoque, imagem_url, publicado_ml, publicado_amazon, criado_em)
    SELECT c.usuario_id, c.id, f.id,
      (ARRAY['Camiseta','Caneca','Luminária','Mochila','Fone','Relógio','Garrafa','Tênis','Boné','Carregador',
        'Suporte','Teclado','Mouse','Almofada','Tapete','Cortina','Panela','Faqueiro','Brinquedo','Jaqueta'])[1 + c.n % 20]
      || ' ' || (ARRAY['Básica','de Algodão','Térmica','Clássica','Esportiva','Premium','Infantil'])[1 + c.n / 20 % 7]
      || ' ' || (ARRAY['Azul','Verde','Vermelha','Preta','Branca','Cinza','Amarela','Rosa','Roxa','Laranja','Bege'])[1 + c.n / 140 % 11]
      || ' modelo ' || c.n,
      'Produto de boa qualidade, enviado pelo fornecedor em até dois dias úteis. Garantia de três meses contra defeitos de fabricação.',
      'SKU-' || lpad(c.n::text, 7, '0'), 1000 + c.n % 9000, 2500 + c.n % 20000,
      CASE WHEN c.n % 2 = 0 THEN 2900 + c.n % 20000 END,
      CASE WHEN c.posicao < ${STOCKED_PER_SELLER}::int THEN 900000 WHEN c.n % 53 = 0 THEN c.n % 5 ELSE 20 + c.n % 400 END,
      'https://imagens.example/produtos/' || c.n || '/frente.jpg', true, c.n % 2 = 0, to_timestamp((c0.inicio - 200000000) / 1000.0)
    FROM catalogo c CROSS JOIN calendario c0
    JOIN fornecedores f ON f.usuario_id = c.usuario_id
      AND f.id = pg_temp.bench_id(c0.inicio - 300000000 + 1 + c.n % 10, c.vendedor * 100 + 1 + c.n % 10)
    ORDER BY c.n`;
  await sql`
    INSERT INTO anuncios (usuario_id, produto_id, marketplace, id_externo, status)
    SELECT usuario_id, id, 'mercadolivre', 'MLB' || substr(md5(id::text), 1, 12), 'publicado' FROM produtos
    UNION ALL
    SELECT usuario_id, id, 'amazon', 'B0' || substr(md5(id::text), 1, 12), 'publicado' FROM produtos WHERE publicado_amazon`;
}

async function loadOrders(sql: postgres.Sql, { orders, sellers }: Shape): Promise<void> {
  await sql`CREATE INDEX ON catalogo (vendedor, posicao)`;
  await sql`ANALYZE catalogo`;
  // A squared random number makes some products sell far better than others.
  await sql`
    INSERT INTO pedidos (usuario_id, id, status, marketplace, ml_order_id, produto_id, fornecedor_id, produto_nome,
      produto_sku, fornecedor_nome, quantidade, preco_venda, preco_fornecedor, cliente_nome, cliente_endereco, tem_etiqueta, criado_em, atualizado_em)
    SELECT p.usuario_id, pg_temp.bench_id(d.ms, d.n), d.status, d.marketplace, (2000000000000000 + d.n)::text, p.id,
      p.fornecedor_id, p.nome, p.sku, f.nome, d.quantidade, d.quantidade * p.preco_venda_ml, d.quantidade * p.preco_fornecedor,
      'Cliente ' || d.n % 5000 || ' da Silva', 'Rua das Palmeiras, ' || d.n % 3000 || ' - Centro, São Paulo - SP, 01000-000',
      d.status IN ('enviado_fornecedor', 'pago', 'enviado_cliente', 'entregue'), to_timestamp(d.ms / 1000.0), to_timestamp(d.ms / 1000.0)
    FROM (
      SELECT n, c.inicio + n * c.duracao / ${orders}::bigint AS ms,
        CASE WHEN n % 10 = 0 THEN 1 ELSE 2 + ((n - n / 10 - 1) % (${sellers}::int - 1))::int END AS vendedor,
        ((n * 2654435761) % 1000003) / 1000003.0::float8 AS sorte,
        1 + (n * 7919 % 17 / 13)::int AS quantidade,
        CASE WHEN n % 3 = 0 THEN 'amazon' ELSE 'mercadolivre' END AS marketplace,
        CASE WHEN n % 29 = 0 THEN 'cancelado'
          WHEN n > ${orders}::bigint * 0.99 THEN 'pendente' WHEN n > ${orders}::bigint * 0.98 THEN 'aprovado'
          WHEN n > ${orders}::bigint * 0.96 THEN 'enviado_fornecedor' WHEN n > ${orders}::bigint * 0.94 THEN 'pago'
          WHEN n > ${orders}::bigint * 0.90 THEN 'enviado_cliente' ELSE 'entregue' END AS status
      FROM calendario c, generate_series(1, ${orders}::bigint) n
    ) d
    JOIN (SELECT vendedor, count(*) AS total FROM catalogo GROUP BY 1) t ON t.vendedor = d.vendedor
    JOIN catalogo k ON k.vendedor = d.vendedor AND k.posicao = floor(d.sorte * d.sorte * t.total)::int
    JOIN produtos p ON p.usuario_id = k.usuario_id AND p.id = k.id
    JOIN fornecedores f ON f.usuario_id = p.usuario_id AND f.id = p.fornecedor_id
    ORDER BY d.n`;
}

/** Arrivals in the history, sales and returns in the stock ledger, and before them what the shelves began with. */
async function loadLedger(sql: postgres.Sql): Promise<void> {
  await sql`
    INSERT INTO eventos_pedido (usuario_id, pedido_id, id, de, para, criado_em)
    SELECT usuario_id, id, id, NULL, 'pendente', criado_em FROM pedidos`;
  await sql`
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, pedido_id, criado_em)
    SELECT usuario_id, produto_id, id, -quantidade, 'venda', id, criado_em FROM pedidos
    UNION ALL
    SELECT usuario_id, produto_id, gen_random_uuid(), quantidade, 'cancelamento', id, criado_em FROM pedidos WHERE status = 'cancelado'`;
  await sql`
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, criado_em)
    SELECT p.usuario_id, p.id, p.id, p.estoque + coalesce(v.unidades, 0), 'inicial', p.criado_em
    FROM produtos p LEFT JOIN (
      SELECT usuario_id, produto_id, sum(quantidade) AS unidades FROM pedidos WHERE status <> 'cancelado' GROUP BY 1, 2
    ) v ON v.usuario_id = p.usuario_id AND v.produto_id = p.id
    WHERE p.estoque + coalesce(v.unidades, 0) <> 0`;
}

const SUMMARY = `
  SELECT usuario_id, to_char(criado_em AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM') AS mes, marketplace, status,
    count(*)::int AS pedidos, sum(preco_venda)::bigint AS receita, sum(lucro)::bigint AS lucro
  FROM pedidos GROUP BY 1, 2, 3, 4`;

const UNITS_SOLD = `
  SELECT usuario_id, produto_id, sum(quantidade)::int AS unidades
  FROM pedidos WHERE status <> 'cancelado' GROUP BY 1, 2`;

const DAY_FIGURES = `
  count(*)::int AS pedidos, sum(preco_venda)::bigint AS receita, sum(lucro)::bigint AS lucro,
  count(custos)::int AS calculados, coalesce(sum(preco_venda) FILTER (WHERE custos IS NOT NULL), 0)::bigint AS receita_calculada,
  coalesce(sum(custos), 0)::bigint AS custos`;

const DAYS = `
  SELECT usuario_id, (criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, marketplace, status, ${DAY_FIGURES},
    (count(*) FILTER (WHERE custos IS NOT NULL AND custos_cobrados))::int AS cobrados
  FROM pedidos GROUP BY 1, 2, 3, 4`;

const PRODUCT_DAYS = `
  SELECT usuario_id, (criado_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, produto_id, fornecedor_id,
    sum(quantidade)::int AS unidades, ${DAY_FIGURES}
  FROM pedidos WHERE status <> 'cancelado' GROUP BY 1, 2, 3, 4`;

async function loadSummaries(sql: postgres.Sql): Promise<void> {
  // Day after day, as the rows came.
  await sql.unsafe(`INSERT INTO resumo_diario ${DAYS} ORDER BY dia`);
  await sql.unsafe(`INSERT INTO resumo_diario_produtos ${PRODUCT_DAYS} ORDER BY dia`);
  await sql.unsafe(`INSERT INTO resumo_pedidos ${SUMMARY}`);
  await sql.unsafe(`INSERT INTO vendas_produtos ${UNITS_SOLD}`);
}

/** The index of the trigrams is built at the end: row by row it takes ten times as long. */
async function loadSearch(sql: postgres.Sql): Promise<void> {
  const [index] = await sql<{ definition: string }[]>`
    SELECT pg_get_indexdef('buscas_pedidos_gramas'::regclass) AS definition`;
  await sql`DROP INDEX buscas_pedidos_gramas`;
  await sql`
    INSERT INTO buscas_pedidos (usuario_id, pedido_id, texto, comprador)
    SELECT usuario_id, id, busca, esteira_comprador(marketplace, cliente_nome, cliente_endereco) FROM pedidos`;
  await sql`SET maintenance_work_mem = '512MB'`;
  await sql.unsafe(index?.definition ?? '');
}

/** Throws when a stock is not the sum of its movements, or a summary is not what the orders say. */
export async function verifyLedgers(sql: postgres.Sql): Promise<void> {
  const broken = await sql.unsafe<{ rule: string; total: number }[]>(`
    SELECT 'stock = sum of movements' AS rule, count(*)::int AS total
    FROM (SELECT usuario_id, produto_id, sum(quantidade) AS soma FROM movimentos_estoque GROUP BY 1, 2) m
    FULL JOIN produtos p ON p.usuario_id = m.usuario_id AND p.id = m.produto_id
    WHERE coalesce(m.soma, 0) IS DISTINCT FROM p.estoque
    UNION ALL
    SELECT 'summary = orders', count(*)::int
    FROM (${SUMMARY}) o FULL JOIN (SELECT * FROM resumo_pedidos WHERE pedidos <> 0) r USING (usuario_id, mes, marketplace, status)
    WHERE (o.pedidos, o.receita, o.lucro) IS DISTINCT FROM (r.pedidos, r.receita, r.lucro)
    UNION ALL
    SELECT 'units sold = orders', count(*)::int
    FROM (${UNITS_SOLD}) o FULL JOIN (SELECT * FROM vendas_produtos WHERE unidades <> 0) v USING (usuario_id, produto_id)
    WHERE o.unidades IS DISTINCT FROM v.unidades`);
  for (const { rule, total } of broken) {
    if (total > 0) throw new Error(`The data is inconsistent: "${rule}" is broken ${total} times.`);
  }
}
