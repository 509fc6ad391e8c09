import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The programs of this package are named from here. */
const SOURCES = new URL('../', import.meta.url);

const SECRET = 'a secret that only the benchmark knows, and only here';
/** Also where much else is running. */
const START_TIMEOUT_MS = 120_000;
const LOOK_EVERY_MS = 10;
/** A kernel clock tick in /proc, in milliseconds; the same on every Linux that Node runs on. */
const TICK_MS = 10;

/** A server process under measurement. */
export interface Server {
  url: string;
  pid: number;
  stop(): Promise<void>;
  /** SIGKILL: nothing of it runs afterwards. Resolves when the process is gone. */
  kill(): Promise<void>;
  isGone(): boolean;
}

/** The built server; `more` are variables beside those that every run has. */
export async function startApi(more: Readonly<Record<string, string>>): Promise<Server> {
  const port = more['PORT'] ?? String(await freePort());
  const main = fileURLToPath(new URL('../../apps/server/dist/main.js', SOURCES));
  const child = start([main], {
    JWT_SECRET: SECRET,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    PORT: port,
    ...more,
  });
  return untilReady(child, `http://127.0.0.1:${port}`);
}

function start(args: string[], env: Record<string, string>): ChildProcess {
  const inherited = { PATH: process.env['PATH'], TZ: process.env['TZ'], NODE_ENV: 'production' };
  return spawn(process.execPath, args, {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilReady(child: ChildProcess, url: string): Promise<Server> {
  const { pid } = child;
  if (pid === undefined) throw new Error('The server did not start.');
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const end = (signal: NodeJS.Signals) => () => {
    child.kill(signal);
    return exited;
  };
  const isGone = () => child.killed || child.exitCode !== null;
  const server = { url, pid, stop: end('SIGTERM'), kill: end('SIGKILL'), isGone };
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !isGone(); ) {
    const answer = await fetch(`${url}/api/ready`).catch(() => null);
    if (answer?.ok) return server;
    await new Promise((next) => setTimeout(next, LOOK_EVERY_MS));
  }
  await server.kill();
  throw new Error('The server did not become ready.');
}

/** Runs a built command of the server to its end. @throws Error when it fails. */
export async function runCommand(
  name: 'backup' | 'restore',
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const program = fileURLToPath(new URL(`../../apps/server/dist/${name}.js`, SOURCES));
  const child = start([program, file], { JWT_SECRET: SECRET, ...env });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with exit code ${code}.`);
}

/** User and system time that a process has used so far, in milliseconds; NaN where there is no such process. */
export function cpuMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name, may hold spaces; what follows it does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}

/** Processor time in milliseconds: of a server, and of all PostgreSQL processes of this machine together. */
export interface Cpu {
  server: number;
  postgres: number;
}

export function readCpu({ pid }: Server): Cpu {
  const postgres = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isPostgres(name));
  return {
    server: cpuMs(pid),
    postgres: postgres.reduce((sum, name) => sum + (cpuMs(Number(name)) || 0), 0),
  };
}

/** What was used since `before` was read. */
export function cpuSince(server: Server, before: Cpu): Cpu {
  const now = readCpu(server);
  return { server: now.server - before.server, postgres: now.postgres - before.postgres };
}

function isPostgres(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

/** Memory of a process that is resident now, in MB. */
export const residentMb = (pid: number) => readStatusMb(pid, 'VmRSS');

/** The most that was resident of a process so far, in MB. */
export const peakMb = (pid: number) => readStatusMb(pid, 'VmHWM');

function readStatusMb(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  const line = status.find((each) => each.startsWith(`${field}:`));
  return Number(line?.match(/\d+/)?.[0] ?? Number.NaN) / 1024;
}

const SAMPLE_EVERY_MS = 20;

/** What a piece of work answered, how long it took, and what it cost a server's memory. */
export interface Timed<T> {
  result: T;
  seconds: number;
  /** The highest resident memory meanwhile less the one before it, in MB. */
  growthMb: number;
}

/** Times a piece of work of a server. */
export async function withGrowth<T>({ pid }: Server, work: () => Promise<T>): Promise<Timed<T>> {
  const before = residentMb(pid);
  let highest = before;
  const sampler = setInterval(() => {
    highest = Math.max(highest, residentMb(pid));
  }, SAMPLE_EVERY_MS);
  try {
    const startedAt = performance.now();
    const result = await work();
    return { result, seconds: (performance.now() - startedAt) / 1000, growthMb: highest - before };
  } finally {
    clearInterval(sampler);
  }
}

export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null ? done(address.port) : failed(new Error('no port')),
      );
    });
  });
}
