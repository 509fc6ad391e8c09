import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, queryRows } from './database';
import { fillDemo } from './demo/fill';
import { createRandom } from './demo/random';
import { migrate } from './migrations';
import { newId } from './schema/columns';
import { openTestDatabase, type TestDatabase } from './testing';
import { takeBackToBaseline } from './testing/baseline';
import { migrationsFolder } from './testing/migrations-folder';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** Every figure that is summed up of orders; that of a product's day is in a row for each account since there are some. */
const readFigures = (db: Database) =>
  queryRows<Figure>(
    db,
    sql`SELECT 'dia' AS de, to_jsonb(r) AS linha FROM resumo_diario r
      UNION ALL SELECT 'produto', to_jsonb(r) FROM (
        SELECT usuario_id, dia, produto_id, fornecedor_id, sum(unidades) AS unidades, sum(pedidos) AS pedidos, sum(receita) AS receita,
          sum(lucro) AS lucro, sum(calculados) AS calculados, sum(receita_calculada) AS receita_calculada, sum(custos) AS custos
        FROM resumo_diario_produtos GROUP BY 1, 2, 3, 4) r
      UNION ALL SELECT 'custo', to_jsonb(r) FROM resumo_diario_custos r
      UNION ALL SELECT 'unidades', to_jsonb(r) FROM vendas_produtos r
      UNION ALL SELECT 'pedido', to_jsonb(p) - 'palavras' FROM pedidos p
      UNION ALL SELECT 'estoque', to_jsonb(p) FROM produtos p
      ORDER BY 1, 2`,
  );

interface Figure extends Record<string, unknown> {
  de: string;
  linha: Record<string, unknown>;
}

/** Without the columns that came with the migrations. */
const withColumnsOf = (before: readonly Figure[], after: readonly Figure[]) =>
  after.map(({ de, linha }, index) => ({
    de,
    linha: Object.fromEntries(
      Object.entries(linha).filter(([column]) => column in (before[index]?.linha ?? {})),
    ),
  }));

const RANDOM_ORDERS = 2_000;

/** Of nothing that is known, with whatever amounts: the sums need not be a whole number of cents a unit. */
async function insertRandomOrders(db: Database): Promise<void> {
  const usuario_id = newId();
  await queryRows(
    db,
    sql`INSERT INTO usuarios (id, nome, email, senha_hash) VALUES (${usuario_id}::uuid, 'Ana', 'ana@exemplo.com.br', 'x')`,
  );
  const random = createRandom(33);
  const rows = Array.from({ length: RANDOM_ORDERS }, () => ({
    ...{ id: newId(), status: random.pick(ORDER_STATUSES), marketplace: random.pick(MARKETPLACES) },
    quantidade: random.between(1, 50),
    ...{ preco_venda: random.between(0, 1_000_000), preco_fornecedor: random.between(0, 1_000_000) },
  }));
  await queryRows(
    db,
    sql`INSERT INTO pedidos (usuario_id, id, status, marketplace, ml_order_id, produto_nome, fornecedor_nome, quantidade,
          preco_venda, preco_fornecedor)
        SELECT ${usuario_id}::uuid, id, status, marketplace, id::text, 'Produto', 'Desconhecido', quantidade, preco_venda, preco_fornecedor
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          AS r (id uuid, status text, marketplace text, quantidade int, preco_venda bigint, preco_fornecedor bigint)`,
  );
}

it('every order of before gets its line, and every figure stays', async () => {
  const { db, script } = database;
  await fillDemo(db, {
    now: new Date('2026-11-21T15:00:00Z'),
    hash: async () => 'x',
    listingId: (marketplace, id) => `${marketplace}-${id}`,
    label: () => ({ tipo: 'application/pdf', conteudo: Buffer.from('x') }),
  });
  await takeBackToBaseline(database);
  await insertRandomOrders(db);
  const before = await readFigures(db);
  await migrate(script, migrationsFolder);
  expect(withColumnsOf(before, await readFigures(db))).toEqual(before);
  const [sums] = await queryRows(
    db,
    sql`SELECT count(*)::int AS lines, (SELECT count(*)::int FROM pedidos) AS orders,
        count(*) FILTER (WHERE (p.produto_id, p.fornecedor_id, p.produto_nome, p.quantidade, p.preco_venda, p.preco_fornecedor)
          IS NOT DISTINCT FROM
          (l.produto_id, l.fornecedor_id, l.produto_nome, l.quantidade, l.preco_venda, l.preco_fornecedor))::int AS alike
      FROM itens_pedido l JOIN pedidos p ON p.usuario_id = l.usuario_id AND p.id = l.pedido_id WHERE l.numero = 1`,
  );
  expect(sums?.['orders']).toBeGreaterThan(RANDOM_ORDERS);
  expect(sums).toEqual({ lines: sums?.['orders'], orders: sums?.['orders'], alike: sums?.['orders'] });
});

it('an order whose one item was told by its listing keeps it', async () => {
  const { db, script } = database;
  await takeBackToBaseline(database);
  await script(`BEGIN;
    INSERT INTO envios_pedido (usuario_id, pedido_id, situacao, precisa_nota, tem_etiqueta, pode_marcar_enviado, mudou_em, itens)
    SELECT usuario_id, id, 'enviado', false, false, false, now(), CASE n WHEN 1 THEN '[{"id": "MLB1", "un": 1, "preco": 100}]'::jsonb
      WHEN 2 THEN '[{"id": "MLB1", "un": 1, "preco": 100}, {"id": "MLB2", "un": 1, "preco": 100}]'::jsonb END
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM pedidos) p WHERE n <= 3;
    COMMIT`);
  await migrate(script, migrationsFolder);
  const rows = await queryRows(
    db,
    sql`SELECT l.id_externo FROM itens_pedido l JOIN envios_pedido e USING (usuario_id, pedido_id) ORDER BY l.pedido_id`,
  );
  expect(rows.map(({ id_externo }) => id_externo)).toEqual(['MLB1', null, null]);
});

it('an order that asked for attention because of its items alone does so no more', async () => {
  const { db, script } = database;
  await takeBackToBaseline(database);
  await script(`BEGIN;
    DELETE FROM atencoes_pedido;
    INSERT INTO atencoes_pedido (usuario_id, pedido_id, codigo)
    SELECT usuario_id, id, c FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM pedidos) p
    CROSS JOIN unnest(CASE n WHEN 1 THEN ARRAY['varios_itens'] WHEN 2 THEN ARRAY['varios_itens', 'sem_estoque'] END) c;
    COMMIT`);
  await migrate(script, migrationsFolder);
  const rows = await queryRows(
    db,
    sql`SELECT a.codigo FROM pedidos p LEFT JOIN atencoes_pedido a ON a.usuario_id = p.usuario_id AND a.pedido_id = p.id
        WHERE p.requer_atencao OR a.codigo IS NOT NULL`,
  );
  expect(rows).toEqual([{ codigo: 'sem_estoque' }]);
});

it('every connection of before gets its account, and every seller the first one of each marketplace', async () => {
  const { db, script } = database;
  await takeBackToBaseline(database);
  await script(`BEGIN;
    INSERT INTO conexoes (usuario_id, marketplace, vendedor_id, conta_nome, token_acesso, token_renovacao, expira_em)
    SELECT usuario_id, 'mercadolivre', '123', 'LOJA DA ANA', 'x', 'x', now() FROM anuncios LIMIT 1;
    INSERT INTO envios_estoque (usuario_id, produto_id, marketplace, devido_em)
    SELECT usuario_id, produto_id, marketplace, now() FROM anuncios;
    COMMIT`);
  const sum = async () =>
    queryRows(
      db,
      sql`SELECT 'listing' AS of, to_jsonb(a) - 'conta_id' AS row FROM anuncios a
        UNION ALL SELECT 'push', to_jsonb(e) - 'conta_id' FROM envios_estoque e
        UNION ALL SELECT 'connection', to_jsonb(c) - 'conta_id' - 'seladas_em' FROM conexoes c ORDER BY 1, 2`,
    );
  const before = await sum();
  await migrate(script, migrationsFolder);
  expect(await sum()).toEqual(before);
  const [found] = await queryRows(
    db,
    sql`SELECT (SELECT count(*)::int FROM contas WHERE padrao AND id = 1) AS firsts,
      (SELECT count(*)::int FROM contas) AS accounts, (SELECT 2 * count(*)::int FROM usuarios) AS expected,
      (SELECT count(*)::int FROM conexoes c JOIN contas a ON (a.usuario_id, a.marketplace, a.id) = (c.usuario_id, c.marketplace, c.conta_id)
        WHERE a.vendedor_id = c.vendedor_id AND a.apelido = c.conta_nome) AS connected,
      (SELECT count(*)::int FROM contas WHERE vendedor_id IS NOT NULL) AS known`,
  );
  expect(found).toEqual({
    ...{ firsts: found?.['expected'], accounts: found?.['expected'], expected: found?.['expected'] },
    ...{ connected: 1, known: 1 },
  });
});

it('an order whose words were cut is found by the last of them', async () => {
  const { db, script } = database;
  await takeBackToBaseline(database);
  await script(`UPDATE pedidos SET produto_nome = repeat('Caneca ', 100) || 'derradeira'
    WHERE (usuario_id, id) = (SELECT usuario_id, id FROM pedidos ORDER BY id LIMIT 1)`);
  const find = () =>
    queryRows(db, sql`SELECT id FROM pedidos WHERE palavras @@ esteira_consulta(usuario_id, 'derradeira')`);
  expect(await find()).toHaveLength(0);
  await migrate(script, migrationsFolder);
  expect(await find()).toHaveLength(1);
});
