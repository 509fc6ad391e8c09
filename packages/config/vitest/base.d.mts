import type { ViteUserConfig } from 'vitest/config';

/**
 * The vitest configuration every workspace shares; `overrides` wins, its setup files are added to the shared one.
 *
 * - An unexpected `console.error` or `console.warn` fails the test that caused it.
 * - `*.race.test.ts` runs only when `TEST_DATABASE_URL` names a real PostgreSQL; files from which no import leads to one
 *   that reads this variable run only when it is not set.
 * - `TEST_SEED` repeats what tests draw at random, by `seededRandom` or fast-check.
 * - `ESTEIRA_TEST_REPORTS` names a folder that gets one JSON report per workspace.
 */
export function vitestConfig(overrides?: ViteUserConfig): ViteUserConfig;
