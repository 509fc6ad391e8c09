import { setTimeout as wait } from 'node:timers/promises';
import type { OutsideCalls, Random } from './part';
import type { Victim } from './victim';

const MAX_DELAY_MS = 250;
const MAX_CALLS = 14;
/** After a call: at once, or when the server may be writing down what it was told. */
const AFTER_CALL_MS = [0, 0, 1, 2, 4, 8, 15];
/** Some work makes fewer calls than were waited for. */
const GIVE_UP_MS = 4_000;

/** When a server is killed: so long after its work began, or at a call that it makes, or shortly after. */
export type Moment =
  | { kind: 'time'; ms: number }
  | { kind: 'received' | 'answered'; nth: number; ms: number };

/** Two of three at a call: between two steps much happens in little time. */
export function drawMoment(random: Random): Moment {
  const kind = (['time', 'received', 'answered'] as const)[Math.floor(random() * 3)] ?? 'time';
  if (kind === 'time') return { kind, ms: Math.floor(random() * MAX_DELAY_MS) };
  const nth = 1 + Math.floor(random() * MAX_CALLS);
  return { kind, nth, ms: AFTER_CALL_MS[Math.floor(random() * AFTER_CALL_MS.length)] ?? 0 };
}

/** Kills the server at the moment; resolves when it is gone. */
export async function killAt(victim: Victim, moment: Moment, outside: OutsideCalls): Promise<void> {
  if (moment.kind !== 'time') await untilCall(outside, moment);
  // A timer takes a millisecond at least.
  if (moment.ms > 0) await wait(moment.ms);
  await victim.kill();
}

function untilCall(outside: OutsideCalls, { kind, nth }: Extract<Moment, { nth: number }>): Promise<void> {
  let calls = 0;
  return new Promise((done) => {
    const timer = setTimeout(done, GIVE_UP_MS);
    outside.on((moment) => {
      if (moment === kind) calls += 1;
      if (calls !== nth) return;
      clearTimeout(timer);
      done();
    });
  });
}
