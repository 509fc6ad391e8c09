import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, dropDatabase, withConnection } from '../harness/database';
import { PASSWORD, sellerEmail } from '../harness/login';
import { runScript, type Server, startApi } from '../harness/processes';
import { writeCrowdResults } from '../harness/results-file';
import { SMALL } from '../harness/size';
import { load } from '../load/load';
import { machine } from '../whole/report-parts';
import { type Answer, ask, toAddress } from './ask';
import { holdIdle, holdSlowReaders, holdStreams } from './open-sockets';
import { type Crowd, toMarkdown } from './report';

const DATABASE = 'esteira_bench_multidao';
const SELLERS = 25;
const IDLE = 2_000;
const STREAMS = 500;
const SLOW_READERS = 60;
const SIGN_INS = 100;
const LOCKED_SECONDS = 60;
/** Until everybody is there, before the table is locked, at most. */
const MAX_GATHER_MS = 60_000;
const ASK_EVERY_MS = 200;

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench:load`.');
  const folder = await mkdtemp(join(tmpdir(), 'esteira-bench-'));
  try {
    const url = await createDatabase(server, DATABASE);
    await load(url, { ...SMALL, sellers: SELLERS, orders: 100_000 });
    const api = await startApi(url, folder);
    const crowd = await measure(api, { url, stopFile: join(folder, 'over') }).finally(api.stop);
    const { text, isMet } = toMarkdown(crowd, await machine(url));
    console.log(text);
    await writeCrowdResults(text);
    if (!isMet) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await dropDatabase(server, DATABASE);
  }
}

async function measure(api: Server, { url, stopFile }: { url: string; stopFile: string }): Promise<Crowd> {
  const tokens = await signInAll(api.url);
  const probe = runScript('crowd/probe.ts', { CROWD_URL: api.url, CROWD_STOP_FILE: stopFile });
  const idle = holdIdle(api.url, IDLE);
  const streams = holdStreams(api.url, tokens, STREAMS);
  const readers = holdSlowReaders(api.url, tokens, SLOW_READERS);
  const held = () => ({ idle: idle.count(), streams: streams.count(), readers: readers.count() });
  const until = performance.now() + MAX_GATHER_MS;
  const isGathered = () =>
    idle.count() >= IDLE && streams.count() >= STREAMS && readers.count() >= SLOW_READERS;
  while (!isGathered() && performance.now() < until) await delay(100);
  const before = held();
  const answers = await whileLocked(url, () => askEverything(api.url, tokens));
  const after = held();
  await writeFile(stopFile, '');
  const health = JSON.parse(await probe) as Crowd['health'];
  for (const each of [idle, streams, readers]) each.close();
  return { health, answers, before, after, lockedSeconds: LOCKED_SECONDS };
}

async function signInAll(url: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let number = 1; number <= SELLERS; number += 1) {
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: sellerEmail(number), senha: PASSWORD }),
    });
    tokens.push(((await answer.json()) as { access_token: string }).access_token);
  }
  return tokens;
}

/** Does the work while nobody else may read or write the products. */
function whileLocked<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  return withConnection(databaseUrl, async (sql) => {
    let going: Promise<T> | undefined;
    await sql.begin(async (tx) => {
      await tx`LOCK TABLE produtos IN ACCESS EXCLUSIVE MODE`;
      going = work();
      await delay(LOCKED_SECONDS * 1000);
    });
    if (going === undefined) throw new Error('The table was not locked.');
    return going;
  });
}

/** For as long as the table is locked: what needs it, what does not, and 100 sign-ins at once. */
async function askEverything(url: string, tokens: readonly string[]): Promise<Crowd['answers']> {
  const kinds = { locked: '/api/produtos?limite=20', free: '/api/fornecedores', session: '/api/auth/me' };
  const answers: Crowd['answers'] = { locked: [], free: [], session: [], signIn: [] };
  const going: Promise<void>[] = [];
  const note = (kind: keyof typeof answers, answer: Promise<Answer>) =>
    void going.push(answer.then((ended) => void answers[kind].push(ended)));
  const until = performance.now() + LOCKED_SECONDS * 1000;
  for (let n = 0; performance.now() < until; n += 1) {
    const token = tokens[n % tokens.length] ?? '';
    for (const [kind, path] of Object.entries(kinds) as [keyof typeof kinds, string][])
      note(kind, ask({ url: url + path, token, from: toAddress(4, n) }));
    if (n === 25) for (let k = 0; k < SIGN_INS; k += 1) note('signIn', signIn(url, k));
    await delay(ASK_EVERY_MS);
  }
  await Promise.all(going);
  return answers;
}

function signIn(url: string, n: number): Promise<Answer> {
  const body = { email: sellerEmail(1 + (n % SELLERS)), senha: PASSWORD };
  return ask({ url: `${url}/api/auth/login`, body, from: toAddress(5, n) });
}

await main();
