import { setTimeout as wait } from 'node:timers/promises';
import { findContradictions } from '@esteira/db/testing/contradictions';
import type { Server } from '../../harness/processes';
import type { Random } from '../pick';
import type { Actor, SeededSeller, Tally, WritePart } from './actor';
import { createBulkChanges } from './bulk-changes';
import { createBulkSteps } from './bulk-steps';
import { createNewImports } from './new-imports';
import { type Place, startServer } from './places/place';
import { untilAlone } from './places/postgres-place';
import { createSales } from './sales';
import { createUpdateImports } from './update-imports';

/** So many kills see the same copy of the database: what they leave behind adds up. */
const KILLS_PER_COPY = 25;
/** A kill comes so soon after so many calls were answered; or when none has been for long. */
const MAX_ANSWERED = 40;
const MAX_DELAY_MS = 60;
const MAX_WORK_MS = 6_000;
const SALES_AT_ONCE = 3;
const ORDERS_PER_STEP = 50;
const MAX_REPEATS = 5;
const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 20;

export const TARGETS = ['server', 'database', 'both'] as const;

/** What is killed. */
export type Target = (typeof TARGETS)[number];

interface Run {
  place: Place;
  sellers: readonly SeededSeller[];
  parts: readonly WritePart[];
  random: Random;
  tally: Tally;
  countAnswered: () => number;
  /** Told of every kill and of what was wrong after it; null: at the end of a copy. */
  onLook: (target: Target | null, problems: readonly string[]) => void;
}

/** Kills servers and databases in the middle of writes as long as there is another kill to take, and looks after each. */
export async function killWrites(run: Run, takeKill: () => boolean): Promise<void> {
  for (let isNext = takeKill(); isNext; ) {
    const copy = await KillCopy.open(run);
    let isRight = true;
    for (let killed = 0; killed < KILLS_PER_COPY && isRight && isNext; killed += 1) {
      isRight = await copy.killOnce();
      isNext = takeKill();
    }
    await (isRight ? copy.finish() : copy.abandon());
    if (isNext) await run.place.renew();
  }
}

/** A copy of the database, what is done on it, and the server that does it. */
class KillCopy {
  private constructor(
    private readonly run: Run,
    private readonly actors: readonly Actor[],
    private server: Server | null,
  ) {}

  static async open(run: Run): Promise<KillCopy> {
    const actors = run.sellers.flatMap((seller) => createActors(run, seller));
    return new KillCopy(run, actors, null);
  }

  /** Answers whether all was right afterwards. */
  async killOnce(): Promise<boolean> {
    const { place, random, onLook } = this.run;
    this.server ??= await startServer(place);
    const target = place.killDatabase === null ? 'server' : drawTarget(random);
    let isOver = false;
    const { url } = this.server;
    const working = this.actors.map(async (actor) => {
      while (!isOver) await actor.act(url);
    });
    await this.untilMoment();
    await this.kill(target, () => {
      isOver = true;
    });
    await Promise.all(working);
    const problems = [...(await this.recover(target)), ...(await this.look())];
    onLook(target, problems);
    return problems.length === 0;
  }

  /** How much is done in a time depends on the machine; what is under way after so many calls does not. */
  private async untilMoment(): Promise<void> {
    const { random, countAnswered } = this.run;
    const enough = countAnswered() + Math.floor(random() * MAX_ANSWERED);
    const deadline = Date.now() + MAX_WORK_MS;
    while (countAnswered() < enough && Date.now() < deadline) await wait(1);
    await wait(random() * MAX_DELAY_MS);
  }

  private async kill(target: Target, onKilled: () => void): Promise<void> {
    const { server, run } = this;
    const gone = target === 'database' ? Promise.resolve() : server?.kill();
    if (target === 'server') onKilled();
    else await run.place.killDatabase?.(onKilled);
    await gone;
    if (target !== 'database') this.server = null;
  }

  /** A server whose database was killed goes on by itself. */
  private async recover(target: Target): Promise<string[]> {
    if (target !== 'database' || this.server === null) return [];
    let last = '';
    for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await wait(LOOK_EVERY_MS)) {
      const answer = await fetch(`${this.server.url}/api/ready`).catch(() => null);
      if (answer?.ok) return [];
      last = `${answer?.status} ${await answer?.text()}`;
    }
    return [`the server did not find its database again: ${last}`];
  }

  /** On a server that is not killed everything that was cut off is done, and all is as it was told. */
  async finish(): Promise<void> {
    const { place, onLook } = this.run;
    this.server ??= await startServer(place);
    const { url } = this.server;
    await Promise.all(this.actors.map((actor) => repeat(actor, url)));
    const left = this.actors.filter((actor) => actor.isUnclear());
    const problems = left.map(({ part }) => `${part}: what was cut off cannot be done again`);
    await this.kill('server', () => undefined);
    onLook(null, [...problems, ...(await this.look())]);
  }

  /** What is wrong already would only be found again. */
  async abandon(): Promise<void> {
    await this.server?.kill();
  }

  private look(): Promise<string[]> {
    const { place, sellers } = this.run;
    const found = place.read(async (db) => {
      if (place.kind === 'postgres' && this.server === null) await untilAlone(db);
      const problems: string[] = [];
      for (const actor of this.actors) problems.push(...(await actor.look(db)));
      for (const { id } of sellers) problems.push(...(await findContradictions(db, id)));
      return problems;
    });
    // A database that does not open is the worst that can be found.
    return found.catch((error: unknown) => [String(error)]);
  }
}

function drawTarget(random: Random): Target {
  const draw = random();
  if (draw < 0.5) return 'server';
  return draw < 0.85 ? 'database' : 'both';
}

async function repeat(actor: Actor, url: string): Promise<void> {
  for (let times = 0; times < MAX_REPEATS && actor.isUnclear(); times += 1) await actor.act(url);
}

/** What a seller does in these parts, all at once. */
export function createActors(
  { parts, random, tally }: Pick<Run, 'parts' | 'random' | 'tally'>,
  seller: SeededSeller,
): Actor[] {
  const given = { seller, random, tally };
  const half = [seller.orders.slice(0, ORDERS_PER_STEP), seller.orders.slice(ORDERS_PER_STEP)];
  const actors: Record<WritePart, () => Actor[]> = {
    imports: () => [createNewImports(given), createUpdateImports(given)],
    sales: () => [createSales({ ...given, atOnce: SALES_AT_ONCE })],
    bulk: () => [...half.map((ids) => createBulkSteps({ ...given, ids })), createBulkChanges(given)],
  };
  return parts.flatMap((part) => actors[part]());
}
