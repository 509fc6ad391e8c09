import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ROOT } from './fingerprint.mjs';
import { install } from './install.mjs';
import { startPgBouncer } from './pgbouncer.mjs';
import { startPostgres, THROWAWAY, withPostgres } from './postgres.mjs';
import { run } from './processes.mjs';
import { withServers } from './server-programs.mjs';
import { checkStart } from './start-check.mjs';
import { supervise } from './supervise.mjs';
import { turbo } from './turbo.mjs';

const node = (args, options) => run(process.execPath, args, { cwd: ROOT, ...options });

/** Imports a built program into this process: signals and exit codes are its own. */
async function importBuilt(file, args) {
  await build(await install());
  const path = join(ROOT, 'apps/server/dist', file);
  process.argv = [process.execPath, path, ...args];
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path).href);
}

/** The server in a process of its own, which is started again when it ends unexpectedly. */
async function start(args) {
  await build(await install());
  return supervise(['--enable-source-maps', join(ROOT, 'apps/server/dist/main.js'), ...args]);
}

async function lint(args) {
  const env = await install();
  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const code = await node([biome, 'check', '--error-on-warnings', ...args, '.'], { env });
  return (
    code ||
    (await node(['packages/config/imports/check-imports.mjs'], { env })) ||
    node(['scripts/check-citations.mjs'], { env })
  );
}

/** Every workspace, then the root's own scripts, which belong to none. */
async function typecheck(args) {
  const env = await install();
  const code = await turbo(['typecheck', '--output-logs=errors-only', '--continue', ...args], env);
  return code || node(['node_modules/typescript/bin/tsc', '--noEmit'], { env });
}

/** The root's own scripts have a suite too. */
const scriptSuite = (env) => node(['node_modules/vitest/vitest.mjs', 'run'], { env });

/** Runs the suites of the workspaces, two at a time: each of them starts workers of its own. */
function suites(args, env) {
  return turbo(['test', '--concurrency=2', '--continue', '--output-logs=full', ...args], env);
}

const BROWSER_SUITE = '@esteira/e2e';

/**
 * The browser's suite after the others, for what it waits for is drawn in time only where nothing else takes the
 * processors. Whoever names workspaces gets those.
 */
async function allSuites(args, env) {
  if (args.some((arg) => arg.startsWith('--filter'))) return suites(args, env);
  const code = await suites([`--filter=!${BROWSER_SUITE}`, ...args], env);
  return (await suites([`--filter=${BROWSER_SUITE}`, ...args], env)) || code;
}

/** Everything even when something fails, so that one run tells it all; answers the first failure's exit code. */
async function test(args) {
  const env = await install();
  const lintCode = await lint([]);
  const typeCode = await typecheck([]);
  const scriptCode = await scriptSuite(env);
  const testCode = (await allSuites(args, env)) || scriptCode;
  if (lintCode) console.error('Lint failed: see above, `npm run lint` repeats it.');
  if (typeCode) console.error('Type check failed: see above, `npm run typecheck` repeats it.');
  if (testCode) console.error('Tests failed: see above.');
  return lintCode || typeCode || testCode;
}

/** `pooler` is null where there is no PgBouncer. */
async function startPooledPostgres() {
  const server = await startPostgres({ settings: THROWAWAY });
  const pooler = await startPgBouncer(server.port).catch(() => null);
  return { server, pooler, stop: () => Promise.resolve(pooler?.stop()).finally(server.stop) };
}

/** What of the same suites opens a database, and the races, on a PostgreSQL of their own; the browser's server is embedded. */
async function testPostgres(args) {
  const env = await install();
  return withServers(startPooledPostgres, ({ server, pooler }) => {
    console.log(`Testing on ${server.url}`);
    if (pooler === null) console.log('Without PgBouncer: it is neither here nor could it be installed.');
    return suites(['--filter=...@esteira/db', '--filter=!@esteira/web', '--filter=!@esteira/e2e', ...args], {
      ...env,
      TEST_DATABASE_URL: server.url,
      TEST_DATABASE_POOLER_URL: pooler?.url ?? '',
    });
  });
}

/** What runs by way of PgBouncer unless told: parallel connections, and what is heard of changes. */
const POOLED_FILES = ['--', '.race.test', 'live.test'];

/** The races again, by way of a PgBouncer in transaction mode. */
async function testPgBouncer(args) {
  const env = await install();
  const files = args.includes('--') ? [] : POOLED_FILES;
  return withServers(startPooledPostgres, ({ server, pooler }) => {
    if (pooler === null)
      throw new Error('PgBouncer did not start: is it installed (apt-get install pgbouncer)?');
    return suites(['--filter=@esteira/db', '--filter=@esteira/server', ...args, ...files], {
      ...env,
      TEST_DATABASE_URL: server.url,
      TEST_DATABASE_POOLER_URL: pooler.url,
      TEST_THROUGH_POOLER: '1',
    });
  });
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
async function onPostgres(name, args, env) {
  const given = process.env.BENCH_DATABASE_URL;
  const measure = (url) => onNothing(name, args, { ...env, BENCH_DATABASE_URL: url });
  return given ? measure(given) : withPostgres({ settings: benchSettings() }, measure);
}

const onNothing = (name, args, env) =>
  run('pnpm', ['--filter', '@esteira/bench', name, ...args], { cwd: ROOT, env });

/** The file of e2e/src/measures with this name, in a real browser. */
const inBrowser = (name, args, env) =>
  node(
    ['node_modules/@playwright/test/cli.js', 'test', '--config', 'playwright.bench.config.ts', name, ...args],
    {
      env,
      cwd: join(ROOT, 'e2e'),
    },
  );

const BENCHMARKS = {
  api: { measures: 'what sellers ask for, with 1,000,000 orders', run: onPostgres },
  hour: { measures: 'an hour of mixed load: every answer, and the memory of the server', run: onPostgres },
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
  const env = await install();
  await build(env);
  return BENCHMARKS[name].run(name, args, env);
}

/** Server and web app with reload; they share the data of `npm start`, whatever folder turbo starts them in. */
async function dev(args) {
  const env = {
    ...(await install()),
    DATA_DIR: resolve(process.env.DATA_DIR || '.data'),
    SERVER_URL: `http://127.0.0.1:${process.env.PORT || 3000}`,
  };
  // Loose: the server reads its configuration from the environment, which turbo would hide.
  return turbo(['dev', '--env-mode=loose', ...args], env);
}

export const COMMANDS = {
  start: { readsEnvFile: true, run: start },
  demo: { readsEnvFile: true, run: (args) => importBuilt('main.js', ['--demo', ...args]) },
  promote: { readsEnvFile: true, run: (args) => importBuilt('promote.js', args) },
  backup: { readsEnvFile: true, run: (args) => importBuilt('backup.js', args) },
  restore: { readsEnvFile: true, run: (args) => importBuilt('restore.js', args) },
  dev: { readsEnvFile: true, run: dev },
  'smoke:live': {
    readsEnvFile: true,
    run: async (args) => {
      const env = { ...(await install()), DATA_DIR: resolve(process.env.DATA_DIR || '.data') };
      return node(['--import', 'tsx', 'src/commands/smoke-live.ts', ...args], {
        env,
        cwd: join(ROOT, 'apps/server'),
      });
    },
  },
  test: { run: test },
  'test:postgres': { run: testPostgres },
  'test:pgbouncer': { run: testPgBouncer },
  'test:start': {
    run: async () => {
      await build(await install());
      return checkStart();
    },
  },
  lint: { run: lint },
  typecheck: { run: typecheck },
  bench: { run: bench },
  'main-job': {
    run: async (args) => node(['--import', 'tsx', 'scripts/main-job.ts', ...args], { env: await install() }),
  },
};
