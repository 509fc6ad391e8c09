import { stat } from 'node:fs/promises';
import { checkBackup, restoreBackup } from '@esteira/db/backup/restore';
import { readEnvironment } from '../env/env';
import { migrationsFolder } from '../paths';
import { openDatabase, stopWithoutLock } from '../startup/open-database';
import { StartError, startFailure } from '../startup/start-error';

/** `restore <file>`: fills an empty database from a backup. */
async function main(): Promise<void> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new StartError('Usage: npm run restore -- <file>');
  if (!(await stat(file).catch(() => null))) throw new StartError(`There is no file ${file}.`);
  await checkBackup(file, migrationsFolder);
  const database = await openDatabase(readEnvironment(), stopWithoutLock, { timeouts: { silenceMs: 0 } });
  try {
    const { rows } = await restoreBackup(database.heavy, file);
    console.log(`${rows} rows were restored.`);
  } finally {
    await database.close();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(startFailure(error));
    process.exit(1);
  },
);
