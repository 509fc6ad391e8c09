import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withConnection } from '../../../harness/database';
import { freePort } from '../../../harness/processes';

const START_ATTEMPTS = 40;
const RETRY_AFTER_MS = 100;

/** A PostgreSQL that can end as if the power had failed, and start again on what it left. */
export interface OwnPostgres {
  url: string;
  /** SIGKILL to all of its processes; resolves when the first of them is gone. */
  crash(): Promise<void>;
  /** Resolves when it has recovered and takes connections. */
  start(): Promise<void>;
  /** Ends it for good and removes its folder. */
  stop(): Promise<void>;
}

/** Commits are acknowledged before they are on the disk. */
const FORGETFUL = ['synchronous_commit=off', 'wal_writer_delay=10s'];

/**
 * Makes an empty cluster with the programs of the PostgreSQL at `server`, which runs on this machine, and starts it.
 * A forgetful one loses what it acknowledged when it is killed.
 */
export async function startOwnPostgres(server: string, isForgetful: boolean): Promise<OwnPostgres> {
  const bin = await findPrograms(server);
  const folder = await mkdtemp(join(tmpdir(), 'esteira-kill-postgres-'));
  const data = join(folder, 'data');
  const port = await freePort();
  await createCluster(bin, { folder, data });
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=on'];
  if (isForgetful) settings.push(...FORGETFUL);
  const command = [join(bin, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  let child: ChildProcess | null = null;
  const own: OwnPostgres = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    crash: async () => {
      if (child !== null) await killAll(child);
    },
    start: async () => {
      child = await startCluster(command, folder);
    },
    stop: async () => {
      if (child !== null) await end(child, 'SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
  await own.start();
  return own;
}

async function findPrograms(server: string): Promise<string> {
  const [row] = await withConnection(
    server,
    (sql) => sql<{ setting: string }[]>`SELECT setting FROM pg_config WHERE name = 'BINDIR'`,
  );
  if (row === undefined) throw new Error('PostgreSQL does not say where its programs are.');
  return row.setting;
}

async function createCluster(bin: string, { folder, data }: { folder: string; data: string }): Promise<void> {
  if (isRoot()) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    await chown(folder, id('-u'), id('-g'));
  }
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  const [program = '', ...args] = asServerUser([join(bin, 'initdb'), ...options]);
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

const isRoot = () => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. Should this process be killed, the kernel ends it too. */
function asServerUser(command: readonly string[]): string[] {
  const asUser = isRoot() ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
  return ['setpriv', ...asUser, '--pdeathsig', 'INT', ...command];
}

/** Its predecessor's processes may hold the shared memory for a moment. */
async function startCluster(command: readonly string[], cwd: string): Promise<ChildProcess> {
  const [program = '', ...args] = asServerUser(command);
  for (let attempt = 1; ; attempt += 1) {
    const child = spawn(program, args, { cwd, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    const problem = await untilReady(child);
    if (problem === null) return child;
    if (attempt === START_ATTEMPTS) throw new Error(`PostgreSQL did not start:\n${problem}`);
    await wait(RETRY_AFTER_MS);
  }
}

/** Null when it takes connections, else its last words. */
function untilReady(child: ChildProcess): Promise<string | null> {
  return new Promise((done) => {
    let log = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
      if (log.includes('ready to accept connections')) done(null);
    });
    child.once('exit', () => done(log));
  });
}

async function killAll(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  const gone = end(child, 'SIGKILL');
  for (const each of children) kill(Number(each));
  await gone;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone by itself.
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
