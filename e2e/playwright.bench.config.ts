import { defineConfig } from '@playwright/test';
import suite from './playwright.config';

/** Measured by hand, never by `npm test`: frame times say more about the machine than about the code. */
export default defineConfig(suite, {
  testMatch: '**/*.measure.ts',
  // One browser at a time has the processor to itself.
  workers: 1,
  timeout: 600_000,
  reporter: 'list',
  use: { trace: 'off' },
});
