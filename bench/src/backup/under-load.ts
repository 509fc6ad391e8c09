import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { read } from '../kill/caller';
import type { Actor, SeededSeller } from '../kill/writes/actor';
import { send } from '../kill/writes/send';

/** A backup, and which sales have to be in it and which cannot be. */
export interface TakenBackup {
  /** Answered before it was begun. */
  before: string[];
  /** Asked for after it had ended. */
  after: string[];
  meanwhile: number;
  longestMs: number;
  seconds: number;
}

interface Load {
  url: string;
  /** Where the backup's command finds the database. */
  env: Readonly<Record<string, string>>;
  sellers: readonly SeededSeller[];
  actors: readonly Actor[];
  file: string;
  /** How many sales are answered before it is begun, and after it has ended. */
  sales: number;
}

type Moment = 'before' | 'meanwhile' | 'after' | 'over';

/** Sells and does everything else at once, and takes a backup in the middle by the command of the operator. */
export async function takeUnderLoad(load: Load): Promise<TakenBackup> {
  const { url, env, sellers, actors, file, sales } = load;
  const taken: TakenBackup = { before: [], after: [], meanwhile: 0, longestMs: 0, seconds: 0 };
  let moment: Moment = 'before';
  const isOver = () => moment === 'over';

  async function sell(seller: SeededSeller): Promise<void> {
    const asked = moment;
    const startedAt = performance.now();
    const sent = await send(url, `api/mercadolivre/simular-venda/${seller.sold[0]}`, seller);
    if (sent.kind !== 'done') throw new Error(`A sale was not answered: ${JSON.stringify(sent)}`);
    const id = String(read(sent.data, 'pedido'));
    if (moment === 'before') taken.before.push(id);
    if (asked === 'after') taken.after.push(id);
    if (asked !== 'meanwhile' && moment !== 'meanwhile') return;
    taken.meanwhile += 1;
    taken.longestMs = Math.max(taken.longestMs, performance.now() - startedAt);
  }

  const working = [
    ...sellers.map((seller) => repeat(() => sell(seller), isOver)),
    ...actors.map((actor) => repeat(() => actor.act(url), isOver)),
  ];
  const failed = Promise.all(working);
  failed.catch(() => undefined);
  const backingUp = (async () => {
    await until(() => taken.before.length >= sales);
    moment = 'meanwhile';
    const startedAt = performance.now();
    await runCommand('backup', file, env);
    taken.seconds = (performance.now() - startedAt) / 1000;
    moment = 'after';
    await until(() => taken.after.length >= sales / 10);
    moment = 'over';
  })();
  await Promise.race([backingUp, failed]);
  await failed;
  return taken;
}

async function repeat(work: () => Promise<void>, isOver: () => boolean): Promise<void> {
  while (!isOver()) await work();
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((next) => setTimeout(next, 5));
}

/** Runs a built command of the server to its end. @throws Error when it fails. */
export async function runCommand(
  name: 'backup' | 'restore',
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const program = fileURLToPath(new URL(`../../../apps/server/dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [program, file], {
    env: {
      PATH: process.env['PATH'],
      JWT_SECRET: 'a secret that only the benchmark knows, and only here',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with exit code ${code}.`);
}
