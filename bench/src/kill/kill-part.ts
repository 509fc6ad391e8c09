import { seededRandom } from '@esteira/config/vitest/random';
import { createDatabase, dropDatabase } from '../harness/database';
import { createClock } from './clock';
import type { Part } from './part';
import { finishAll, type Kills, killServers } from './run';

/** What killing servers in the middle of a part came to. */
export interface Outcome {
  byMoment: Kills;
  work: readonly (readonly [what: string, times: number])[];
  /** What has not come to its end, and what contradicts itself. */
  problems: string[];
  seconds: number;
}

interface Options {
  /** The address of a PostgreSQL on which a database of its own is made. */
  server: string;
  kills: number;
}

/** Kills so many servers in the middle of a part, lets everything come to its end, and says what is wrong then. */
export async function killPart(part: Part, { server, kills }: Options): Promise<Outcome> {
  const startedAt = performance.now();
  const database = `esteira_kill_${part.name}_${process.pid}`;
  const databaseUrl = await createDatabase(server, database);
  const stage = { databaseUrl, clock: createClock(), random: seededRandom() };
  try {
    const open = await part.open(stage);
    try {
      const byMoment = await killServers(open, stage, kills);
      const unfinished = await finishAll(open, stage);
      const problems = [...unfinished, ...(await open.findContradictions())];
      const seconds = (performance.now() - startedAt) / 1000;
      return { byMoment, work: await open.describeWork(), problems, seconds };
    } finally {
      await open.close();
    }
  } finally {
    await dropDatabase(server, database);
  }
}
