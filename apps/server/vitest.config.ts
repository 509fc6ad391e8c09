import { availableParallelism } from 'node:os';
import { vitestConfig } from '@esteira/config/vitest';

/** Where the server does something else on the embedded database, which has one connection and no other servers. */
const onEmbeddedToo = [
  'src/core/limits/account-turns.test.ts',
  'src/features/live/*.test.ts',
  'src/features/orders/list/*.test.ts',
  'src/features/products/import/*.test.ts',
  'src/jobs/*.test.ts',
  'src/startup/*.test.ts',
  'src/tracing/*.test.ts',
];

export default vitestConfig(
  {
    test: {
      globalSetup: 'src/testing/programs/programs-folder.ts',
      // By far the longest suite: when the others have ended, it has the machine to itself.
      maxWorkers: availableParallelism(),
    },
  },
  { onEmbeddedToo },
);
