import { once } from 'node:events';
import { openPostgres } from '@esteira/db/postgres';
import { createBackground } from '../../background';
import { readEnvironment } from '../../env/env';
import { createServerDeps } from '../../startup/server-deps';
import { jobQueue } from '../enqueue';

/**
 * The background work of a server and nothing else of it, for tests that kill it. Says when it could begin, begins
 * at a word on its input, and never ends by itself.
 */
export async function main(migrationsFolder: string): Promise<void> {
  const config = readEnvironment();
  const database = await openPostgres({
    ...(config.database ?? { url: '' }),
    migrationsFolder,
    maxConnections: 8,
  });
  const background = createBackground({
    pollMs: 20,
    crashes: 1000,
    onFailure: () => undefined,
  });
  const deps = await createServerDeps({
    database,
    secret: config.jwtSecret ?? '',
    publicUrl: () => 'http://localhost',
    config,
    mail: null,
    jobs: jobQueue,
  });
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  background.start(deps);
}
