import { vitestConfig } from '@esteira/config/vitest';

// Each file makes servers and databases of its own; loading the whole server anew for each would take a third of the time.
export default vitestConfig({
  test: { isolate: false, globalSetup: 'src/testing/programs-folder.ts' },
});
