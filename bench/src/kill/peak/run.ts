import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '@esteira/config/vitest/random';
import { withConnection } from '../../harness/database';
import { freePort, type Server, startApi } from '../../harness/processes';
import type { Seller } from '../../harness/sellers';
import { type Place, withLoaded } from '../../load/loaded';
import { post } from '../../peak/ask';
import { type Marketplaces, startMarketplaces } from '../../peak/market-process';
import { drain } from '../../peak/outcome';
import { listReads } from '../../peak/reads';
import { finish, openShop } from '../../peak/run';
import { scaleActs, startActs } from '../../peak/run-acts';
import { listWrites } from '../../peak/writes';

/** About what is done in the time that the servers live. */
export const LOAD = { sellers: 200, salesPerSecond: 3, actsPerSecond: 20 };
/** Of a server, from when it takes requests. */
const [SHORTEST_MS, LONGEST_MS] = [200, 5_000];
/** A job that lost more workers is dead (docs/decisions/0061-one-job-table.md). */
const MOST_CRASHES = 20;

export interface PeakOutcome {
  kills: number;
  seconds: number;
  sold: number;
  /** Acts of people that were answered as they should be, and the others: cut off, or asked of no server. */
  acts: { answered: number; failed: number };
  /** Jobs that had lost their worker too often, and were repeated by an admin. */
  repeated: number;
  problems: readonly string[];
}

/**
 * Kills one server after the other with SIGKILL, as long as `takeKill` says so, while sellers sell at the local marketplaces
 * and people act, as in the benchmark `peak`. Lets the last server do what is left, with an admin's help where a job counts
 * as what kills servers, and says what is lost, doubled or oversold then.
 */
export async function killUnderPeak(postgres: string, takeKill: () => boolean): Promise<PeakOutcome> {
  const startedAt = performance.now();
  const market = await startMarketplaces();
  try {
    const { sellers } = LOAD;
    const name = `esteira_kill_peak_${process.pid}`;
    const done = await withLoaded(postgres, { name, sellers }, (place) =>
      sellAndKill({ ...place, market }, takeKill),
    );
    return { ...done, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    market.stop();
  }
}

interface Ground extends Place {
  market: Marketplaces;
}

async function sellAndKill({ databaseUrl, folder, market }: Ground, takeKill: () => boolean) {
  const variables = await market.ask('describe');
  const port = await freePort();
  const start = () =>
    startApi({
      ...variables,
      LOG_LEVEL: 'silent',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      PORT: String(port),
    });
  let api = await start();
  try {
    const begun = new Date();
    const shop = await openShop({ api, databaseUrl, folder }, market, LOAD.sellers);
    const acts = [...(await listReads(shop)), ...(await listWrites(shop, market, []))];
    await market.ask('slowDown');
    let failed = 0;
    const people = startActs(scaleActs(acts, LOAD.actsPerSecond), () => {
      failed += 1;
    });
    const ids = shop.busy.map(({ id }) => id);
    await market.ask('sell', ids, LOAD.salesPerSecond);
    const random = seededRandom();
    let kills = 0;
    for (; takeKill(); kills += 1) {
      if (kills % 25 === 24) console.log(`peak: ${kills + 1} kills`);
      await delay(SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS));
      await api.kill();
      api = await start();
    }
    await market.ask('sell', ids, 0);
    await people.stop();
    const repeated = await repeatCrashed(api, databaseUrl, shop.quiet);
    const { faults, report } = await finish(databaseUrl, market, begun);
    const answered = people.done.length - failed;
    return { kills, sold: report.sales.length, acts: { answered, failed }, repeated, problems: faults };
  } finally {
    await api.stop();
  }
}

/**
 * As /admin offers it, once nothing else is left to be done; answers how many jobs there were. What failed for another reason
 * stays, and is a fault.
 */
async function repeatCrashed(api: Server, databaseUrl: string, admin: Seller): Promise<number> {
  return withConnection(databaseUrl, async (sql) => {
    await drain(sql, new Date(0));
    await sql`UPDATE usuarios SET is_admin = true WHERE id = ${admin.id}`;
    const crashed = await sql<{ id: string }[]>`
      SELECT id FROM tarefas WHERE situacao = 'falhou' AND quedas > ${MOST_CRASHES}`;
    for (const body of crashed) await post(api, '/trpc/jobs.retry', { seller: admin, body });
    return crashed.length;
  });
}
