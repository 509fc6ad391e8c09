import { vitestConfig } from '@esteira/config/vitest';

/** Measured by hand, never by `npm test`: frame times say more about the machine than about the code. */
export default vitestConfig({
  test: { globalSetup: ['src/global-setup.ts'], include: ['src/**/*.measure.ts'], testTimeout: 600_000 },
});
