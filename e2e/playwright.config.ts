import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

const reports = process.env['ESTEIRA_TEST_REPORTS'];
// Set by `.ci/run`, which decides whether a change lands.
const isWhole = Boolean(process.env['CI']);

export default defineConfig({
  testDir: 'src',
  globalSetup: './src/servers/data-templates.ts',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // A third test works while two wait for what pages do in their time.
  workers: 3,
  forbidOnly: true,
  // Long scenarios, and those with servers of their own.
  ...(isWhole ? {} : { grepInvert: /@release/ }),
  // `scripts/sum-reports.mjs` names a test that was tried again.
  retries: isWhole ? 1 : 0,
  // Limits only catch hangs: a machine may give half of its pace.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ...(reports ? [['json', { outputFile: resolve(reports, 'esteira-e2e.json') }] as const] : []),
  ],
  use: {
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Traces of every test cost a tenth of the suite's time.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
});
