// A PgBouncer of its own for tests and benchmarks, found or installed, on loopback, with the settings that
// docker/pgbouncer/pgbouncer.ini recommends.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { ROOT } from './processes.mjs';
import {
  asServerUser,
  freePort,
  giveToServerUser,
  installPackage,
  stopServer,
  untilLogged,
} from './server-programs.mjs';

const SETTINGS_FILE = join(ROOT, 'docker/pgbouncer/pgbouncer.ini');

function findProgram() {
  const folders = ['/usr/sbin', ...(process.env.PATH ?? '').split(delimiter)];
  return folders.map((folder) => join(folder, 'pgbouncer')).find(existsSync);
}

function installProgram() {
  installPackage(
    'pgbouncer',
    'No PgBouncer was found. Install one (on Debian: apt-get install pgbouncer), or put its folder on PATH.',
  );
  const found = findProgram();
  if (found === undefined) throw new Error('PgBouncer was installed, but its program was not found.');
  return found;
}

/** The recommended settings for every database of the PostgreSQL on `target`, on `port`, for whoever asks. */
function toSettings(recommended, { target, port }) {
  const own = { listen_addr: '127.0.0.1', listen_port: port, auth_type: 'any', auth_file: '' };
  return recommended
    .split('\n')
    .map((line) => {
      const [, database] = /^esteira = .*?(connect_query='.*')$/.exec(line) ?? [];
      if (database !== undefined) return `* = host=127.0.0.1 port=${target} user=postgres ${database}`;
      const [name] = line.split(' =');
      return Object.hasOwn(own, name) ? `${name} = ${own[name]}` : line;
    })
    .join('\n');
}

/** Starts a PgBouncer before the PostgreSQL on the loopback port `target`. Answers its URL; `stop` ends it. */
export async function startPgBouncer(target) {
  const program = findProgram() ?? installProgram();
  const folder = mkdtempSync(join(tmpdir(), 'esteira-pgbouncer-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    giveToServerUser(folder);
    const file = join(folder, 'pgbouncer.ini');
    const port = await freePort();
    const recommended = readFileSync(SETTINGS_FILE, 'utf8');
    writeFileSync(file, toSettings(recommended, { target, port }), { mode: 0o644 });
    const [command, args] = asServerUser(program, [file], 'TERM');
    const child = spawn(command, args, { cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    await untilLogged(child, /process up/, 'PgBouncer');
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: () => stopServer(child, 'SIGTERM').finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
}
