import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { get } from '../../harness/call';
import { withConnection } from '../../harness/database';
import { PASSWORD, sellerEmail } from '../../harness/login';
import { count, ms } from '../../harness/table';
import { post } from '../../kill/caller';
import { roundRobin, type Shop } from '../act';
import { expectSame } from '../ask';
import { toTimes } from '../figures';
import type { Marketplaces } from '../market-process';
import { startActs } from '../run-acts';
import type { FilesDone, FileWork } from './import-and-export';

export interface Ground {
  shop: Shop;
  market: Marketplaces;
}

/** Disturbs everybody else until the signal, and says what was done. */
type Disturbance = (ground: Ground, signal: AbortSignal) => Promise<string>;

const IMPORT_ROWS = 200_000;
const MARKETPLACE_MS = 3_000;
const [SIGN_INS, SIGN_IN_EVERY_MS] = [100, 30_000];

/** What the report calls the sign-ins, of which another one is no 'everybody else'. */
export const SIGNING_IN = `${SIGN_INS} sign-ins at once`;

export const DISTURBANCES: ReadonlyMap<string, Disturbance> = new Map([
  ['import and exports', importAndExport],
  ['slow marketplace', slowMarketplace],
  ['locked table', lockTable],
  [SIGNING_IN, signInTogether],
]);

async function importAndExport({ shop }: Ground, signal: AbortSignal): Promise<string> {
  const { api, quiet: seller, folder } = shop;
  const child = fork(fileURLToPath(new URL('import-and-export.ts', import.meta.url)));
  const ended = Promise.race([once(child, 'message'), once(child, 'exit')]);
  const work: FileWork = { api: { url: api.url }, folder, seller, rows: IMPORT_ROWS };
  child.send(work);
  await Promise.race([once(signal, 'abort'), ended]);
  if (child.connected) child.send('end');
  const [result]: (FilesDone | number | null)[] = await ended;
  if (result === null || typeof result !== 'object')
    throw new Error(`Imports and exports ended with ${result}.`);
  const { imports, exports } = result;
  return `one seller imported or updated ${count(IMPORT_ROWS)} rows ${imports} times and exported all orders ${exports} times`;
}

async function slowMarketplace({ market }: Ground, signal: AbortSignal): Promise<string> {
  await market.ask('delayMercadoLivre', MARKETPLACE_MS);
  await once(signal, 'abort');
  await market.ask('delayMercadoLivre', 0);
  return `Mercado Livre took ${MARKETPLACE_MS / 1000} s longer for each response`;
}

/** The table of read notices, which one seller asks for ten times a second and the others once a second together. */
async function lockTable({ shop: { api, databaseUrl, quiet, busy } }: Ground, signal: AbortSignal) {
  const statuses = new Map<number, number>();
  const next = roundRobin(busy);
  const asks = (perMinute: number, seller: () => typeof quiet) => ({
    ...{ name: 'notices', perMinute },
    run: async () => {
      const headers = { authorization: `Bearer ${seller().token}` };
      const response = await get(`${api.url}/trpc/notices.list`, headers);
      await response.text();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    },
  });
  await withConnection(databaseUrl, (sql) =>
    sql.begin(async (tx) => {
      await tx`LOCK TABLE avisos_lidos IN ACCESS EXCLUSIVE MODE`;
      const asking = startActs([asks(600, () => quiet), asks(60, next)], console.error);
      await once(signal, 'abort');
      await asking.stop();
    }),
  );
  const answers = [...statuses].map(([status, times]) => `${status} ${count(times)} times`);
  return `the table of read notices was locked, and who asked for it was answered ${answers.join(', ')}`;
}

/** Each from an address of its own. */
async function signInTogether({ shop: { api } }: Ground, signal: AbortSignal): Promise<string> {
  const times: number[] = [];
  const signIn = async (number: number) => {
    const since = performance.now();
    const body = { email: sellerEmail(number), senha: PASSWORD };
    const headers = { 'x-forwarded-for': `10.0.0.${number}` };
    const { status } = await post(api.url, 'api/auth/login', { body, headers });
    expectSame('a sign-in', status, 200);
    times.push(performance.now() - since);
  };
  while (!signal.aborted) {
    await Promise.all(Array.from({ length: SIGN_INS }, (_, index) => signIn(index + 1)));
    await delay(SIGN_IN_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  const { p50, slowest } = toTimes(times);
  return `${SIGN_INS} sellers signed in at once ${times.length / SIGN_INS} times (p50 ${ms(p50)}, slowest ${ms(slowest)})`;
}
