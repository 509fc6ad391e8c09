import { withConnection } from '../harness/database';
import { dropScratch, loadAccounts } from './accounts';
import { type Loader, type Task, withLoader } from './connections';
import { buildingTasks, dropIndices, restoreKeys } from './indices';
import { ORDER_TABLES, orderTasks } from './orders';
import type { Shape } from './shape';
import { SUMMARY_TASKS } from './summaries';
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
  await timed('summaries', () => runAll(SUMMARY_TASKS));
  await restoreKeys(sql, indices);
  await dropScratch(sql);
  await timed('vacuum', () => runAll(VACUUM_TASKS));
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
