import type { OpenDatabase } from '@esteira/db/database';
import { openEmbedded } from '@esteira/db/embedded';
import { openPostgres, type PostgresOptions } from '@esteira/db/postgres';
import type { Config } from '../env/env';
import { migrationsFolder } from '../paths';

type Place = Pick<Config, 'database' | 'dataDir'>;

/** Opens the configured database, migrated. An embedded one is locked: `onLockLost` must stop the process at once. */
export function openDatabase(
  { database, dataDir }: Place,
  onLockLost: (error: Error) => void,
  { onStatement, timeouts }: Pick<PostgresOptions, 'onStatement' | 'timeouts'> = {},
): Promise<OpenDatabase> {
  return database === null
    ? openEmbedded({ dataDir, migrationsFolder, onLockLost, onStatement })
    : openPostgres({
        ...database,
        migrationsFolder,
        onStatement,
        ...(timeouts && { timeouts }),
        onMigrationWait: tellOfWait,
      });
}

/** Written before there is a log; what stands in the way may be a server that hangs. */
function tellOfWait(): void {
  process.stderr.write('Waiting for another server that is bringing the database up to date.\n');
}

/**
 * Ends this process without another write: the lock of the data directory is gone, so another server may have
 * the database by now.
 */
export function stopWithoutLock(): never {
  process.stderr.write(
    'The lock of the data directory was lost (was this process suspended?). Stopping at once.\n',
  );
  process.exit(1);
}
