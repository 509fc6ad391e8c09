import { type Server, startApi } from '../harness/processes';

const CLOCK = new URL('shifted-clock.mjs', import.meta.url).href;

/** The built server, to be killed. */
export type Victim = Server;

/** Starts the built server with a clock so far ahead of the machine's; resolves when it takes requests. */
export function startVictim(env: Readonly<Record<string, string>>, aheadMs: number): Promise<Victim> {
  return startApi({ LOG_LEVEL: 'silent', CLOCK_AHEAD_MS: String(aheadMs), ...env }, ['--import', CLOCK]);
}
