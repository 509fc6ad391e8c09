import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFilesWithoutServer } from './database-files.mjs';

const setupFile = fileURLToPath(new URL('./setup.mjs', import.meta.url));

/** The name of the workspace that vitest was started in, as a file name: `esteira-server`. */
function workspaceName() {
  const manifest = JSON.parse(readFileSync(resolve('package.json'), 'utf8'));
  return manifest.name.replace('@', '').replace('/', '-');
}

function reporters() {
  const folder = process.env.ESTEIRA_TEST_REPORTS;
  if (!folder) return ['default'];
  return ['default', ['json', { outputFile: resolve(folder, `${workspaceName()}.json`) }]];
}

/**
 * Vitest leaves one core to others: suites run two at a time. On a PostgreSQL of its own one of the two ends soon, and
 * both wait for the server as often as they work.
 */
const workers = () => (process.env.TEST_DATABASE_URL ? { maxWorkers: availableParallelism() } : {});

/**
 * Parallel connections exist only on a real PostgreSQL, so race suites run nowhere else. What opens no database that
 * could be one has nothing to find out there; the rest need not run on both.
 */
function chooseFiles(onEmbeddedToo) {
  const all = ['**/*.test.{ts,tsx}'];
  const never = ['**/node_modules/**', '**/dist/**'];
  if (process.env.TEST_DATABASE_URL)
    return { include: all, exclude: [...never, ...listFilesWithoutServer(resolve('.'))] };
  const isBeside = Boolean(process.env.TEST_BESIDE_POSTGRES) && onEmbeddedToo !== undefined;
  const include = isBeside ? [...listFilesWithoutServer(resolve('.')), ...onEmbeddedToo] : all;
  return { include, exclude: [...never, '**/*.race.test.ts'] };
}

export function vitestConfig(overrides = {}, { onEmbeddedToo } = {}) {
  const { test = {}, ...rest } = overrides;
  return {
    ...rest,
    test: {
      ...chooseFiles(onEmbeddedToo),
      ...workers(),
      // Loading modules for each file takes longer than most files do. A file restores what it changes.
      isolate: false,
      // Most of what tests make is short-lived: with more room for it a processor works a twentieth less. As much again
      // is saved where the embedded database's code is compiled quickly instead of well.
      execArgv: ['--max-semi-space-size=64', '--liftoff-only'],
      restoreMocks: true,
      unstubEnvs: true,
      unstubGlobals: true,
      // Two busy cores and an embedded database that takes seconds to start: limits only catch hangs.
      testTimeout: 30_000,
      hookTimeout: 90_000,
      // What is waited for has to come. How soon is measured only where a test gives a limit of its own.
      expect: { poll: { timeout: 15_000 } },
      reporters: reporters(),
      ...test,
      setupFiles: [setupFile, ...[test.setupFiles ?? []].flat()],
    },
  };
}
