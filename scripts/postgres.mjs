// A PostgreSQL of its own for tests and benchmarks: found or installed, in a fresh temporary folder, on loopback.
// `node scripts/postgres.mjs` starts one, prints its URL and removes it when interrupted.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  asServerUser,
  freePort,
  giveToServerUser,
  installPackage,
  stopServer,
  untilLogged,
  withServers,
} from './server-programs.mjs';

const RESTARTS = 40;
const DEBIAN_ROOT = '/usr/lib/postgresql';

/** Settings for throwaway data: no write waits for the disk. */
export const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Where throwaway data stands if there is room: on a disk to make the files of a database takes twenty times as long. */
const MEMORY = '/dev/shm';
const hasRoom = ({ bavail, bsize }) => bavail * bsize > 4 * 1024 ** 3;
const chooseParent = ({ fsync }) =>
  fsync === 'off' && existsSync(MEMORY) && hasRoom(statfsSync(MEMORY)) ? MEMORY : tmpdir();

const hasServer = (folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));

/** The folder with the newest PostgreSQL server programs on this machine. */
function findBinaries() {
  const versions = existsSync(DEBIAN_ROOT) ? readdirSync(DEBIAN_ROOT) : [];
  const debian = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_ROOT, version, 'bin'));
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => existsSync(join(folder, 'initdb')));
  // A link to initdb alone may stand on PATH: its target's folder has the rest.
  const resolved = onPath.map((folder) => dirname(realpathSync(join(folder, 'initdb'))));
  return [...debian, ...resolved].find(hasServer);
}

function installBinaries() {
  installPackage(
    'postgresql',
    'No PostgreSQL server was found. Install one (on Debian: apt-get install postgresql), or put the folder of initdb and postgres on PATH.',
  );
  const found = findBinaries();
  if (found === undefined) throw new Error('PostgreSQL was installed, but its programs were not found.');
  return found;
}

/** Runs a program of PostgreSQL to its end, as the user that servers run as. */
function runProgram(bin, name, args) {
  const [command, all] = asServerUser(join(bin, name), args);
  const run = spawnSync(command, all, { cwd: tmpdir(), encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${name} failed: ${run.stderr || run.error}`);
}

function createCluster(bin, data) {
  const access = ['-U', 'postgres', '-A', 'trust'];
  runProgram(bin, 'initdb', ['-D', data, ...access, '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
}

/** The processes of a PostgreSQL: each leads a session of its own, so no signal reaches them all. */
function listProcesses(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return [pid, ...stdout.split(/\s+/).filter(Boolean)];
}

/**
 * Starts a new, empty PostgreSQL on a free loopback port. `settings` are postgresql.conf settings. Answers its URL
 * and `stop`, which ends it and removes its folder; calling that twice is harmless.
 */
export async function startPostgres({ settings = {} } = {}) {
  const bin = findBinaries() ?? installBinaries();
  const folder = mkdtempSync(join(chooseParent(settings), 'esteira-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    giveToServerUser(folder);
    const data = join(folder, 'data');
    createCluster(bin, data);
    const port = await freePort();
    const fixed = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', lc_messages: 'C' };
    const all = Object.entries({ max_connections: 200, ...settings, ...fixed });
    const options = ['-D', data, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const [command, args] = asServerUser(join(bin, 'postgres'), options);
    let child;
    async function start() {
      // A group of its own, so that Ctrl-C does not end it under clients that are still closing.
      child = spawn(command, args, { cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
      await untilLogged(child, /ready to accept connections/, 'PostgreSQL');
    }
    await start();
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      port,
      /** As a machine that loses its power: nothing of it runs any more. */
      kill: () => {
        // Those that have ended meanwhile are passed over.
        spawnSync('kill', ['-KILL', ...listProcesses(child.pid)]);
      },
      /** Starts it again on what a kill has left. Processes from before may hold its memory for a moment. */
      restart: async () => {
        for (let attempt = 1; ; attempt += 1) {
          const error = await start().catch((refusal) => refusal);
          if (error === undefined) return;
          if (attempt === RESTARTS) throw error;
          await wait(100);
        }
      },
      stop: () => stopServer(child).finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Runs `work(url)` beside a PostgreSQL that is gone afterwards, however the work ended. */
export function withPostgres(options, work) {
  return withServers(
    () => startPostgres(options),
    ({ url }) => work(url),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startPostgres();
  console.log(`DATABASE_URL=${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.stop());
}
