// A PostgreSQL of its own for tests and benchmarks: found or installed, in a fresh temporary folder, on loopback.
// `node scripts/postgres.mjs` starts one, prints its URL and removes it when interrupted.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DEBIAN_ROOT = '/usr/lib/postgresql';
const STOP_TIMEOUT_MS = 30_000;

/** Settings for data that nobody will miss: no write waits for the disk. */
export const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const isRoot = () => process.getuid?.() === 0;
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
  if (!isRoot() || !existsSync('/usr/bin/apt-get')) {
    throw new Error(
      'No PostgreSQL server was found. Install one (on Debian: apt-get install postgresql), or put the folder of initdb and postgres on PATH.',
    );
  }
  console.log('Installing PostgreSQL…');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync('apt-get', ['install', '-y', '-qq', 'postgresql'], options);
  const found = findBinaries();
  if (found === undefined) throw new Error('PostgreSQL was installed, but its programs were not found.');
  return found;
}

/** A loopback port that nothing listens on now. */
export function freePort() {
  return new Promise((done, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });
}

/** PostgreSQL refuses to run as root: there its programs run as the user `postgres`. */
function asServerUser(command, args) {
  const asUser = isRoot() ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
  // Should this process be killed, the kernel stops the server too.
  const asChild = ['--pdeathsig', 'INT'];
  const supported = process.platform === 'linux' && existsSync('/usr/bin/setpriv');
  return supported ? ['setpriv', [...asUser, ...asChild, command, ...args]] : [command, args];
}

function createCluster(bin, folder) {
  if (isRoot()) {
    const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    chownSync(folder, id('-u'), id('-g'));
  }
  const data = join(folder, 'data');
  const options = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  const [command, args] = asServerUser(join(bin, 'initdb'), options);
  const made = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`);
  return data;
}

/** Resolves when the server says it is ready; rejects with its last words when it ends before that. */
function untilReady(child) {
  return new Promise((ready, failed) => {
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-4000);
      if (log.includes('ready to accept connections')) ready();
    });
    child.once('error', failed);
    child.once('exit', () => failed(new Error(`PostgreSQL did not start:\n${log}`)));
  });
}

function stopServer(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const giveUp = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(giveUp);
      done();
    });
    // "Fast shutdown" in PostgreSQL's words: it drops the connections that are still open.
    child.kill('SIGINT');
  });
}

/**
 * Starts a new, empty PostgreSQL on a free loopback port. `settings` are postgresql.conf settings. Answers its URL
 * and `stop`, which ends it and removes its folder; calling that twice is harmless.
 */
export async function startPostgres({ settings = {} } = {}) {
  const bin = findBinaries() ?? installBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'esteira-postgres-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const data = createCluster(bin, folder);
    const port = await freePort();
    const fixed = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', lc_messages: 'C' };
    const all = Object.entries({ max_connections: 200, ...settings, ...fixed });
    const options = ['-D', data, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    const [command, args] = asServerUser(join(bin, 'postgres'), options);
    // A group of its own, so that Ctrl-C does not end it under clients that are still closing.
    const child = spawn(command, args, { cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
    await untilReady(child);
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop: () => stopServer(child).finally(remove),
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Runs `work(url)` beside a PostgreSQL that is gone afterwards, however the work ended. */
export async function withPostgres(options, work) {
  // Without a handler a signal would end this process before the server is stopped. What `work` started gets it too.
  let interrupted = false;
  const note = () => {
    interrupted = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, note);
  try {
    const server = await startPostgres(options);
    try {
      if (interrupted) throw new Error('Interrupted.');
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, note);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = await startPostgres();
  console.log(`DATABASE_URL=${server.url}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.stop());
}
