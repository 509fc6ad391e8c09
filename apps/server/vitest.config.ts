import { availableParallelism } from 'node:os';
import { vitestConfig } from '@esteira/config/vitest';

/** Where the server does something else on the embedded database, which has one connection and no other servers. */
const onEmbeddedToo = [
  'core/limits/account-limit.test.ts',
  'features/live/*.test.ts',
  'features/orders/list/*.test.ts',
  'features/products/import/*.test.ts',
  'jobs/*.test.ts',
  'startup/*.test.ts',
  'tracing/*.test.ts',
];

export default vitestConfig(
  {
    test: {
      globalSetup: 'testing/programs/programs-folder.ts',
      // By far the longest suite: when the others have ended, it has the machine to itself. On PostgreSQL a worker waits for
      // each statement, and for workers and servers that it kills: two keep two processors busy for half of the time.
      maxWorkers: availableParallelism() + (process.env['TEST_DATABASE_URL'] ? 1 : 0),
    },
  },
  { onEmbeddedToo },
);
