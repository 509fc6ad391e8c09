import { ENDED_STATUSES } from '@esteira/domain/orders/buyer-retention';
import { UNSHIPPED_STATUSES } from '@esteira/domain/orders/order-machine';
import { LOW_STOCK_LIMIT } from '@esteira/domain/products/stock';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryRows } from './database';
import { isInList } from './schema/columns';
import { deadlineOf } from './schema/orders/orders';
import { openTestDatabase, type TestDatabase } from './testing';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const SOMEBODY = sql`'00000000-0000-7000-8000-000000000000'::uuid`;
const IS_UNSHIPPED = isInList('o.status', UNSHIPPED_STATUSES);

it.each([
  [
    'orders whose buyers are to be erased',
    sql`SELECT usuario_id, id FROM pedidos WHERE ${isInList('status', ENDED_STATUSES)} AND comprador_apagado_em IS NULL
        AND atualizado_em < now() ORDER BY atualizado_em LIMIT 100`,
    'pedidos_com_comprador',
  ],
  [
    'handled announcements that are old enough to be forgotten',
    sql`SELECT id FROM notificacoes WHERE tratada_em < now() - interval '7 days' LIMIT 1000`,
    'notificacoes_tratadas',
  ],
  [
    'announcements that wait',
    sql`SELECT id FROM notificacoes WHERE tratada_em IS NULL ORDER BY recebida_em LIMIT 50`,
    'notificacoes_pendentes',
  ],
  [
    'fees of accounts that are too old',
    sql`SELECT 1 FROM tarifas_consultadas WHERE expira_em <= now() LIMIT 1000`,
    'tarifas_consultadas_vencidas',
  ],
  [
    'payments that are not finished',
    sql`SELECT id FROM pagamentos WHERE status = 'pendente' ORDER BY id LIMIT 100`,
    'pagamentos_pendentes',
  ],
  [
    'what happened to orders since a moment',
    sql`SELECT pedido_id FROM eventos_pedido WHERE usuario_id = ${SOMEBODY} AND id > ${SOMEBODY} ORDER BY id LIMIT 201`,
    'eventos_pedido_pk',
  ],
  [
    'orders that should be on their way',
    sql`SELECT id FROM pedidos o WHERE usuario_id = ${SOMEBODY} AND status = 'pendente' AND ${IS_UNSHIPPED}
        AND ${deadlineOf(sql`o.despachar_ate`)} <= now()`,
    'pedidos_por_prazo',
  ],
  [
    'orders whose label is to be printed',
    sql`SELECT id FROM pedidos o WHERE usuario_id = ${SOMEBODY} AND status = 'pago' AND ${IS_UNSHIPPED}
        AND tem_etiqueta AND etiqueta_impressa_em IS NULL ORDER BY id DESC LIMIT 51`,
    'pedidos_a_imprimir',
  ],
  [
    'the newest orders of one buyer',
    sql`SELECT id FROM pedidos WHERE usuario_id = ${SOMEBODY} AND comprador = ${SOMEBODY}
        ORDER BY id DESC LIMIT 11`,
    'pedidos_por_comprador',
  ],
  [
    'what orders were estimated to cost, each by its key within the statement,',
    sql`SELECT p.id, sum(c.valor) FROM pedidos p CROSS JOIN LATERAL fatos_custos_pedido(p.usuario_id, p.id) c
        WHERE p.usuario_id = ${SOMEBODY} GROUP BY p.id`,
    'Index Scan using estimativas_pedido_pk',
  ],
])('finds %s by an index of nothing else, however much there is', async (_what, query, index) => {
  const plan = await database.db.transaction(async (tx) => {
    // The tables are empty: without this a scan would be cheaper.
    await tx.execute(sql`SET LOCAL enable_seqscan = off`);
    return queryRows(tx, sql`EXPLAIN ${query}`);
  });
  expect(JSON.stringify(plan)).toContain(index);
});

it('a stock that changes and stays enough changes the row alone, and no index of the products', async () => {
  const written = await database.db.transaction(async (tx) => {
    await tx.execute(
      sql`INSERT INTO usuarios (id, nome, email, senha_hash) VALUES (${SOMEBODY}, 'A', 'a@a.example', '')`,
    );
    await tx.execute(
      sql`INSERT INTO fornecedores (usuario_id, id, nome) VALUES (${SOMEBODY}, ${SOMEBODY}, 'F')`,
    );
    await tx.execute(sql`
      INSERT INTO produtos (usuario_id, id, fornecedor_id, nome, sku, preco_fornecedor, preco_venda_ml, estoque)
      VALUES (${SOMEBODY}, ${SOMEBODY}, ${SOMEBODY}, 'Caneca', 'C', 1, 2, 100)`);
    await tx.execute(
      sql`UPDATE produtos SET estoque = estoque - 1, preco_venda_ml = 3, atualizado_em = now()`,
    );
    return queryRows(
      tx,
      sql`SELECT n_tup_upd::int AS rows, n_tup_hot_upd::int AS alone FROM pg_stat_xact_user_tables
        WHERE relname = 'produtos'`,
    );
  });
  expect(written).toEqual([{ rows: 1, alone: 1 }]);
});

it('the stock of a product is low below the limit', async () => {
  const [column] = await queryRows<{ definition: string }>(
    database.db,
    sql`SELECT generation_expression AS definition FROM information_schema.columns
      WHERE table_name = 'produtos' AND column_name = 'estoque_baixo'`,
  );
  expect(column?.definition).toContain(`estoque < ${LOW_STOCK_LIMIT}`);
});
