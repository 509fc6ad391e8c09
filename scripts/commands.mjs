import { openSync, readFileSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install } from './install.mjs';
import { startPgBouncer } from './pgbouncer.mjs';
import { startPostgres, THROWAWAY, withPostgres } from './postgres.mjs';
import { ROOT, run } from './processes.mjs';
import { withServers } from './server-programs.mjs';
import { checkStart } from './start-check.mjs';
import { printSum, reportsFolder } from './sum-reports.mjs';
import { supervise } from './supervise.mjs';

const node = (args, options) => run(process.execPath, args, options);

function turbo(args, { env, ...options } = {}) {
  const quiet = { TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' };
  return node(['node_modules/turbo/bin/turbo', 'run', ...args], {
    env: { ...process.env, ...quiet, ...env },
    ...options,
  });
}

const BUILD_LOG = 'node_modules/.esteira-build.log';

/** Builds server and web app; turbo knows whether there is anything to do, and is heard only when it fails. */
async function build() {
  await install();
  const notice = setTimeout(() => console.log('Building…'), 1_000);
  const code = await turbo(['build'], { stdio: ['ignore', openSync(BUILD_LOG, 'w'), 'inherit'] });
  clearTimeout(notice);
  if (code === 0) return;
  console.error(readFileSync(BUILD_LOG, 'utf8'));
  throw new Error(`The build failed with exit code ${code}.`);
}

/** Imports a built program into this process: signals and exit codes are its own. */
async function importBuilt(file, args) {
  await build();
  const path = join(ROOT, 'apps/server/dist', file);
  process.argv = [process.execPath, path, ...args];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path).href);
}

/** The server in a process of its own, which is started again when it ends unexpectedly. */
async function start(args) {
  await build();
  return supervise(['--enable-source-maps', join(ROOT, 'apps/server/dist/main.js'), ...args]);
}

/** Runs suites to their end, then prints the sum of their reports; answers the exit code. */
async function reported(script, runSuites) {
  const started = performance.now();
  await install();
  const folder = reportsFolder(script);
  rmSync(folder, { recursive: true, force: true });
  process.env.ESTEIRA_TEST_REPORTS = folder;
  const exitCode = await runSuites();
  const failed = printSum([{ script, exitCode }], (performance.now() - started) / 1_000);
  return exitCode || Math.min(failed, 1);
}

/** Everything even when something fails, so that one run tells it all. */
const suites = (tasks, args, env) => turbo([...tasks, '--continue', ...args], { env });

async function typecheck(args) {
  await install();
  return suites(['typecheck', 'typecheck:root'], args);
}

/**
 * Lint, types, the build and the suites side by side; the browser's suite after them, for what it waits for is drawn in
 * time only where nothing else takes the processors.
 */
async function test(args) {
  const tasks = ['lint', 'typecheck', 'typecheck:root', 'build', 'test', 'test:root'];
  const code = await suites([...tasks, '--concurrency=3'], args);
  return (await suites(['browser'], args)) || code;
}

/** `pooler` is null where there is no PgBouncer. */
async function startPooledPostgres() {
  const server = await startPostgres({ settings: THROWAWAY });
  const pooler = await startPgBouncer(server.port).catch(() => null);
  return { server, pooler, stop: () => Promise.resolve(pooler?.stop()).finally(server.stop) };
}

/** What of the same suites opens a database, and the races, on a PostgreSQL of their own. */
function testPostgres(args) {
  return withServers(startPooledPostgres, ({ server, pooler }) => {
    console.log(`Testing on ${server.url}`);
    if (pooler === null) console.log('Without PgBouncer: it is neither here nor could it be installed.');
    const workspaces = ['--filter=...@esteira/db', '--filter=!@esteira/web', '--concurrency=2'];
    return suites(['test', ...workspaces], args, {
      TEST_DATABASE_URL: server.url,
      TEST_DATABASE_POOLER_URL: pooler?.url ?? '',
    });
  });
}

/** What runs by way of PgBouncer unless told: parallel connections, and what is heard of changes. */
const POOLED_FILES = ['--', '.race.test', 'live.test'];

/** The races again, by way of a PgBouncer in transaction mode. */
function testPgBouncer(args) {
  const files = args.includes('--') ? args : [...args, ...POOLED_FILES];
  return withServers(startPooledPostgres, ({ server, pooler }) => {
    if (pooler === null)
      throw new Error('PgBouncer did not start: is it installed (apt-get install pgbouncer)?');
    return suites(['test', '--filter=@esteira/db', '--filter=@esteira/server', '--concurrency=2'], files, {
      TEST_DATABASE_URL: server.url,
      TEST_DATABASE_POOLER_URL: pooler.url,
      TEST_THROUGH_POOLER: '1',
    });
  });
}

async function testStart() {
  await build();
  return checkStart();
}

/**
 * Durable, as by default: a benchmark that skips the disk would flatter. The memory and the log between checkpoints are
 * those that docs/operations.md tells operators to set.
 */
const benchSettings = () => ({
  shared_buffers: `${Math.round(totalmem() / 4 / 1024 ** 2)}MB`,
  max_wal_size: '4GB',
});

/** A benchmark of the workspace `bench`, on a PostgreSQL of its own unless BENCH_DATABASE_URL names one. */
async function onPostgres(name, args) {
  const given = process.env.BENCH_DATABASE_URL;
  const measure = (url) => onNothing(name, args, { BENCH_DATABASE_URL: url });
  return given ? measure(given) : withPostgres({ settings: benchSettings() }, measure);
}

const onNothing = (name, args, env) =>
  node(['--import', 'tsx', `src/${name}/main.ts`, ...args], {
    cwd: join(ROOT, 'bench'),
    env: { ...process.env, ...env },
  });

/** The file of e2e/src/measures with this name, in a real browser. */
const inBrowser = (name, args) =>
  node(
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'playwright.bench.config.ts', name, ...args],
    { cwd: join(ROOT, 'e2e') },
  );

const BENCHMARKS = {
  api: { measures: 'what sellers ask for, with 1,000,000 orders', run: onPostgres },
  peak: { measures: 'sales of 1,000 sellers by real accounts, beside their screens', run: onPostgres },
  clicks: { measures: 'clicks in a real browser on a slowed processor', run: inBrowser },
  kill: { measures: 'what 1,000 kills in the middle of writes leave behind', run: onPostgres },
  embedded: { measures: 'the embedded database with up to 50,000 orders', run: onNothing },
};

async function bench([name, ...args]) {
  if (!Object.hasOwn(BENCHMARKS, name ?? '')) {
    console.log('Usage: npm run bench -- <name>');
    for (const [each, { measures }] of Object.entries(BENCHMARKS))
      console.log(`  ${each.padEnd(10)}${measures}`);
    return name === undefined ? 0 : 1;
  }
  await build();
  return BENCHMARKS[name].run(name, args);
}

const inDataFolder = () => ({ ...process.env, DATA_DIR: resolve(process.env.DATA_DIR || '.data') });

/** Server and web app with reload; they share the data of `npm start`, whatever folder turbo starts them in. */
async function dev(args) {
  await install();
  const env = { ...inDataFolder(), SERVER_URL: `http://127.0.0.1:${process.env.PORT || 3000}` };
  // Loose: the server reads its configuration from the environment, which turbo would hide.
  return turbo(['dev', '--env-mode=loose', ...args], { env });
}

async function smokeLive(args) {
  await install();
  return node(['--import', 'tsx', 'commands/smoke-live.ts', ...args], {
    env: inDataFolder(),
    cwd: join(ROOT, 'apps/server'),
  });
}

export const COMMANDS = {
  start: { readsEnvFile: true, run: start },
  demo: { readsEnvFile: true, run: (args) => importBuilt('main.js', ['--demo', ...args]) },
  promote: { readsEnvFile: true, run: (args) => importBuilt('promote.js', args) },
  keys: { readsEnvFile: true, run: (args) => importBuilt('keys.js', args) },
  incident: { readsEnvFile: true, run: (args) => importBuilt('incident.js', args) },
  backup: { readsEnvFile: true, run: (args) => importBuilt('backup.js', args) },
  restore: { readsEnvFile: true, run: (args) => importBuilt('restore.js', args) },
  dev: { readsEnvFile: true, run: dev },
  'smoke:live': { readsEnvFile: true, run: smokeLive },
  test: { run: (args) => reported('test', () => test(args)) },
  'test:postgres': { run: (args) => reported('test:postgres', () => testPostgres(args)) },
  'test:pgbouncer': { run: (args) => reported('test:pgbouncer', () => testPgBouncer(args)) },
  'test:start': { run: () => reported('test:start', testStart) },
  typecheck: { run: typecheck },
  bench: { run: bench },
};
