import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../harness/processes';

const SERVER = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));
const CLOCK = new URL('shifted-clock.mjs', import.meta.url).href;
/** Also where much else is running. */
const START_TIMEOUT_MS = 120_000;
const LOOK_EVERY_MS = 10;

/** The built server in a process of its own. */
export interface Victim {
  url: string;
  isGone(): boolean;
  /** SIGKILL: nothing of it runs afterwards. Resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Starts the built server with a clock so far ahead of the machine's; resolves when it takes requests. */
export async function startVictim(env: Readonly<Record<string, string>>, aheadMs: number): Promise<Victim> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', CLOCK, SERVER], {
    env: {
      PATH: process.env['PATH'],
      TZ: process.env['TZ'],
      NODE_ENV: 'production',
      JWT_SECRET: 'a secret that only the benchmark knows, and only here',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: String(port),
      CLOCK_AHEAD_MS: String(aheadMs),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  const isGone = () => child.killed || child.exitCode !== null;
  const victim: Victim = {
    url: `http://127.0.0.1:${port}`,
    isGone,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !isGone(); ) {
    const answer = await fetch(`${victim.url}/api/ready`).catch(() => null);
    if (answer?.ok) return victim;
    await new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
  }
  await victim.kill();
  throw new Error('The server did not become ready.');
}
