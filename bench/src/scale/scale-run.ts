import type postgres from 'postgres';
import type { Comparison } from '../harness/compare';
import { withConnection } from '../harness/database';
import type { Server } from '../harness/processes';
import { writeScaleResults } from '../harness/results-file';
import { logIn, type Seller } from '../harness/sellers';
import { FULL } from '../harness/size';
import { verifyLedgers } from '../load/verify';
import { type Bench, CONNECTIONS, judgeAll, printResult, toSchedule } from '../whole/bench';
import { WORK } from '../workday/workday';
import { compareScale } from './scale';
import { judgeScaleResults, scaleToMarkdown } from './scale-report';

/** The API over the database with many orders, and over the one with few. */
interface Servers {
  api: Server;
  few: Server;
}

/** What the same sellers pay for others' orders. */
export async function compareSteady(
  { options, manyUrl, fewUrl }: Bench,
  { api, few }: Servers,
): Promise<Comparison[]> {
  const { sellers, steady } = options.size;
  const many = { server: api, databaseUrl: manyUrl };
  const alone = { server: few, databaseUrl: fewUrl };
  return compareScale(
    [
      { ...many, sellers: await logIn(api, manyUrl, steady.sellers, sellers + 1) },
      { ...alone, sellers: await logIn(few, fewUrl, steady.sellers) },
    ],
    toSchedule(options.size),
    printResult,
  );
}

/** The comparison by itself, and beside the many orders of others what a seller with a hundredth of them waits for. */
export async function measureScale(bench: Bench, { api, few }: Servers): Promise<void> {
  const { options, manyUrl, folder, loadMs } = bench;
  const { size, only } = options;
  const scale = await compareSteady(bench, { api, few });
  if (only !== undefined) return;
  const [largest, second] = await logIn(api, manyUrl, 2);
  if (largest === undefined || second === undefined) throw new Error('Too few sellers.');
  const work = { api, databaseUrl: manyUrl, folder, size, connections: CONNECTIONS };
  const finding = { ...work, largest: second, importer: largest };
  const filters = await WORK.filters(finding);
  const periods = await WORK.periods(finding);
  await withConnection(manyUrl, verifyLedgers);
  const ownOrders = await withConnection(manyUrl, (sql) => countOrders(sql, second));
  const results = { size, loadMs, scale, filters, periods, ownOrders };
  const text = await scaleToMarkdown(results, manyUrl);
  console.log(`\n${text}`);
  if (size.orders < FULL.orders) return;
  await writeScaleResults(text);
  judgeAll(judgeScaleResults(results));
}

async function countOrders(sql: postgres.Sql, { id }: Seller): Promise<number> {
  const [row] = await sql<
    { total: number }[]
  >`SELECT count(*)::int AS total FROM pedidos WHERE usuario_id = ${id}`;
  return row?.total ?? 0;
}
