import { MINUTE_MS } from '@esteira/domain/durations';
import { drawMoment, killAt, type Moment } from './moment';
import type { OpenPart, Random, Stage } from './part';
import { startVictim, type Victim } from './victim';

/**
 * Between two servers: less than the lease of a payment, more than that but too little for the reconciliation, or enough
 * for both. So a payer comes back while it is locked, before anybody has looked, and after.
 */
const BETWEEN_MS = [10_000, 75_000, 75_000, 3 * MINUTE_MS];
/** Longer than the leases of the dead. */
const REST_MS = 3 * MINUTE_MS;
/** Now and then so much time passes that terms end and renewals are due. */
const LONG_SHARE = 0.03;
const LONG_MS = 31 * 24 * 60 * MINUTE_MS;
/** What was unknown for an hour is given up. */
const EXPIRY_CHECK_MS = 61 * MINUTE_MS;
const MAX_FINISHING_STARTS = 12;
const LOOK_EVERY_MS = 200;
const LOOKS_PER_START = 40;

/** How many servers were killed, by when. */
export type Kills = Record<Moment['kind'], number>;

/** Kills servers in the middle of a part's work, one after the other, so many times. */
export async function killServers(part: OpenPart, stage: Stage, times: number): Promise<Kills> {
  const kills: Kills = { time: 0, received: 0, answered: 0 };
  for (let killed = 0; killed < times; killed += 1) {
    stage.clock.pass(stage.random() < LONG_SHARE ? LONG_MS : drawPause(stage.random));
    const victim = await start(part, stage);
    const moment = drawMoment(stage.random);
    const gone = killAt(victim, moment, part.outside);
    while (!victim.isGone()) await part.work(victim.url);
    await gone;
    kills[moment.kind] += 1;
  }
  return kills;
}

/** Lets everything come to its end by itself, on servers that are not killed. Returns what has not ended. */
export async function finishAll(part: OpenPart, stage: Stage): Promise<string[]> {
  stage.clock.pass(EXPIRY_CHECK_MS);
  let unfinished: string[] = [];
  for (let starts = 0; starts < MAX_FINISHING_STARTS; starts += 1) {
    stage.clock.pass(REST_MS);
    const server = await start(part, stage);
    try {
      if (starts === 0) await part.finish(server.url);
      for (let looks = 0; looks < LOOKS_PER_START; looks += 1) {
        unfinished = await part.findUnfinished();
        if (unfinished.length === 0) return [];
        await new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
      }
    } finally {
      await server.kill();
    }
  }
  return unfinished;
}

const drawPause = (random: Random) => BETWEEN_MS[Math.floor(random() * BETWEEN_MS.length)] ?? REST_MS;

function start({ env }: OpenPart, { clock, databaseUrl }: Stage): Promise<Victim> {
  return startVictim({ DATABASE_URL: databaseUrl, ...env }, clock.aheadMs);
}
