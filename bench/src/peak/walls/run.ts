import { setTimeout as delay } from 'node:timers/promises';
import { startApi } from '../../harness/processes';
import type { Place } from '../../load/loaded';
import type { Span } from '../figures';
import { startMarketplaces } from '../market-process';
import { listReads, QUICK } from '../reads';
import { giveWay, openShop } from '../run';
import { type Done, scaleActs, startActs } from '../run-acts';
import { watchOwnLoop } from '../watch';
import { DISTURBANCES, type Ground } from './disturbances';

/** A quiet hour: acts of people and sales a second; orders of each seller on average; minutes with each disturbance. */
export const QUIET_HOUR = { sellers: 100, people: 40, rate: 2, orders: 2_000, minutes: 3 };
const SIGN_INS_A_MINUTE = 30;
/** Until what waits behind a disturbance is done. */
const CALM_MS = 20_000;

interface Measured extends Span {
  /** For how long the event loop of this process was held, of which all times have their part: the p99. */
  ownHeldMs: number;
}

export interface Walls {
  done: readonly Done[];
  quiet: Measured;
  disturbed: readonly (Measured & { name: string; did: string })[];
  problems: readonly string[];
}

/** Reads of everybody, first alone, and then beside one disturbance after the other. */
export async function runWalls({ databaseUrl, folder }: Place, minutes: number): Promise<Walls> {
  const market = await startMarketplaces();
  const api = await startApi({
    ...(await market.ask('describe')),
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder, TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' },
  });
  try {
    giveWay(market);
    const shop = await openShop({ api, databaseUrl, folder }, market, QUIET_HOUR.sellers);
    return await disturb({ shop, market }, minutes);
  } finally {
    await api.stop();
    market.stop();
  }
}

async function disturb(ground: Ground, minutes: number): Promise<Walls> {
  const { shop, market } = ground;
  const [first, ...busy] = shop.busy;
  if (first === undefined) throw new Error('A seller is missing.');
  const problems: string[] = [];
  const acts = (await listReads({ ...shop, quiet: first, busy })).flatMap((act) => {
    if (act.name === 'sign-in') return { ...act, perMinute: SIGN_INS_A_MINUTE };
    return QUICK.test(act.name) || act.name === 'own session' ? act : [];
  });
  await market.ask('slowDown');
  const ids = busy.map(({ id }) => id);
  await market.ask('sell', ids, QUIET_HOUR.rate);
  const people = startActs(scaleActs(acts, QUIET_HOUR.people), (problem) => problems.push(problem));
  const measure = async (): Promise<Measured> => {
    const own = watchOwnLoop();
    const from = Date.now();
    await delay(minutes * 60_000);
    own.stop();
    return { from, to: Date.now(), ownHeldMs: own.read().p99 };
  };
  await delay(CALM_MS);
  const quiet = await measure();
  const disturbed: (Measured & { name: string; did: string })[] = [];
  for (const [name, run] of DISTURBANCES) {
    console.log(`${name}…`);
    const end = new AbortController();
    const [span, did] = await Promise.all([measure().finally(() => end.abort()), run(ground, end.signal)]);
    disturbed.push({ ...span, name, did });
    await delay(CALM_MS);
  }
  await market.ask('sell', ids, 0);
  await people.stop();
  return { done: people.done, quiet, disturbed, problems };
}
