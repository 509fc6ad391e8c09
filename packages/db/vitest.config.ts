import { vitestConfig } from '@esteira/config/vitest';

/** What the embedded database does by itself, or in another way. The demo's filling is started there by other suites. */
const onEmbeddedToo = [
  'backup/**/*.test.ts',
  'embedded/*.test.ts',
  'embedded.test.ts',
  'migrations.test.ts',
  'upkeep.test.ts',
].map((path) => `src/${path}`);

export default vitestConfig({}, { onEmbeddedToo });
