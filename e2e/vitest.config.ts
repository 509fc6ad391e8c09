import { vitestConfig } from '@esteira/config/vitest';

export default vitestConfig({
  test: { globalSetup: ['src/global-setup.ts'], fileParallelism: false, testTimeout: 60_000 },
});
