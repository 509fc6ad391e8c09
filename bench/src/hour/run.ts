import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, residentMb, type Server, startApi } from '../harness/processes';
import { logIn } from '../harness/sellers';
import type { Act, Shop } from './act';
import { readHeapMb, watchMemory } from './memory';
import { dashboards, listReads } from './reads';
import type { Hour } from './report';
import { runAct } from './run-act';
import { openStreams } from './streams';
import { createTill, listWrites } from './writes';

export const SELLERS = 100;
const STREAMS = 50;
/** The kinds of acts begin one after the other, so that they do not all come in the same instant of each minute. */
const STAGGER_MS = 1_300;
/** The server goes first, as if the load came from elsewhere. */
const LOAD_PRIORITY = 5;

/** Serves the mixed load for so many minutes on a loaded database. */
export async function runHour(url: string, folder: string, minutes: number): Promise<Hour> {
  const metricsPort = await freePort();
  const api = await startApi(url, folder, {
    METRICS_PORT: String(metricsPort),
    ...(await readAllocatorSettings()),
  });
  try {
    setPriority(LOAD_PRIORITY);
    const startedMb = residentMb(api.pid);
    const shop = await openShop(api, url, folder);
    return { startedMb, ...(await runAll(shop, { minutes, metricsPort })) };
  } finally {
    await api.stop();
  }
}

async function openShop(api: Server, databaseUrl: string, folder: string): Promise<Shop> {
  const [quiet, bulk, ...busy] = await logIn(api, databaseUrl, SELLERS);
  if (quiet === undefined || bulk === undefined) throw new Error('A seller is missing.');
  return { api, databaseUrl, folder, quiet, bulk, busy };
}

async function runAll(
  shop: Shop,
  { minutes, metricsPort }: { minutes: number; metricsPort: number },
): Promise<Omit<Hour, 'startedMb'>> {
  const problems: string[] = [];
  const note = (problem: string) => {
    problems.push(problem);
    console.error(problem);
  };
  const till = createTill(shop);
  const streams = await openStreams(shop.api, shop.busy.slice(0, STREAMS), note);
  const reopening: Act = { name: 'live stream reopened', perMinute: 2, run: streams.reopenOne };
  const acts = [
    ...(await listReads(shop)),
    dashboards(shop, till.sales),
    ...(await listWrites(shop, till)),
    reopening,
  ];
  console.log(`${minutes} minutes of load…`);
  const memory = watchMemory(shop.api.pid, () => readHeapMb(`http://127.0.0.1:${metricsPort}/metrics`));
  const loads = await Promise.all(
    acts.map(async (act, index) => {
      await delay(index * STAGGER_MS);
      return { name: act.name, ...(await runAct(act, minutes * 60, note)) };
    }),
  );
  const samples = await memory.stop();
  const told = streams.told();
  streams.close();
  return { minutes, samples, loads, problems, streams: STREAMS, told };
}

const IMAGE = new URL('../../../docker/Dockerfile', import.meta.url);

/** What the image tells the C library of memory, so that the server is measured as it is run there. */
async function readAllocatorSettings(): Promise<Record<string, string>> {
  const settings = [...(await readFile(IMAGE, 'utf8')).matchAll(/\b(MALLOC_\w+)=(\S+)/g)];
  if (settings.length === 0) throw new Error('docker/Dockerfile sets nothing of the C library.');
  return Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value]));
}
