import type postgres from 'postgres';
import { withConnection } from '../harness/database';
import { dropScratch, loadAccounts } from './accounts';
import { type Loader, type Task, withLoader } from './connections';
import { buildingTasks, dropIndices, restoreKeys } from './indices';
import { ORDER_TABLES, orderTasks } from './orders';
import type { Shape } from './shape';
import { verifyLedgers } from './verify';

/**
 * Fills a migrated database in bulk: the orders of a year in the order of their arrival, the sellers mixed as they
 * would be, every stock ledger and every summary consistent. Checks on rows stay on; triggers and foreign keys wait,
 * and what they would have kept is computed at the end and then verified. Prints how long each part took.
 */
export async function load(url: string, shape: Shape): Promise<void> {
  await withLoader(url, (loader) => fill(loader, shape));
  await timed('checks', () => withConnection(url, verifyLedgers));
  await withConnection(url, (sql) => sql`CHECKPOINT`);
}

async function fill({ sql, runAll }: Loader, shape: Shape): Promise<void> {
  await timed('accounts and products', () => loadAccounts(sql, shape));
  const indices = await dropIndices(sql, ORDER_TABLES);
  await timed('orders', () => runAll(orderTasks(shape)));
  await timed('indices', () => runAll(buildingTasks(indices)));
  // Each day's lines are found by their key, which has to be there.
  await timed('summaries', () => sumUp(sql));
  await restoreKeys(sql, indices);
  await dropScratch(sql);
  await timed('vacuum', () => runAll(VACUUM_TASKS));
}

/** What the triggers would have summed up, and the stocks that the products began with. */
async function sumUp(sql: postgres.Sql): Promise<void> {
  await sql`SELECT refazer_resumos()`;
  await sql`
    INSERT INTO movimentos_estoque (usuario_id, produto_id, id, quantidade, motivo, criado_em)
    SELECT p.usuario_id, p.id, p.id, p.estoque + coalesce(v.unidades, 0), 'inicial', p.criado_em
    FROM produtos p LEFT JOIN vendas_produtos v ON v.usuario_id = p.usuario_id AND v.produto_id = p.id
    WHERE p.estoque + coalesce(v.unidades, 0) <> 0`;
}

/** The large tables beside each other; then whatever is left. */
const VACUUM_TASKS: readonly Task[] = [
  ...ORDER_TABLES.map<Task>((table) => (sql) => sql`VACUUM ANALYZE ${sql(table)}`),
  (sql) => sql`VACUUM ANALYZE`,
];

async function timed(part: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await work();
  console.log(`  ${part}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
