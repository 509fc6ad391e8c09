import type { ViteUserConfig } from 'vitest/config';

/**
 * The vitest configuration every workspace shares; `overrides` wins, its setup files are added to the shared one.
 *
 * - An unexpected `console.error` or `console.warn` fails the test that caused it.
 * - `*.race.test.ts` runs only when `TEST_DATABASE_URL` names a real PostgreSQL; files from which no import leads to one
 *   that reads this variable run only when it is not set.
 * - `TEST_BESIDE_POSTGRES=1` leaves out what a run on a PostgreSQL covers: of a workspace that gives `onEmbeddedToo`
 *   (globs of the files in which the two databases differ) only those files run, and those that open no database.
 * - `TEST_SEED` repeats what tests draw at random, by `seededRandom` or fast-check.
 * - `TEST_RUNS=all` tries random choices as often as a test says, else a fifth of that.
 * - `ESTEIRA_TEST_REPORTS` names a folder that gets one JSON report per workspace.
 */
export function vitestConfig(
  overrides?: ViteUserConfig,
  options?: { onEmbeddedToo?: string[] },
): ViteUserConfig;
