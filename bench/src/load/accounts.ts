import type postgres from 'postgres';
import { PASSWORD_HASH, sellerEmail } from '../harness/login';
import { type Shape, STOCKED_PER_SELLER } from './shape';

/** What loading needs and the product does not; gone afterwards. */
export const SCRATCH = 'bench_carga';

/** Sellers, suppliers, products and listings, and what the orders are made from. */
export async function loadAccounts(sql: postgres.Sql, shape: Shape): Promise<void> {
  await createScratch(sql);
  await loadSellers(sql, shape);
  await loadProducts(sql, shape);
  await createShowcase(sql);
}

/** UUIDv7 of an instant (ms) and a number; the last year's orders and, before them, the rest. */
async function createScratch(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    CREATE SCHEMA ${SCRATCH};
    CREATE FUNCTION ${SCRATCH}.id(ms bigint, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
      SELECT (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || '8' || substr(md5(n::text), 1, 15))::uuid
    $$;
    CREATE TABLE ${SCRATCH}.calendario AS
      SELECT (extract(epoch FROM now()) * 1000)::bigint - 360 * 86400000::bigint AS inicio, 360 * 86400000::bigint AS duracao`);
}

async function loadSellers(sql: postgres.Sql, { sellers }: Shape): Promise<void> {
  const [before = '', after = ''] = sellerEmail('|').split('|');
  await sql`
    INSERT INTO usuarios (id, nome, email, senha_hash, plano, data_expiracao, criado_em)
    SELECT bench_carga.id(inicio - 400000000 + s, s), 'Vendedora ' || s, ${before} || s || ${after}, ${PASSWORD_HASH},
      'top', now() + interval '1 year', to_timestamp((inicio - 400000000) / 1000.0)
    FROM bench_carga.calendario, generate_series(1, ${sellers}::int) s`;
  await sql`INSERT INTO contas (usuario_id, marketplace, padrao)
    SELECT id, marketplace, true FROM usuarios, unnest(ARRAY['mercadolivre', 'amazon']) AS marketplace`;
  await sql`CREATE TABLE bench_carga.vendedores AS
    SELECT row_number() OVER (ORDER BY id)::int AS vendedor, id FROM usuarios`;
  await sql`
    INSERT INTO fornecedores (usuario_id, id, nome, contato, email, telefone, dados_pagamento)
    SELECT v.id, bench_carga.id(inicio - 300000000 + f, v.vendedor * 100 + f), 'Fornecedor ' || f || ' Atacado Ltda',
      'Maria', 'contato' || f || '@fornecedor.example', '(11) 90000-0000', 'Pix: contato' || f || '@fornecedor.example'
    FROM bench_carga.calendario, bench_carga.vendedores v, generate_series(1, 10) f`;
}

async function loadProducts(sql: postgres.Sql, { products, sellers }: Shape): Promise<void> {
  await sql`
    CREATE TABLE bench_carga.catalogo AS
    SELECT n, v.vendedor, v.id AS usuario_id, bench_carga.id(c.inicio - 200000000 + n, n) AS id,
      (row_number() OVER (PARTITION BY v.vendedor ORDER BY n) - 1)::int AS posicao
    FROM bench_carga.calendario c CROSS JOIN (
      SELECT n, CASE WHEN n % 5 = 0 THEN 1 ELSE 2 + (n - n / 5 - 1) % (${sellers}::int - 1) END AS vendedor
      FROM generate_series(1, ${products}::int) n
    ) numeros JOIN bench_carga.vendedores v USING (vendedor)`;
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
    FROM bench_carga.catalogo c CROSS JOIN bench_carga.calendario c0
    JOIN fornecedores f ON f.usuario_id = c.usuario_id
      AND f.id = bench_carga.id(c0.inicio - 300000000 + 1 + c.n % 10, c.vendedor * 100 + 1 + c.n % 10)
    ORDER BY c.n`;
  await sql`
    INSERT INTO anuncios (usuario_id, produto_id, marketplace, id_externo, status)
    SELECT usuario_id, id, 'mercadolivre', 'MLB' || substr(md5(id::text), 1, 12), 'publicado' FROM produtos
    UNION ALL
    SELECT usuario_id, id, 'amazon', 'B0' || substr(md5(id::text), 1, 12), 'publicado' FROM produtos WHERE publicado_amazon`;
}

/** What an order takes from its product, by the seller's number and the place in their catalogue. */
async function createShowcase(sql: postgres.Sql): Promise<void> {
  await sql`
    CREATE TABLE bench_carga.vitrine AS
    SELECT c.vendedor, c.posicao, p.usuario_id, p.id AS produto_id,
      p.fornecedor_id, p.nome, p.sku, p.preco_venda_ml, p.preco_fornecedor, f.nome AS fornecedor_nome
    FROM bench_carga.catalogo c
    JOIN produtos p ON p.usuario_id = c.usuario_id AND p.id = c.id
    JOIN fornecedores f ON f.usuario_id = p.usuario_id AND f.id = p.fornecedor_id`;
  await sql`
    CREATE TABLE bench_carga.sortimento AS SELECT vendedor, count(*)::int AS total FROM bench_carga.vitrine GROUP BY 1`;
  await sql`ANALYZE bench_carga.vitrine, bench_carga.sortimento`;
}

export async function dropScratch(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`DROP SCHEMA ${SCRATCH} CASCADE`);
}
