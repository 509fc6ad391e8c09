import { availableParallelism } from 'node:os';
import { vitestConfig } from '@esteira/config/vitest';

export default vitestConfig({
  test: {
    globalSetup: 'src/testing/programs/programs-folder.ts',
    // Each file makes servers and databases of its own; loading the whole server anew for each would take a third of the time.
    isolate: false,
    // By far the longest suite: when the others have ended, it has the machine to itself.
    maxWorkers: availableParallelism(),
  },
});
